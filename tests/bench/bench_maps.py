"""Offset maps: making one while normalizing, and following many spans through six of them, beside other ways."""

import sqlite3
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from django.db import connection

from lineage.evidence.vocabulary import ArtifactKind, Mediation, TransformationKind
from lineage.models import rows
from lineage.text.normalization import DEFAULT, normalize
from lineage.text.segments import EXACT_COPY, NORMALIZED, unweighted
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from lineage.tracing import map_back
from tests.bench.bench_text import normalize_naively
from tests.bench.data import Writer
from tests.bench.timing import ratio, show_times, take_turns
from tests.conftest import CommittedDatabase

LENGTH = 920_000
STEPS, SEGMENTS, SPANS, SAMPLED = 6, 10_000, 1_000, 100
LEAST_OF_NAIVE, LEAST_OF_SEEKING, LEAST_OF_JOINING = 8, 1, 100
# Segments follow each other without a gap: the last one that starts at or before a place holds it.
SEEKING = """
WITH RECURSIVE walk(n, step, s, e) AS (
  SELECT n, 0, s, e FROM asked
  UNION ALL
  SELECT n, step + 1,
    (SELECT CASE WHEN copied THEN in_start + walk.s - out_start ELSE in_start END FROM segment
     WHERE segment.step = walk.step AND out_start <= walk.s ORDER BY out_start DESC LIMIT 1),
    (SELECT CASE WHEN copied THEN in_start + walk.e - out_start ELSE in_end END FROM segment
     WHERE segment.step = walk.step AND out_start <= walk.e - 1 ORDER BY out_start DESC LIMIT 1)
  FROM walk WHERE step < 6
) SELECT s, e FROM walk WHERE step = 6 ORDER BY n"""
LATERAL = """
WITH RECURSIVE walk(n, step, s, e) AS (
  SELECT n, 0, s, e FROM asked
  UNION ALL
  SELECT n, step + 1, low.place, high.place FROM walk,
    LATERAL (SELECT CASE WHEN copied THEN in_start + walk.s - out_start ELSE in_start END AS place FROM segment
      WHERE segment.step = walk.step AND out_start <= walk.s ORDER BY out_start DESC LIMIT 1) AS low,
    LATERAL (SELECT CASE WHEN copied THEN in_start + walk.e - out_start ELSE in_end END AS place FROM segment
      WHERE segment.step = walk.step AND out_start <= walk.e - 1 ORDER BY out_start DESC LIMIT 1) AS high
  WHERE walk.step < 6
) SELECT s, e FROM walk WHERE step = 6 ORDER BY n"""
JOINING = """
WITH RECURSIVE walk(n, step, s, e) AS (
  SELECT n, 0, s, e FROM asked WHERE n < 100
  UNION ALL
  SELECT n, walk.step + 1,
    CASE WHEN low.copied THEN low.in_start + walk.s - low.out_start ELSE low.in_start END,
    CASE WHEN high.copied THEN high.in_start + walk.e - high.out_start ELSE high.in_end END
  FROM walk
    JOIN segment AS low ON low.step = walk.step AND low.out_start <= walk.s AND low.out_end > walk.s
    JOIN segment AS high ON high.step = walk.step AND high.out_start < walk.e AND high.out_end >= walk.e
  WHERE walk.step < 6
) SELECT s, e FROM walk WHERE step = 6 ORDER BY n"""


def test_a_map_made_while_normalizing_beats_the_naive_loop() -> None:
    text = Writer.seeded(3).write(LENGTH, line=90)
    plain = text.encode("ascii", "ignore").decode()
    for given in (text, plain):
        view, (expected, offsets) = normalize(given, DEFAULT), normalize_naively(given)
        assert view.text == expected
        assert list(place_each(view.map)) == offsets
    times = take_turns(
        {
            "normalize, map included": lambda: normalize(text, DEFAULT),
            "naive loop": lambda: normalize_naively(text),
            "normalize, map included, ASCII": lambda: normalize(plain, DEFAULT),
            "naive loop, ASCII": lambda: normalize_naively(plain),
        },
        rounds=9,
    )
    strange = sum(not char.isascii() for char in text) / len(text)
    show_times(f"Normalization of {LENGTH} code points, {strange:.1%} of them not ASCII", times)
    faster = ratio(times, "naive loop", "normalize, map included")
    plainly = ratio(times, "naive loop, ASCII", "normalize, map included, ASCII")
    print(f"  {faster:.1f}x the naive loop, {plainly:.1f}x on ASCII")
    assert min(faster, plainly) >= LEAST_OF_NAIVE


def test_spans_are_followed_through_six_steps_sooner_than_a_database_follows_them(
    committed_db: CommittedDatabase,
) -> None:
    maps = make_maps(Random(11))
    spans = make_spans(Random(12), maps[0].output_length)
    peer = sqlite3.connect(":memory:")
    fill(peer.cursor(), maps, spans, "?")
    ids = store(maps)

    def load_and_trace() -> list[Span]:
        packed = dict(rows.Derivation.objects.filter(pk__in=ids).values_list("pk", "map"))
        places = list(enumerate(spans))
        for id in ids:
            places = list(map_back(SpanMap.unpack(bytes(packed[id])), places))
        return [span for _, span in places]

    calls = {
        "load six packed maps and trace back": load_and_trace,
        "SQLite, recursive CTE that seeks": lambda: ends(peer.execute(SEEKING).fetchall()),
        f"SQLite, recursive CTE of range joins, {SAMPLED} of the spans": lambda: ends(peer.execute(JOINING).fetchall()),
    }
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            fill(cursor, maps, spans, "%s")

        def seek_there() -> list[Span]:
            with connection.cursor() as cursor:
                cursor.execute(LATERAL)
                return ends(cursor.fetchall())

        calls["PostgreSQL, recursive CTE that seeks (LATERAL)"] = seek_there
    own, seeking, joining, *_ = calls
    found = {name: call() for name, call in calls.items()}
    assert all(rows_found == found[own][: len(rows_found)] for rows_found in found.values())
    assert [len(rows_found) for rows_found in found.values()][:3] == [SPANS, SPANS, SAMPLED]

    times = take_turns(calls, rounds=9)
    show_times(f"{SPANS} spans through {STEPS} steps of {SEGMENTS} segments, {connection.vendor}", times)
    # The range joins read every segment for every span: ten times the spans take ten times as long.
    sooner, joined = ratio(times, seeking, own), ratio(times, joining, own) * SPANS / SAMPLED
    print(f"  {sooner:.1f}x the CTE that seeks, {joined:.0f}x the CTE of range joins (scaled from {SAMPLED} spans)")
    assert sooner >= LEAST_OF_SEEKING
    assert joined >= LEAST_OF_JOINING


def make_maps(random: Random) -> list[SpanMap]:
    """From the last step to the first: by turns a long copied stretch and a short reworded one, without a gap."""
    maps: list[SpanMap] = []
    copied = np.arange(SEGMENTS) % 2 == 0
    length = 0
    for _ in range(STEPS):
        # The step before decides how long the text is: the last stretch takes what is left of it.
        width = np.array([random.randint(*((20, 100) if place % 2 == 0 else (1, 3))) for place in range(SEGMENTS)])
        length = length or int(width.sum())
        width = width * length // int(width.sum() * 1.05) + 1
        width[-2] += length - int(width.sum())
        output = np.where(copied, width, np.maximum(width + [random.randint(-1, 1) for _ in range(SEGMENTS)], 1))
        into, out = np.concatenate(([0], np.cumsum(width))), np.concatenate(([0], np.cumsum(output)))
        kind = np.where(copied, EXACT_COPY, NORMALIZED).astype(np.uint8)
        columns = unweighted(out[:-1], out[1:], into[:-1], into[1:], kind)
        maps.append(SpanMap.from_columns(columns, int(out[-1]), length))
        length = int(out[-1])
    return maps[::-1]


def make_spans(random: Random, length: int) -> list[Span]:
    starts = [random.randrange(length - 300) for _ in range(SPANS)]
    return [Span(start, start + random.randint(20, 300)) for start in starts]


def fill(cursor: object, maps: Sequence[SpanMap], spans: Sequence[Span], mark: str) -> None:
    """The plain tables of the peer, with the index that it seeks by."""
    execute, executemany = cursor.execute, cursor.executemany  # type: ignore[attr-defined]
    execute(
        "CREATE TABLE segment (step integer, out_start integer, out_end integer, in_start integer, in_end integer,"
        " copied boolean, PRIMARY KEY (step, out_start))" + (" WITHOUT ROWID" if mark == "?" else "")
    )
    execute("CREATE TABLE asked (n integer PRIMARY KEY, s integer, e integer)")
    for step, spans_map in enumerate(maps):
        columns = spans_map.columns
        kept = [column.tolist() for column in columns[:4]]
        copied = (columns.kind == EXACT_COPY).tolist()
        executemany(
            f"INSERT INTO segment VALUES ({', '.join([mark] * 6)})",
            [(step, *row) for row in zip(*kept, copied, strict=True)],
        )
    executemany(f"INSERT INTO asked VALUES ({mark}, {mark}, {mark})", [(n, *span) for n, span in enumerate(spans)])
    execute("ANALYZE")


def store(maps: Sequence[SpanMap]) -> list[int]:
    """The maps as rows of Derivation, from the last step to the first; their ids in that order."""
    tenant = rows.Tenant(key="bench")
    tenant.save()
    texts = []
    for place in range(STEPS + 1):
        artifact = rows.Artifact(tenant=tenant, key=f"text {place}", kind=ArtifactKind.OTHER.value)
        artifact.save()
        texts.append(artifact)
    ids = []
    for place, spans_map in enumerate(maps):
        made = rows.Transformation(
            tenant=tenant,
            key=f"step {place}",
            kind=TransformationKind.NORMALIZATION.value,
            mediation=Mediation.DETERMINISTIC.value,
        )
        made.save()
        edge = rows.Derivation(
            tenant=tenant,
            transformation=made,
            output=texts[place],
            input=texts[place + 1],
            map=spans_map.pack(),
            verified=True,
        )
        edge.save()
        ids.append(edge.pk)
    return ids


def ends(found: Sequence[tuple[int, int]]) -> list[Span | None]:
    return [Span(start, end) for start, end in found]


def place_each(spans_map: SpanMap) -> Iterator[int]:
    """Of each code point of the output the place in the input where it begins."""
    for segment in spans_map.to_segments():
        copied = segment.output.length == segment.input.length
        yield from range(*segment.input) if copied else [segment.input.start] * segment.output.length
