"""The crosswalk of the register's section 6.3, row by row: help, and never a rule."""

from inspector.crosswalk import CROSSWALK, Crosswalk

# The table as it stands in the register.
PUBLISHED = [
    ("direct_support", ["direct"], ["entailed"], ["clear_support"]),
    ("warranted_derivation", ["inferred"], ["entailed"], ["clear_support"]),
    ("contradiction", ["insufficient"], ["contradicted"], ["clear_contradiction"]),
    (
        *("insufficiency", ["insufficient"], ["not_entailed", "partial_support"]),
        ["insufficient_evidence", "partial_support"],
    ),
    ("unresolved_origin", ["insufficient"], ["not_assessed"], []),
    (None, ["direct", "inferred"], ["excessive_certainty"], ["partial_support"]),
]


def test_the_table_is_the_published_one() -> None:
    assert [
        (one.support_class, list(one.levels), list(one.outcomes), list(one.labels)) for one in CROSSWALK
    ] == PUBLISHED


def test_it_is_shown_in_words_and_says_that_it_sets_nothing() -> None:
    shown = Crosswalk()
    assert len(shown.lines) == len(PUBLISHED)
    assert shown.lines[3].outcomes == "not entailed or partial support"
    assert shown.lines[4].labels == "none"
    assert "None is ever set" in shown.not_a_rule
