"""Whatever is changed behind the program's back is found: bits of contents, maps, guards, places (M-55, S3-68)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from lineage import guards, integrity
from lineage.evidence.digests import digest_bytes, raw_digest
from lineage.evidence.vocabulary import ExtractionState
from lineage.extractions import keep_extraction
from lineage.integrity_extractions import find_extraction_faults
from lineage.integrity_maps import find_map_faults
from lineage.models import rows
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Layout, Page
from lineage.reprocessing import add_version
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap, SpanMapError
from lineage.working import work
from tests.golden import load_cases
from tests.lineage import bundles, runs

pytestmark = pytest.mark.django_db

EACH = 100
MARKDOWN = (
    "# Desk\r\n\r\nA refund is  paid within\r\nfourteen days.\r\n\r\n## Logs\r\n\r\nLogs are kept “24 months”.\r\n"
).encode()


@pytest.fixture
def house(settings: Any) -> rows.Tenant:
    """Imported answers with maps of every kind, and texts that our own pipeline made from bytes."""
    settings.READER_OF_ACTOR = runs.RESPONDERS
    tenant = runs.make_house()
    for case in load_cases():
        if case.demo:
            assert bundles.take_in(tenant, case.bundle).problems == []
    bundles.take_in(tenant, {"sources": [bundles.source("desk", {"version": "1"}) | {"kind": "markdown"}]})
    run = add_version(runs.iris(tenant), rows.Source.objects.get(key="desk"), MARKDOWN, version="2")
    while work(run.pk):
        pass
    return tenant


class Undone(Exception):
    pass


@contextmanager
def tampered(statement: str, *values: Any) -> Iterator[None]:
    """A statement that the guards refuse, behind their back; undone afterwards."""
    try:
        with transaction.atomic():
            guards.drop(connection)
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                assert cursor.rowcount == 1
            yield
            raise Undone
    except Undone:
        pass


def test_nothing_is_wrong_with_what_was_recorded(house: rows.Tenant) -> None:
    found = [
        *integrity.find_guard_faults(),
        *integrity.find_ledger_faults(house),
        *integrity.find_content_faults(house),
        *find_map_faults(house),
        *find_extraction_faults(house),
        *integrity.find_range_faults(house),
        *integrity.find_projection_faults(house),
    ]
    assert found == []
    assert rows.Derivation.objects.filter(tenant=house, verified=True).count() > 20


def test_of_a_hundred_flipped_bits_every_one_is_found(house: rows.Tenant) -> None:
    draw = random.Random(4)
    contents = list(rows.Content.objects.filter(tenant=house, body__isnull=False).order_by("id"))
    for _ in range(EACH):
        content = draw.choice(contents)
        body = bytearray(content.body)
        if not body:
            continue
        place = draw.randrange(len(body))
        body[place] ^= 1 << draw.randrange(8)
        with tampered("UPDATE lineage_content SET body = %s WHERE id = %s", bytes(body), content.pk):
            (fault,) = integrity.find_content_faults(house)
        assert f"Restore row {content.pk} of lineage_content from a backup." in fault


def test_of_a_hundred_edited_maps_every_one_is_found(house: rows.Tenant) -> None:
    draw = random.Random(5)
    derivations = list(rows.Derivation.objects.filter(tenant=house, map__isnull=False).order_by("id"))
    edited = 0
    while edited < EACH:
        derivation = draw.choice(derivations)
        packed = edit(SpanMap.unpack(bytes(derivation.map)), draw)
        if packed is None:
            continue
        with tampered("UPDATE lineage_derivation SET map = %s WHERE id = %s", packed, derivation.pk):
            (fault,) = find_map_faults(house)
        assert fault.startswith(f"row {derivation.pk}: its map has another digest than was recorded.")
        edited += 1


def test_a_map_that_does_not_hold_is_found_though_its_digest_was_edited_with_it(house: rows.Tenant) -> None:
    """The second line: texts and map are put together again."""
    own = rows.Derivation.objects.filter(tenant=house, verified=True, transformation__tool="evidence-inspector")
    derivations = list(own.select_related("transformation").order_by("id"))
    kinds = set()
    for derivation in derivations:
        spans = SpanMap.unpack(bytes(derivation.map))
        first, *rest = spans.to_segments()
        if first.kind is not SegmentKind.EXACT_COPY or first.input.length < 2:
            continue
        (out_start, out_end), (in_start, in_end) = first.output, first.input
        short = first._replace(output=Span(out_start, out_end - 1), input=Span(in_start, in_end - 1))
        packed = SpanMap.of([short, *rest], spans.output_length, spans.input_length).pack()
        with tampered(
            "UPDATE lineage_derivation SET map = %s, map_digest = %s WHERE id = %s",
            packed,
            raw_digest(digest_bytes(packed)),
            derivation.pk,
        ):
            faults = list(find_map_faults(house))
        assert len(faults) == 1 and f"row {derivation.pk}" in faults[0]
        kinds.add(derivation.transformation.kind)
    assert {"parsing", "normalization", "section_split"} <= kinds


def test_every_guard_that_is_dropped_is_found(house: rows.Tenant) -> None:
    expected = sorted(guards.expected(connection))
    tables = {name: name.removeprefix("guard_").partition("_")[2] for name in expected}
    for name in expected:
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    on = f' ON "{tables[name]}"' if connection.vendor == "postgresql" else ""
                    cursor.execute(f'DROP TRIGGER "{name}"{on}')
                (fault,) = integrity.find_guard_faults()
                assert fault.startswith(f"{name} is missing or altered. Run manage.py migrate")
                raise Undone
        except Undone:
            pass


def test_a_layout_that_leaves_its_text_is_found(house: rows.Tenant) -> None:
    artifact = rows.Artifact.objects.filter(tenant=house, kind="canonical_extract", version__isnull=False)[0]
    layout = Layout(pages=(Page(1, Span(0, artifact.length + 1), 5950, 8420),))
    extraction = Extraction(state=ExtractionState.READ, bytes_in=10, tool="test", tool_version="1", layout=layout)
    with transaction.atomic():
        keep_extraction(artifact.version, extraction, artifact.pk)
    (fault,) = find_extraction_faults(house)
    assert f"its layout ends at character {artifact.length + 1} of a text of {artifact.length}." in fault


def test_a_place_that_leaves_its_text_is_found(house: rows.Tenant) -> None:
    resolution = rows.Resolution.objects.filter(tenant=house, end__isnull=False).order_by("id")[0]
    beyond = resolution.artifact.length + 1
    with tampered('UPDATE lineage_resolution SET "end" = %s WHERE id = %s', beyond, resolution.pk):
        (fault,) = integrity.find_range_faults(house)
    assert fault.startswith(f"row {resolution.pk}: its place ends after the text it stands in. Restore row")


def edit(spans: SpanMap, draw: random.Random) -> bytes | None:
    """The map with one of its segments moved, cut, dropped or of another kind; None where that gives no other map."""
    segments = list(spans.to_segments())
    if not segments:
        return None
    at = draw.randrange(len(segments))
    one = segments[at]
    edits: list[list[Segment]] = [
        [one._replace(input=one.input.shift(draw.choice((-1, 1))))],
        [one._replace(output=Span(one.output.start, one.output.end - 1))],
        [],
        [one._replace(kind=draw.choice(list(SegmentKind)))],
        [one._replace(confidence=0.5)],
    ]
    segments[at : at + 1] = draw.choice(edits)
    try:
        packed = SpanMap.of(segments, spans.output_length, spans.input_length).pack()
    except (SpanMapError, ValueError):
        return None
    return None if packed == spans.pack() else packed
