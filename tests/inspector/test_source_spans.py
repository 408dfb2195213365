"""The places of citations in a text, mapped back through what was made from it."""

from typing import Any

import pytest

from inspector.pages.source_spans import join
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.text.span import Span
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url

pytestmark = pytest.mark.django_db
EXTRACT = "Files are not brought back\nPage 2 of 3\nwithout consent. Nothing else."
STRIPPED = "Files are not brought back without consent. Nothing else."
QUOTE = "brought back without consent."


def stripped_bundle() -> dict[str, Any]:
    """A text whose page foot was left out by a step; the citation runs over it."""
    bundle = simple_bundle("foot", claims=1)
    (answer,) = bundle["answers"]
    (extract,), (citation,) = answer["artifacts"], answer["citations"]
    extract["text"] = EXTRACT
    made = {"key": "foot-stripped", "kind": "normalized_text", "origin": "derived", "text": STRIPPED}
    answer["artifacts"].append(extract | made)
    before, after = len("Files are not brought back"), EXTRACT.index("without")
    segments = [
        {"output": [0, before], "input": [0, before], "kind": "exact_copy"},
        {"output": [before, before + 1], "input": [before, before + 1], "kind": "normalized"},
        {"output": [before + 1, before + 1], "input": [before + 1, after], "kind": "deleted"},
        {"output": [before + 1, len(STRIPPED)], "input": [after, len(EXTRACT)], "kind": "exact_copy"},
    ]
    edge = {"input": extract["key"], "output": "foot-stripped", "segments": segments}
    step = {"key": "strip", "kind": "boilerplate_removal", "mediation": "deterministic", "derivations": [edge]}
    answer["transformations"] = [step]
    answer["manifest"] = [{"label": "E1", "artifact": "foot-stripped"}]
    start = STRIPPED.index(QUOTE)
    citation |= {"range": [start, start + len(QUOTE)], "quoted_text": QUOTE}
    return bundle


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


def test_a_page_foot_between_the_cited_words_is_not_drawn_as_cited(meridian: rows.Tenant) -> None:
    import_bundle(meridian, stripped_bundle())
    client = signed_in(make_member(meridian, "ada", Role.REVIEWER))
    page = client.get(source_url(meridian, "foot-source")).context["page"]
    marked = ["".join(run.text for run in piece.runs) for piece in page.drawn.pieces if piece.spans]
    assert marked == ["brought back\n", "without consent."]
    (cite,) = page.citing
    start, end = EXTRACT.index("brought"), EXTRACT.index("consent.") + len("consent.")
    assert cite.place == f"{start} to {end}"


def test_stretches_that_touch_are_one_and_others_stay_apart() -> None:
    assert join([Span(5, 9), Span(0, 5)]) == (Span(0, 9),)
    assert join([Span(0, 5), Span(3, 4)]) == (Span(0, 5),)
    assert join([Span(0, 5), Span(7, 9)]) == (Span(0, 9),)
    assert join([Span(0, 5), Span(8, 9)]) == (Span(0, 5), Span(8, 9))
    assert join([]) == ()


def test_words_scattered_all_over_a_text_are_one_stretch() -> None:
    assert join(Span(10 * number, 10 * number + 1) for number in range(2_000)) == (Span(0, 19_991),)
