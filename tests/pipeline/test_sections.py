import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import SourceKind
from lineage.pipeline.sections import Section, carry, find_headings, find_sections
from lineage.text.normalization import DEFAULT, normalize
from tests.text.texts import texts

LINES = (
    *("# A", "## B ##", "###", "   # C", "    # code", "a", "a b", "---", "===", "-", "- x", "> q", "```", "~~~"),
    *("[a]: b", "", " ", "\t", "\u0301", "***", "1. # x", "\u00ad"),
)
markdown_texts = st.builds(
    str.join, st.sampled_from(("\n", "\r\n", "\r", "\n\n")), st.lists(st.sampled_from(LINES), max_size=12)
)


def headings(text: str) -> list[tuple[str, int, str]]:
    """The first line of each, its level and its title."""
    return [(text[found.start :].splitlines()[0], found.level, found.title) for found in find_headings(text)]


def test_headings_are_atx_and_setext_outside_of_code():
    text = (
        "# Retention\nLogs are kept.\n\n```\n# not a heading\n```\n\n    # nor this\n\n"
        "Holds\n-----\nA hold stays.\n\n## Appeals ##\n\nBy letter\nor in person\n===\nend\n"
    )
    assert headings(text) == [
        ("# Retention", 1, "Retention"),
        ("Holds", 2, "Holds"),
        ("## Appeals ##", 2, "Appeals"),
        ("By letter", 1, "By letter or in person"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "#hashtag",
        "####### seven",
        "> # quoted",
        "- # in a list",
        "- item\n---\n",
        "text\n\n---\n\ntext",
        "a | b\n--- | ---",
        "~~~\na\n===\n~~~",
        "---\ntitle: Retention\n---\n",
        "[a]: b\n---",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text):
    assert headings(text) == []


def test_front_matter_is_skipped_and_the_heading_behind_it_found():
    assert headings("---\ntitle: Retention\n---\n# Retention\n") == [("# Retention", 1, "Retention")]
    assert headings("Title\n---\nwords") == [("Title", 2, "Title")]


def test_an_empty_heading_has_an_empty_title_and_a_hash_in_a_word_stays():
    assert headings("#\n\n## C#\n\n### a # b #") == [("#", 1, ""), ("## C#", 2, "C#"), ("### a # b #", 3, "a # b")]


def test_a_section_stands_under_the_headings_of_higher_rank_above_it():
    text = "Preface.\n\n# A\n\n### A.1\n\n## A.2\n\n# B\n"
    assert find_sections(text, SourceKind.MARKDOWN) == (
        Section(0, ""),
        Section(text.index("# A"), "A"),
        Section(text.index("### A.1"), "A > A.1"),
        Section(text.index("## A.2"), "A > A.2"),
        Section(text.index("# B"), "B"),
    )


def test_a_title_that_a_short_column_cannot_keep_is_cut_and_loses_its_nul():
    (_, path), *_ = find_sections("# a\x00b " + "c" * 5_000, SourceKind.MARKDOWN)
    assert path == "ab " + "c" * 197


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_paragraph_of_plain_text_begins_behind_blank_lines(end):
    text = end.join(["# no heading", "goes on", "", " \t", "Second.", "", "Third."])
    sections = find_sections(text, SourceKind.TEXT)
    assert [(place, path) for place, path in sections] == [
        (0, ""),
        (text.index("Second"), ""),
        (text.index("Third"), ""),
    ]


def test_sections_of_the_extract_are_carried_into_a_text_without_lines():
    text = "Preface  goes\non.\n\n   # Kept\n\nFor 24 months.\n"
    view = normalize(text, DEFAULT)
    assert view.text == "Preface goes on. # Kept For 24 months."
    assert carry(find_sections(text, SourceKind.MARKDOWN), view.map) == (Section(0, ""), Section(17, "Kept"))


@given(markdown_texts)
@example("# \u00ad\n# A")
def test_sections_ascend_from_the_first_code_point_also_where_they_are_carried(text):
    for kind in (SourceKind.MARKDOWN, SourceKind.TEXT):
        view = normalize(text, DEFAULT)
        for found, length in (
            (find_sections(text, kind), len(text)),
            (carry(find_sections(text, kind), view.map), len(view.text)),
        ):
            places = [section.start for section in found]
            assert places[0] == 0 and places == sorted(set(places)) and places[-1] <= length


@given(texts | markdown_texts)
def test_what_stands_before_a_border_in_the_extract_stands_before_it_in_the_view(text):
    view = normalize(text, DEFAULT)
    for place in range(len(text) + 1):
        (section,) = carry([Section(place, "")], view.map)
        for segment in view.map.to_segments():
            if segment.input.end <= place:
                assert segment.output.end <= section.start
            elif segment.input.start >= place and not segment.output.is_empty:
                assert segment.output.start >= section.start or segment.kind == "normalized"


@pytest.mark.parametrize(
    "unit", ["#", "# ", "* ", "- ", "=", "\n", "\r", " \n", "\n\t", "---\n", "```\n", "a\n", "> ", "1. ", "\u0301"]
)
def test_a_long_hostile_text_is_read_in_a_moment(unit):
    text = "# a " + unit * (200_000 // len(unit)) + "x"
    for kind in (SourceKind.MARKDOWN, SourceKind.TEXT):
        assert find_sections(text, kind)[0].start == 0
