"""The answer page, from golden cases and whole captures to HTML."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from inspector.pages.answer_page import LISTS, AnswerPage
from inspector.pages.answer_request import WINDOW
from tests.golden import CASES, load_case, load_cases
from tests.inspector.answer_bundles import BY_THE_WAY, OPEN, full_bundle
from tests.inspector.answers import answer_page_of, answer_reading_of, drawn, reading_of_bundle
from tests.inspector.reading import ADA, STRANGER, words_of

LOGS = "origin/archived-logs"
REGIONS = (
    "head", "references", "claims", "findings", "output", "numbers", "request", "views", "retrieval", "passages",
    "blocks", "hops", "settings", "checklist", "clocks",
)  # fmt: skip
EVERY = [case.name for case in load_cases()]


@pytest.fixture(scope="module")
def full() -> AnswerPage:
    return answer_page_of(reading_of_bundle(full_bundle()))


def bare_bundle(**answer: Any) -> dict[str, Any]:
    """An answer of which nothing was captured but its text and one claim."""
    said = {"text": "Dogs travel free.", "claims": [{"key": "c1", "text": "Dogs travel free."}]}
    return {"schema": "evidence-inspector/1", "answers": [{"case": {"key": "bare"}, **said, **answer}]}


def section(html: str, region: str) -> str:
    return html.partition(f'data-region="{region}"')[2].partition("</section>")[0]


@pytest.mark.parametrize("case", EVERY)
def test_every_region_of_every_golden_answer_shows_data_or_says_that_it_was_not_recorded(case: str) -> None:
    page = answer_page_of(answer_reading_of(case))
    html = drawn(page)
    assert [region for region in REGIONS if f'data-region="{region}"' not in html] == []
    assert html.count("<h1") == 1
    for region in page.regions:
        shown = words_of(section(html, region.id))
        assert len(shown) > len(region.title), region
        if region.state == "absent":
            assert "not recorded" in shown and "absent-words" in section(html, region.id), region


@pytest.mark.parametrize("case", EVERY)
def test_findings_claims_and_levels_on_the_page_are_those_of_the_inspection(case: str) -> None:
    reading = answer_reading_of(case)
    page = answer_page_of(reading)
    assert len(page.findings.rows) == len(reading.inspection.findings) == sum(n for n, _ in page.findings.levels)
    assert [row.key for row in page.claims.rows] == [claim.key for claim in reading.dossier.answer.claims]
    assert sum(count for count, _ in page.head.standing) == len(page.claims.rows)


def test_the_retention_case_shows_its_four_failures_without_anything_being_opened() -> None:
    html = drawn(answer_page_of(answer_reading_of(LOGS)))
    shown = words_of(section(html, "findings"))
    for rule in (
        "lineage/derivative-only-support",
        "support/qualifier-dropped",
        "retrieval/ranking-inversion",
        "lineage/translation-without-original",
    ):
        assert rule in shown, rule
    assert "<details" not in section(html, "findings")


def test_the_sentence_on_top_is_that_of_the_heaviest_finding_and_leads_to_its_claim() -> None:
    page = answer_page_of(answer_reading_of(LOGS))
    assert "except where a legal hold applies" in page.head.sentence
    assert page.head.sentence_url == "/claims/c1/"
    assert page.head.decided.word == "blocked"


def test_an_answer_without_findings_says_what_that_does_not_show(full: AnswerPage) -> None:
    page = answer_page_of(answer_reading_of("syntax/well-formed"))
    assert "no rule checks" in page.head.sentence


def test_citations_that_were_added_afterwards_carry_a_badge(full: AnswerPage) -> None:
    """S3-12."""
    assert full.head.badges[0].word == "citations post hoc, by similarity: a pointer is not grounding"


def test_the_audit_names_unknown_ids_by_claim_claims_without_a_citation_and_ids_given_twice() -> None:
    """S2-15."""
    bundle = bare_bundle(
        manifest=[{"label": "E1", "artifact": "a"}, {"label": "E1", "artifact": "b"}],
        claims=[{"key": "c1", "text": "One."}, {"key": "c2", "text": "Two."}],
        citations=[{"key": "x1", "claim": "c1", "cited": "E9"}],
        artifacts=[{"key": key, "kind": "chunk", "text": key} for key in "ab"],
    )
    audit = answer_page_of(reading_of_bundle(bundle)).audit
    assert audit.passed.word == "not passed"
    found = [[line.said.word, [(id, claim) for id, claim, _ in line.found]] for line in audit.lines]
    assert found == [
        ["1 unknown", [("E9", "claim 1")]],
        ["1 uncited", [("", "claim 2")]],
        ["1 given twice", [("E1", "")]],
    ]


def test_without_a_manifest_there_is_no_audit_and_it_is_no_pass() -> None:
    audit = answer_page_of(reading_of_bundle(bare_bundle())).audit
    assert (audit.passed, audit.region.state) == (None, "absent")


def test_the_request_counts_the_code_points_that_nobody_marked(full: AnswerPage) -> None:
    """S0-27: the line feed before it and the aside."""
    assert full.request.unmarked == len("\n" + BY_THE_WAY)
    assert f"{full.request.unmarked} code points unmarked" in words_of(section(drawn(full), "request"))


def test_the_stretches_of_the_request_are_the_request(full: AnswerPage) -> None:
    said = [piece.said.word for piece in full.request.pieces]
    assert said == ["instruction", "label", "original", "unmarked", "question"]
    joined = "".join(run.text for stretch in full.request.pieces for part in stretch.drawn.pieces for run in part.runs)
    assert joined == full_bundle()["answers"][0]["capture"]["request"]["text"]


def test_a_long_request_is_windowed_and_its_windows_join() -> None:
    text = "".join(f"Line {number:05} of the request.\n" for number in range(2_000))
    bundle = bare_bundle(capture={"request": {"text": text, "ranges": []}})
    reading, at, joined = reading_of_bundle(bundle), 0, ""
    while at < len(text):
        request = answer_page_of(reading, request=at).request
        assert request.end - request.start <= WINDOW + 200
        joined += "".join(run.text for row in request.pieces for part in row.drawn.pieces for run in part.runs)
        assert bool(request.later) == (request.end < len(text))
        at = request.end
    assert joined == text


@pytest.mark.parametrize("at", [10**9, 10**11])
def test_a_place_beyond_the_text_is_its_end(full: AnswerPage, at: int) -> None:
    page = answer_page_of(reading_of_bundle(full_bundle()), request=at, raw=at)
    assert page.request.end == page.request.length
    assert page.outputs.raw.drawn.end == page.outputs.raw.drawn.length


def test_the_raw_output_stands_beside_the_rendered_answer_with_its_numbers_as_they_came(full: AnswerPage) -> None:
    html = section(drawn(full), "output")
    assert "1.50" in html and "Have a good trip." in html
    assert [said.word for said in full.outputs.compared] == [
        "the reader saw other words",
        "the answer's text stands in the raw output as it is",
    ]
    assert full.outputs.change is not None


def test_a_number_whose_card_shows_another_passage_is_said() -> None:
    """S2-22."""
    (row,) = answer_page_of(answer_reading_of("identity/cards-resorted")).numbers.rows
    assert (row.number, row.saved.key, row.shown.key) == ("1", "refund", "damage")
    assert row.said.word == "another passage than it meant"


def test_the_eight_sections_of_the_ledger_stand_in_their_order_and_thresholds_that_lack_say_so() -> None:
    """S4-17."""
    bundle = full_bundle()
    del bundle["answers"][0]["capture"]["retrieval"][0]["thresholds"]
    page = answer_page_of(reading_of_bundle(bundle))
    (run,) = page.retrieval.runs
    assert [name for name, _ in run.sections] == [
        "original query", "rewritten queries", "filters", "candidate ids", "fusion", "reranker order", "thresholds",
        "model versions",
    ]  # fmt: skip
    shown = words_of(section(drawn(page), "retrieval"))
    assert "thresholds not recorded" in shown
    assert (page.retrieval.region.state, page.retrieval.region.missing) == ("partial", "thresholds")


def test_a_candidate_shows_every_rank_that_led_to_it_its_penalty_and_what_it_covers(full: AnswerPage) -> None:
    """S3-48, S4-15: dense 7, sparse 2, fused 1."""
    ((layer,),) = [run.layers for run in full.retrieval.runs]
    (row,) = layer.rows
    assert layer.name == "evidence rerank"
    assert (row.ranks, row.fused, row.final) == (("dense 7", "sparse 2"), 1, 1)
    assert (row.penalty, row.fate.word) == ("0.2, ocr .71", "packed as E1")
    assert [fact.value for fact in row.covers] == ["fare"]


def test_an_aid_is_said_to_be_in_the_generators_input_only_where_the_request_shows_it() -> None:
    bundle = full_bundle()
    bundle["answers"][0]["artifacts"].append(
        {
            "key": "imagined",
            "kind": "hypothetical_document",
            "origin": "generated",
            "text": "Dogs pay a crown each way.",
        }
    )
    (aid,) = answer_page_of(reading_of_bundle(bundle)).retrieval.runs[0].aids
    assert (aid.kind, aid.in_request, aid.said.word) == ("hypothetical document", False, "no")


def test_a_subclaim_without_a_candidate_is_named(full: AnswerPage) -> None:
    assert "uncovered what a cat pays" in words_of(section(drawn(full), "retrieval"))


def test_words_that_only_the_embedding_saw_are_named_with_the_basis_of_each_view(full: AnswerPage) -> None:
    """S0-24, S0-03."""
    assert full.views.basis.word == "captured request"
    (row,) = full.views.rows
    assert [cell.basis.word for cell in row.cells] == ["captured request", "configuration only", "not recorded"]
    assert len(full.views.embedded) == 1


def test_each_followed_passage_has_a_cell_for_every_step_and_a_loss_is_told() -> None:
    page = answer_page_of(answer_reading_of(LOGS))
    assert all(len(row.cells) == len(page.histories.steps) == 8 for row in page.histories.rows)
    assert page.histories.rows[0].cited_by


def test_a_trimmed_block_says_which_characters_were_supplied_and_shows_no_others(full: AnswerPage) -> None:
    (block,) = full.blocks.rows
    assert block.trimmed == f"trimmed: characters 0–54 of {len(OPEN)}"
    assert "Bicycles" not in "".join(run.text for part in block.drawn.pieces for run in part.runs)


def test_a_merged_block_names_its_parts_and_what_joins_them() -> None:
    page = answer_page_of(answer_reading_of(LOGS))
    block = next(row for row in page.blocks.rows if row.label == "E2")
    assert [(part.addition.word, part.passage.key) for part in block.parts] == [
        ("neighbour", "policy-7-s4.3"),
        ("matched", "schedule-row-1"),
    ]
    assert block.parts[0].separator.value == r"\n"


def test_a_hop_names_what_it_rests_on_and_what_uses_it(full: AnswerPage) -> None:
    (hop,) = full.hops.rows
    assert (hop.said.word, hop.supports[0].passage.key, hop.used_by[0].words) == ("supported", "timetable", "claim 1")


def test_settings_that_pin_the_runtime_are_named_under_any_of_their_spellings(full: AnswerPage) -> None:
    assert [(fact.name, fact.value) for fact in full.settings.pinned] == [
        ("repository revision", "b41c7e2"),
        ("package lock", "sha256:ab"),
        ("model", "desk-large"),
    ]


def test_what_has_no_place_of_its_own_is_shown_and_hidden_whole_from_who_may_not_read_a_source() -> None:
    bundle = load_case(CASES / f"{LOGS}.json").bundle
    bundle["answers"][0].setdefault("capture", {})["extra"] = {"rejected": ["a bullet without a source span"]}
    for reader, shown in ((ADA, "a bullet without a source span"), (STRANGER, None)):
        (other,) = answer_page_of(reading_of_bundle(bundle, reader)).settings.others
        assert (shown is None) == other.is_masked
        assert shown is None or shown in str(other.value)


def test_an_answer_of_text_alone_has_one_of_seven_captured_and_is_told_to_instrument_first() -> None:
    """S2-46."""
    page = answer_page_of(reading_of_bundle(bare_bundle()))
    assert (page.checklist.present, page.checklist.total) == (1, 7)
    html = drawn(page)
    assert "Add instrumentation before changing thresholds" in section(html, "checklist")
    absent = {region.id for region in page.regions if region.state == "absent"}
    assert absent >= {"references", "numbers", "request", "views", "retrieval", "blocks", "hops", "settings"}


def many_bundle(candidates: int) -> dict[str, Any]:
    bundle = full_bundle()
    answer = bundle["answers"][0]
    run = answer["capture"]["retrieval"][0]
    for number in range(candidates):
        run["candidates"].insert(0, {"artifact": f"p{number}", "layer": "recall", "fused_rank": number})
        answer["artifacts"].append({"key": f"p{number}", "kind": "chunk", "text": f"Passage {number}."})
    return bundle


def test_of_many_candidates_the_first_twenty_and_the_followed_ones_are_shown_and_a_link_to_all() -> None:
    reading = reading_of_bundle(many_bundle(200))
    (run,) = answer_page_of(reading).retrieval.runs
    shown = [row.passage.key for layer in run.layers for row in layer.rows]
    assert len(shown) == 21 and "timetable" in shown
    assert (run.candidates_listed.shown, run.candidates_listed.total) == (21, 201)
    (whole,) = answer_page_of(reading, opened=frozenset(LISTS)).retrieval.runs
    assert sum(len(layer.rows) for layer in whole.layers) == 201


def test_every_id_on_the_page_stands_there_once_and_every_link_within_it_leads_somewhere(full: AnswerPage) -> None:
    html = drawn(full)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_the_table_of_contents_names_every_region_with_its_state(full: AnswerPage) -> None:
    html = drawn(answer_page_of(reading_of_bundle(bare_bundle())))
    contents = html.partition('class="contents"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#(\w+)"', contents) == list(REGIONS)
    assert words_of(contents).count("not recorded") >= 8


def test_words_from_outside_are_text_wherever_they_stand() -> None:
    """No name, setting, author or reason becomes markup."""
    evil = '<img src=x onerror="alert(1)">'
    bundle = json.loads(json.dumps(full_bundle()).replace("desk-prompt/17", json.dumps(evil)[1:-1]))
    answer = bundle["answers"][0]
    answer["capture"]["configuration"][evil] = evil
    answer["capture"]["cache"] = {evil: [evil]}
    answer["capture"]["retrieval"][0] |= {"filters": {evil: evil}, "fusion": evil}
    answer["capture"]["timings"].append({"stage": evil})
    answer["capture"]["hops"][0]["status"] = evil
    answer["capture"]["access_checks"][0] |= {"phase": evil, "outcome": evil, "detail": evil}
    answer["producer"] = answer["exposure_condition"] = evil
    answer["raw_payload"] = evil
    html = drawn(answer_page_of(reading_of_bundle(bundle)))
    assert "<img" not in html and "&lt;img" in html
