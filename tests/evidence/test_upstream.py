"""Every step behind a span, from the bytes of its source to the passage."""

from __future__ import annotations

from typing import Any

from lineage.evidence.paths import trace
from lineage.evidence.upstream import Upstream, upstream_of
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage


def made(key: str, kind: str, *pairs: tuple[str, str], segments: Any = None, **more: Any) -> Any:
    """A transformation with one derivation for each (input, output)."""
    derivations = [{"input": given, "output": output, "segments": segments} for given, output in pairs]
    return {"key": key, "kind": kind, "mediation": "deterministic", "derivations": derivations, **more}


def behind(key: str, artifacts: list[Any], transformations: list[Any]) -> Upstream:
    manifest = [{"label": "E1", "artifact": key}]
    dossier = dossier_of(answer(manifest=manifest, artifacts=artifacts, transformations=transformations))
    text = dossier.find_text(key) or ""
    return upstream_of(dossier, key, trace(dossier, key, Span(0, len(text))))


def keys(found: Upstream) -> list[str]:
    return [edge.transformation.key for edge in found.edges]


RAW = {"key": "raw", "kind": "raw_source", "origin": "original"}
EXTRACT = passage(key="extract")
WHOLE = [{"output": [0, 80], "input": [0, 80], "kind": "exact_copy"}]


def test_an_extract_is_followed_to_the_bytes_that_it_was_read_from() -> None:
    chunk = {"key": "chunk", "kind": "chunk", "origin": "derived", "text": POLICY_TEXT}
    found = behind(
        "chunk",
        [RAW, EXTRACT, chunk],
        [made("parse", "parsing", ("raw", "extract")), made("cut", "chunking", ("extract", "chunk"), segments=WHOLE)],
    )
    assert found.artifacts == ("raw", "extract", "chunk")
    assert (keys(found), found.is_complete) == (["parse", "cut"], True)


def test_of_a_merged_block_only_the_parts_of_the_span_are_followed() -> None:
    texts = {"first": "Boats pay.", "second": "Cars pay."}
    parts = [passage(text, key) for key, text in texts.items()]
    block = {"key": "block", "kind": "merged_block", "origin": "derived", "text": "Boats pay.Cars pay."}
    places = {"first": ([0, 10], [0, 10]), "second": ([10, 19], [0, 9])}
    derivations = [
        {"input": key, "output": "block", "segments": [{"output": out, "input": given, "kind": "exact_copy"}]}
        for key, (out, given) in places.items()
    ]
    merge = {"key": "merge", "kind": "merge", "mediation": "deterministic", "derivations": derivations}
    value = answer(manifest=[{"label": "E1", "artifact": "block"}], artifacts=[*parts, block], transformations=[merge])
    dossier = dossier_of(value)
    found = upstream_of(dossier, "block", trace(dossier, "block", Span(10, 19)))
    assert found.artifacts == ("second", "block")


def test_a_step_without_a_map_is_followed_all_the_same() -> None:
    chunk = {"key": "chunk", "kind": "chunk", "origin": "derived", "text": POLICY_TEXT}
    found = behind("chunk", [EXTRACT, chunk], [made("cut", "chunking", ("extract", "chunk"))])
    assert (found.artifacts, found.is_complete) == (("extract", "chunk"), True)


def test_a_way_that_ends_in_words_of_unknown_origin_is_incomplete() -> None:
    memo = {"key": "memo", "kind": "summary", "origin": "generated", "text": "Logs go."}
    lost = {"key": "lost", "kind": "chunk", "text": "Logs are deleted."}
    found = behind("memo", [memo, lost], [made("sum", "summarization", ("lost", "memo"))])
    assert (found.artifacts, found.is_complete) == (("lost", "memo"), False)


def test_a_circle_of_derivations_is_walked_once() -> None:
    texts = [{"key": key, "kind": "chunk", "origin": "derived", "text": "Logs."} for key in ("a", "b")]
    found = behind("a", texts, [made("there", "custom", ("a", "b")), made("back", "custom", ("b", "a"))])
    assert sorted(found.artifacts) == ["a", "b"] and len(found.edges) == 2


def test_an_unknown_passage_has_nothing_behind_it_and_is_incomplete() -> None:
    found = upstream_of(dossier_of(answer()), "nobody", None)
    assert found == Upstream(("nobody",), (), False)
