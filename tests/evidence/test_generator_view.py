"""What the generator was shown, and what no returned field shows of it (S0-03, S0-19, S0-23, S0-24, S0-27)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.capture import GeneratorRequest
from lineage.evidence.generator_view import (
    aids_in_request,
    basis_of,
    count_unmarked,
    embedding_only,
    exposed_but_not_returned,
    request_pieces,
)
from lineage.evidence.reading import validate
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage, step

PREFIX = "This is from the chapter on archives."


def request_of(text: str | None, *ranges: tuple[int, int, str], **more: Any) -> GeneratorRequest:
    marked = [{"span": [start, end], "origin": origin} for start, end, origin in ranges]
    return validate(GeneratorRequest, {"text": text, "ranges": marked, **more})


def test_of_500_code_points_with_ranges_over_480_twenty_are_unmarked() -> None:
    request = request_of("x" * 500, (0, 100, "instruction"), (110, 300, "original"), (310, 500, "user_query"))
    assert count_unmarked(request) == 20
    assert [(tuple(p.span), str(p.origin)) for p in request_pieces(request)] == [
        ((0, 100), "instruction"),
        ((100, 110), "unmarked"),
        ((110, 300), "original"),
        ((300, 310), "unmarked"),
        ((310, 500), "user_query"),
    ]


def test_a_request_without_a_text_has_no_pieces_and_one_without_ranges_is_unmarked_throughout() -> None:
    assert request_pieces(request_of(None)) == ()
    (piece,) = request_pieces(validate(GeneratorRequest, {"text": "Délai 😀"}))
    assert (tuple(piece.span), str(piece.origin), piece.author) == ((0, 7), "unmarked", "")
    assert request_pieces(request_of("")) == ()


@given(st.text(max_size=60), st.lists(st.integers(0, 60), max_size=8))
def test_the_pieces_of_any_request_are_all_of_its_text_in_order(text: str, cuts: list[int]) -> None:
    ends = sorted({min(cut, len(text)) for cut in cuts})
    marked = [(a, b, "original") for a, b in zip(ends[::2], ends[1::2], strict=False)]
    request = request_of(text, *marked)
    pieces = request_pieces(request)
    assert "".join(piece.span.slice(text) for piece in pieces) == text
    assert count_unmarked(request) == len(text) - sum(end - start for start, end, _ in marked)


def prefixed(**capture: Any) -> Any:
    """The block E1 is a generated prefix and the policy; the request holds it as it is."""
    text = f"{PREFIX}\n{POLICY_TEXT}"
    views = [{"kind": "returned_fields", "artifact": "policy", "text": POLICY_TEXT, "basis": "captured_request"}]
    request = {"text": text, "ranges": [{"span": [0, len(text)], "origin": "original", "artifact": "block"}]}
    parts = [
        {"artifact": "prefix", "addition": "generated_addition", "separator": "\n"},
        {"artifact": "policy", "addition": "matched"},
    ]
    return answer(
        manifest=[{"label": "E1", "artifact": "block", "parts": parts}],
        artifacts=[
            passage(),
            passage(PREFIX, key="prefix", origin="generated"),
            passage(text, key="block", origin="derived"),
        ],
        capture={"views": views, "request": request} | capture,
    )


def test_a_generated_prefix_in_a_block_is_exposed_though_only_the_passage_was_returned() -> None:
    found = exposed_but_not_returned(dossier_of(prefixed()))
    assert found is not None
    assert [(e.artifact, e.what) for e in found] == [("prefix", "prefix")]


def test_a_range_of_its_own_says_where_the_exposed_prefix_stands() -> None:
    ranges = [
        {"span": [0, len(PREFIX)], "origin": "generated", "block": "E1"},
        {"span": [len(PREFIX) + 1, len(PREFIX) + 81], "origin": "original", "artifact": "policy", "block": "E1"},
    ]
    value = prefixed(request={"text": f"{PREFIX}\n{POLICY_TEXT}", "ranges": ranges})
    found = exposed_but_not_returned(dossier_of(value))
    assert found is not None
    assert [(e.what, tuple(e.span or ())) for e in found] == [("prefix", (0, len(PREFIX)))]


@pytest.mark.parametrize("missing", ["views", "request"])
def test_without_a_stored_request_or_returned_fields_nothing_can_be_said(missing: str) -> None:
    assert exposed_but_not_returned(dossier_of(prefixed(**{missing: None}))) is None


def test_a_retrieved_passage_whose_fields_nobody_recorded_counts_as_returned() -> None:
    value = prefixed(retrieval=[{"hits": [{"artifact": "prefix", "rank": 1}]}])
    assert exposed_but_not_returned(dossier_of(value)) == ()


def test_a_property_in_the_request_that_was_not_returned_is_named() -> None:
    """S0-23: returned fields are title and text, and the request holds the summary too."""
    summary = "Logs go after two years."
    returned = '{"title": "Retention", "text": "' + POLICY_TEXT + '"}'
    value = answer(
        artifacts=[passage(metadata={"summary": summary, "language": "en"})],
        capture={
            "views": [{"kind": "returned_fields", "artifact": "policy", "text": returned}],
            "request": {"text": f"Summary: {summary}\nen {POLICY_TEXT}"},
        },
    )
    (found,) = exposed_but_not_returned(dossier_of(value)) or ()
    assert (found.artifact, found.what, tuple(found.span or ())) == ("policy", "summary", (9, 9 + len(summary)))


def test_a_view_that_only_claims_a_property_exposes_nothing_that_the_request_lacks() -> None:
    value = answer(
        capture={
            "views": [
                {"kind": "returned_fields", "artifact": "policy", "text": POLICY_TEXT},
                {"kind": "language_model", "artifact": "policy", "text": "Summary: Logs go after two years."},
            ],
            "request": {"text": POLICY_TEXT},
        },
    )
    assert exposed_but_not_returned(dossier_of(value)) == ()


def test_words_that_were_embedded_and_not_shown_to_the_model_are_one_range_with_the_name_of_their_field() -> None:
    """S0-24."""
    embedded = f"Summary: Logs go after two years.\n{POLICY_TEXT}"
    views = [
        {"kind": "embedding", "artifact": "policy", "text": embedded},
        {"kind": "language_model", "artifact": "policy", "text": POLICY_TEXT},
    ]
    (found,) = embedding_only(dossier_of(answer(capture={"views": views}))) or ()
    assert (found.what, found.span and found.span.slice(embedded)) == ("summary", "Summary: Logs go after two years.")
    assert embedding_only(dossier_of(answer(capture={"views": views[:1]}))) is None
    assert embedding_only(dossier_of(answer(capture={"views": [views[1], views[1] | {"kind": "embedding"}]}))) == ()


def aided(**capture: Any) -> Any:
    aids = [{"artifact": f"aid{n}", "kind": "hypothetical_document", "aggregation": "mean_embedding"} for n in range(5)]
    texts = [passage(f"Logs may be kept for {n} years.", key=f"aid{n}", origin="generated") for n in range(5)]
    return answer(artifacts=[passage(), *texts], capture={"retrieval": [{"aids": aids}]} | capture)


def test_five_aids_of_which_none_is_in_the_request_are_said_to_be_absent() -> None:
    """S0-19."""
    request = {"text": POLICY_TEXT, "ranges": [{"span": [0, 80], "origin": "original", "artifact": "policy"}]}
    assert [there for _, there in aids_in_request(dossier_of(aided(request=request)))] == [False] * 5


def test_an_aid_is_in_the_request_by_its_range_or_by_its_words_and_without_a_request_nobody_can_tell() -> None:
    ranges = [{"span": [0, 3], "origin": "generated", "artifact": "aid1"}]
    request = {"text": "Hm. Logs may be kept for 3 years.", "ranges": ranges}
    found = [there for _, there in aids_in_request(dossier_of(aided(request=request)))]
    assert found == [False, True, False, True, False]
    assert {there for _, there in aids_in_request(dossier_of(aided()))} == {None}
    assert aids_in_request(dossier_of(answer())) == ()


def test_an_aid_without_a_text_is_absent_only_from_a_request_without_gaps() -> None:
    value = aided(request={"text": "Logs?", "ranges": [{"span": [0, 5], "origin": "user_query"}]})
    value["artifacts"] = [passage()]
    assert {there for _, there in aids_in_request(dossier_of(value))} == {False}
    value["capture"]["request"] = {"text": "Logs?"}
    assert {there for _, there in aids_in_request(dossier_of(value))} == {None}


@pytest.mark.parametrize(
    ("capture", "basis"),
    [
        ({"request": {"text": "Logs?"}, "configuration": {"hyde": True}}, "captured_request"),
        ({"request": {"digest": "sha256:" + "0" * 64}}, "captured_request"),
        (
            {"views": [{"kind": "language_model", "artifact": "policy", "basis": "configuration_claim"}]},
            "configuration_claim",
        ),
        ({"configuration": {"method": "HyDE enabled"}}, "unknown"),
        ({"request": {"assembled_at": "2026-11-01T10:00:00Z"}}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_only_a_stored_request_is_the_basis_of_an_exposure_statement(capture: Any, basis: str) -> None:
    """S0-03: that a method is enabled leaves the exposure unknown."""
    assert basis_of(dossier_of(answer(capture=capture))) == basis


def test_an_answer_with_a_derived_chunk_whose_source_text_was_returned_exposes_nothing() -> None:
    chunk = passage(POLICY_TEXT[:31], key="chunk", origin="derived")
    value = answer(
        manifest=[{"label": "E1", "artifact": "chunk"}],
        artifacts=[passage(), chunk],
        transformations=[step("cut", "policy", "chunk", ([0, 31], [0, 31], "exact_copy"))],
        capture={
            "views": [{"kind": "returned_fields", "artifact": "policy", "text": POLICY_TEXT}],
            "request": {
                "text": POLICY_TEXT[:31],
                "ranges": [{"span": [0, 31], "origin": "original", "artifact": "chunk", "block": "E1"}],
            },
        },
    )
    assert exposed_but_not_returned(dossier_of(value)) == ()


def test_ways_that_part_and_meet_again_a_thousand_times_are_walked_once() -> None:
    keys = [f"t{n}" for n in range(1_000)]
    joins = [step(f"j{n}{side}", keys[n - 1], keys[n]) for n in range(1, 1_000) for side in ("a", "b")]
    value = answer(
        manifest=[{"label": "E1", "artifact": "t999"}],
        artifacts=[passage("Logs.", key=key, origin="derived") for key in keys],
        transformations=[*joins, step("back", "t999", "t0")],
        capture={
            "views": [{"kind": "returned_fields", "artifact": "unknown", "text": "{}"}],
            "request": {"text": "Logs.", "ranges": [{"span": [0, 5], "origin": "original", "artifact": "t999"}]},
        },
    )
    assert [found.what for found in exposed_but_not_returned(dossier_of(value)) or ()] == ["t999"]


def test_a_circle_of_texts_returns_nothing_by_itself() -> None:
    value = answer(
        artifacts=[passage(origin="derived"), passage(key="other", origin="derived")],
        transformations=[step("there", "policy", "other"), step("back", "other", "policy")],
        capture={
            "views": [{"kind": "returned_fields", "artifact": "unknown", "text": "{}"}],
            "request": {"text": "Logs.", "ranges": [{"span": [0, 5], "origin": "original", "artifact": "policy"}]},
        },
    )
    assert [found.what for found in exposed_but_not_returned(dossier_of(value)) or ()] == ["policy"]
