"""Cited places -> original places, many at once: what is found is what the pipelines really did."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineage.models import rows
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from lineage.tracing import Cited, LargeMaps, map_back, read_maps, trace
from tests.evidence.pipelines import Pipeline, pipelines
from tests.lineage import bundles, runs

pytestmark = pytest.mark.django_db
tenants = count()


def take_in(pipeline: Pipeline) -> tuple[rows.Source, rows.Artifact]:
    """The pipeline's texts as texts of one source, in a tenant of its own; and the text at its end."""
    tenant = runs.make_house(f"house-{next(tenants)}")
    value = pipeline.value
    for made in value["artifacts"]:
        if made["key"] in pipeline.originals:
            made |= {"source": "terms", "version": "1"}
    report = bundles.take_in(tenant, {"sources": [bundles.source()], "answers": [value]})
    assert report.problems == []
    return rows.Source.objects.get(tenant=tenant), rows.Artifact.objects.get(tenant=tenant, key=pipeline.end.key)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(pipeline=pipelines(), data=st.data())
def test_every_original_character_of_cited_words_is_found_and_copies_exactly(
    pipeline: Pipeline, data: st.DataObject
) -> None:
    source, end = take_in(pipeline)
    chars = pipeline.end.chars
    start = data.draw(st.integers(0, len(chars) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(chars))))
    cited = [Cited(0, end.pk, span), *(Cited(at + 1, end.pk, Span(at, at + 1)) for at in range(len(chars)))]
    found = trace(cited, source.pk)
    reached: dict[int, set[tuple[str, int]]] = {}
    for text, places in found.values():
        for number, place in places:
            reached.setdefault(number, set()).update((text.key, at) for at in range(*place))
    truth = {place for char in chars[span.start : span.end] for place in char.places}
    assert truth <= reached.get(0, set())
    for at, char in enumerate(chars):
        if char.is_copy:
            assert reached[at + 1] == char.places
        if not char.places and char.by:
            assert at + 1 not in reached


def step(tenant: rows.Tenant, key: str = "step") -> rows.Transformation:
    return rows.Transformation.objects.create(tenant=tenant, key=key, kind="custom", mediation="deterministic")


def text(source: rows.Source, key: str, origin: str, length: int = 10) -> rows.Artifact:
    return rows.Artifact.objects.create(
        tenant=source.tenant, source=source, key=key, kind="chunk", origin=origin, length=length
    )


@pytest.fixture
def source() -> rows.Source:
    return rows.Source.objects.create(tenant=runs.make_house(), key="terms")


def places(found: dict[int, Any]) -> dict[str, list[tuple[int, Span]]]:
    return {text.key: placed for text, placed in found.values()}


def test_original_words_stand_where_they_are_cited(source: rows.Source) -> None:
    made = text(source, "a", "original")
    assert places(trace([Cited(7, made.pk, Span(2, 5))], source.pk)) == {"a": [(7, Span(2, 5))]}


def test_words_of_another_source_are_in_none(source: rows.Source) -> None:
    other = rows.Source.objects.create(tenant=source.tenant, key="manual")
    assert trace([Cited(7, text(other, "a", "original").pk, Span(2, 5))], source.pk) == {}


@pytest.mark.parametrize(("origin", "found"), [("unresolved", True), ("derived", False), ("generated", False)])
def test_of_words_that_nobody_derived_only_those_of_unrecorded_origin_stand_for_themselves(
    source: rows.Source, origin: str, found: bool
) -> None:
    made = text(source, "a", origin)
    assert bool(trace([Cited(7, made.pk, Span(2, 5))], source.pk)) is found


def test_without_a_map_there_is_no_way_back(source: rows.Source) -> None:
    made = text(source, "chunk", "derived")
    rows.Derivation.objects.create(
        tenant=source.tenant, transformation=step(source.tenant), input=text(source, "a", "original"), output=made
    )
    assert trace([Cited(7, made.pk, Span(2, 5))], source.pk) == {}


def test_texts_that_were_made_from_each_other_lead_nowhere_and_end(source: rows.Source) -> None:
    one, other = text(source, "one", "derived"), text(source, "other", "derived")
    made = step(source.tenant)
    for upstream, output in ((one, other), (other, one)):
        rows.Derivation.objects.create(
            tenant=source.tenant, transformation=made, input=upstream, output=output, map=SpanMap.identity(10).pack()
        )
    assert trace([Cited(7, one.pk, Span(2, 5))], source.pk) == {}


def test_a_place_beyond_the_text_that_a_map_was_made_for_has_no_way_back(source: rows.Source) -> None:
    made = text(source, "chunk", "derived")
    rows.Derivation.objects.create(
        tenant=source.tenant,
        transformation=step(source.tenant),
        input=text(source, "a", "original"),
        output=made,
        map=SpanMap.identity(10).pack(),
    )
    found = trace([Cited(7, made.pk, Span(2, 5)), Cited(8, made.pk, Span(8, 11))], source.pk)
    assert places(found) == {"a": [(7, Span(2, 5))]}


def test_pieces_that_touch_are_one_stretch() -> None:
    came_from = ((Span(0, 4), Span(0, 4)), (Span(4, 7), Span(9, 12)), (Span(7, 9), Span(4, 6)))
    copies = [Segment(output, source, SegmentKind.EXACT_COPY) for output, source in came_from]
    step_back = SpanMap.of([*copies, Segment(Span(9, 10), Span(6, 6), SegmentKind.INSERTED)], 10, 12)
    assert list(map_back(step_back, [(5, Span(0, 10)), (6, Span(4, 9))])) == [
        (5, Span(0, 6)),
        (5, Span(9, 12)),
        (6, Span(4, 6)),
        (6, Span(9, 12)),
    ]


def test_the_statements_grow_with_the_depth_and_not_with_the_places(source: rows.Source) -> None:
    upstream = text(source, "a", "original")
    made = step(source.tenant)
    chunks = [text(source, f"chunk {number}", "derived") for number in range(40)]
    for chunk in chunks:
        rows.Derivation.objects.create(
            tenant=source.tenant, transformation=made, input=upstream, output=chunk, map=SpanMap.identity(10).pack()
        )
    counts = []
    for many in (1, 40):
        cited = [Cited(number, chunk.pk, Span(1, 3)) for number, chunk in enumerate(chunks[:many])]
        with CaptureQueriesContext(connection) as captured:
            found = trace(cited, source.pk)
        counts.append(len(captured))
        assert len(places(found)["a"]) == many
    assert counts[0] == counts[1] <= 5


def test_large_maps_are_kept_for_the_next_item_and_only_a_few(
    source: rows.Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lineage.tracing.LARGE_MAPS", LargeMaps(2))
    monkeypatch.setattr("lineage.tracing.LARGE_MAP", 1)
    made, upstream = step(source.tenant), text(source, "a", "original")
    ids = [
        rows.Derivation.objects.create(
            tenant=source.tenant,
            transformation=made,
            input=upstream,
            output=text(source, f"chunk {number}", "derived"),
            map=SpanMap.identity(number + 1).pack(),
        ).pk
        for number in range(3)
    ]
    for id in ids:
        read_maps([id])
    with CaptureQueriesContext(connection) as captured:
        known, forgotten = read_maps([ids[2]]), read_maps([ids[0]])
    assert len(captured) == 3
    assert known[ids[2]].output_length == 3 and forgotten[ids[0]].output_length == 1
