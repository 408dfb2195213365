from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.bundle import Answer
from lineage.evidence.reading import PayloadError
from lineage.evidence.structure import find_faults
from lineage.evidence.vocabulary import Attachment, Origin
from lineage.formats import expertqa
from lineage.text.span import Span
from tests.formats.messages import statuses

URL = "https://rules.example/1"
TEXT = "Invoices are kept [1]. Drafts are not [2][1]."


def evidence(marker: Any = "[1]", url: Any = URL, passage: Any = "Keep invoices for ten years.") -> dict[str, Any]:
    return {"marker": marker, "url": url, "passage": passage}


def claim(text: str, start: Any, end: Any, *rows: Any) -> dict[str, Any]:
    return {"claim": text, "start": start, "end": end, "support": "Complete", "evidence": list(rows)}


def row(*claims: Any, **changes: Any) -> dict[str, Any]:
    return {
        "item_id": "item-1",
        "question": "How long?",
        "system": "rr_x",
        "answer": TEXT,
        "attribution": [f"[1] {URL}", "[2] https://rules.example/2 "],
        "annotator": "a7",
        "claims": list(claims),
        **changes,
    }


FIRST = claim("Invoices are kept [1].", 0, 22, evidence())
SECOND = claim("Drafts are not [2][1].", 23, 45, evidence("[2]", "https://rules.example/2", None), evidence())


def read(payload: Any) -> Answer:
    (answer,) = expertqa.read(payload, json.dumps(payload))
    assert find_faults(answer, {}, {}) == ()
    return answer


def test_claims_have_their_published_place_and_citations_their_markers() -> None:
    answer = read(row(FIRST, SECOND))
    assert [(c.key, c.place, c.boundary) for c in answer.claims] == [
        ("claim-1", Span(0, 22), "declared"),
        ("claim-2", Span(23, 45), "declared"),
    ]
    assert [(c.key, c.cited, c.place) for c in answer.citations] == [
        ("claim-1-citation-1", "1", Span(18, 21)),
        ("claim-2-citation-1", "2", Span(38, 41)),
        ("claim-2-citation-2", "1", Span(41, 44)),
    ]


def test_a_passage_is_found_and_one_that_was_not_published_is_not_retained() -> None:
    answer = read(row(FIRST, SECOND))
    assert statuses(answer) == [("span_resolved", ""), ("not_retained", ""), ("span_resolved", "")]
    assert {artifact.text: artifact.origin for artifact in answer.artifacts} == {
        "Keep invoices for ten years.": Origin.ORIGINAL,
        None: Origin.UNRESOLVED,
    }


def test_attribution_is_footnote_map_and_manifest_also_where_nothing_cites_it() -> None:
    answer = read(row(FIRST))
    assert answer.footnotes is not None and answer.manifest is not None
    assert [(note.number, note.target) for note in answer.footnotes] == [("1", URL), ("2", "https://rules.example/2")]
    assert [entry.label for entry in answer.manifest] == ["1", "2"]


def test_a_marker_outside_the_attribution_is_kept() -> None:
    answer = read(row(claim("Invoices are kept [1].", 0, 22, evidence("[9]", "", ""), evidence("see", None, None))))
    assert [(c.cited, c.artifact) for c in answer.citations] == [("9", None), ("see", None)]
    assert statuses(answer) == [("unresolved_id", "unmapped_number"), ("unresolved_id", "")]


def test_one_number_with_two_passages_stands_twice_in_the_manifest() -> None:
    answer = read(row(FIRST, claim("Drafts are not [2][1].", 23, 45, evidence(passage="Other words."))))
    assert answer.manifest is not None and [entry.label for entry in answer.manifest] == ["1", "1", "2"]


def test_a_claim_that_was_altered_has_no_place_and_keeps_its_words() -> None:
    answer = read(row(claim("Invoices are always kept.", None, None, evidence())))
    assert [(c.place, c.text) for c in answer.claims] == [(None, "Invoices are always kept.")]
    assert answer.citations[0].place is None


def test_words_are_kept_only_where_they_differ_from_the_answer_at_their_place() -> None:
    answer = read(row(FIRST, claim(" Drafts are not [2][1].", 23, 45)))
    assert [c.text for c in answer.claims] == [None, " Drafts are not [2][1]."]


@pytest.mark.parametrize(("start", "end"), [(0, 999), (-1, 4), (5, 5), (9, 3), (0, None)])
def test_a_range_that_is_none_is_no_place(start: Any, end: Any) -> None:
    assert read(row(claim("Invoices", start, end))).claims[0].place is None


def test_labels_of_people_are_kept_and_are_no_verdicts() -> None:
    answer = read(row(FIRST))
    assert answer.judge_results == ()
    assert answer.capture.extra == {"annotator": "a7", "labels": {"claim-1": {"support": "Complete"}}}


@pytest.mark.parametrize(
    ("system", "attachment"),
    [
        ("rr_x", Attachment.BOUND_BEFORE_GENERATION),
        ("post_hoc_x", Attachment.POST_HOC_SIMILARITY),
        ("a_model", Attachment.UNKNOWN),
    ],
)
def test_the_system_says_how_citations_were_attached(system: str, attachment: Attachment) -> None:
    answer = read(row(FIRST, system=system))
    assert (answer.attachment, answer.response_version) == (attachment, f"item-1:{system}")


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        (row(claim("x", "0", 3)), "/claims/0/start"),
        (row(claim("x", 0, True)), "/claims/0/end"),
        (row("claim"), "/claims/0"),
        (row({**FIRST, "evidence": 3}), "/claims/0/evidence"),
        (row(claim("x", 0, 3, evidence(url=5))), "/claims/0/evidence/0/url"),
        (row(attribution=[3]), "/attribution/0"),
        (row(answer=4), "/answer"),
    ],
)
def test_what_has_the_wrong_type_is_named_by_its_pointer(payload: Any, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        read(payload)
    assert caught.value.pointer == pointer
