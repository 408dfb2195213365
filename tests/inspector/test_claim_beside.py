"""Texts beside one another on the claim page: translation, row and grid, raw and normalized; locator and questions."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from inspector.pages.beside_view import Alignment, RowBesideGrid
from inspector.pages.claim_reading import Reading, origin_layers
from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import EvidencePanel
from lineage.evidence.vocabulary import Attachment
from lineage.text.span import Span
from tests.golden import CASES, GoldenCase, inspect_case, load_case
from tests.inspector.reading import STRANGER, page_of, reading_of

LOGS = "origin/archived-logs"


def panel_of(case: str, claim: str, **chosen: Any) -> EvidencePanel:
    panel = page_of(reading_of(case, claim, **chosen)).evidence
    assert panel is not None
    return panel


def words(drawn: DrawnText) -> str:
    return "".join(run.text for piece in drawn.pieces for run in piece.runs)


def changed(change: Any) -> Reading:
    """The demo case with something changed in its bundle."""
    case = load_case(CASES / f"{LOGS}.json")
    bundle = copy.deepcopy(case.bundle)
    change(bundle)
    dossier, inspection = inspect_case(replace(case, bundle=bundle) if isinstance(case, GoldenCase) else case)
    return replace(reading_of(LOGS, "c1"), dossier=dossier, inspection=inspection)


def translation() -> Alignment:
    (alignment,) = panel_of(LOGS, "c3", span="x3").translations
    return alignment


def grid() -> RowBesideGrid:
    found = panel_of(LOGS, "c2").grid
    assert found is not None
    return found


def test_a_translation_stands_beside_its_original_sentence_by_sentence_with_languages() -> None:
    (cited,) = [row for row in translation().rows if row.is_cited]
    assert (cited.original.language, cited.translated.language) == ("de", "en")
    assert len(translation().rows) >= 2 and not translation().is_coarse
    assert words(cited.original) in words_of_extract() and words(cited.translated) not in words_of_extract()


def words_of_extract() -> str:
    return reading_of(LOGS, "c3").dossier.find_text("leipzig-appendix-2-extract") or ""


def test_a_translation_that_is_aligned_as_one_piece_says_so() -> None:
    def one_piece(bundle: Any) -> None:
        for step in bundle["transformations"]:
            if step["kind"] == "translation":
                for derivation in step["derivations"]:
                    ends = [max(s[side][1] for s in derivation["segments"]) for side in ("output", "input")]
                    derivation["segments"] = [{"output": [0, ends[0]], "input": [0, ends[1]], "kind": "translated"}]

    reading = changed(one_piece)
    reading = replace(reading, claim=reading.dossier.claims["c3"])
    (alignment,) = page_of(reading).evidence.translations  # type: ignore[union-attr]
    assert alignment.is_coarse and "one piece over the whole text" in alignment.note


def test_each_phrase_of_a_row_has_the_number_of_its_cell() -> None:
    cells = {cell.number: words(cell.drawn) for row in grid().rows for cell in row if cell.number}
    phrases = {phrase.number: words(phrase.drawn) for phrase in grid().phrases if phrase.number}
    assert set(cells) == set(phrases)
    assert {phrases[number].casefold(): cells[number].casefold() for number in phrases} == {
        "table 2": "table 2 retention schedule", "record class": "record class", "period": "period", "starts": "starts",
        "archived support logs": "archived support logs", "24 months": "24 months",
        "closure of the ticket": "closure of the ticket",
    }  # fmt: skip


def test_the_phrases_of_a_row_join_to_the_row_and_the_cited_one_is_marked() -> None:
    text = reading_of(LOGS, "c2").dossier.find_text("schedule-row-1")
    assert "".join(words(phrase.drawn) for phrase in grid().phrases) == text
    assert [words(phrase.drawn) for phrase in grid().phrases if phrase.is_cited] == ["24 months"]


def test_a_phrase_that_comes_from_no_cell_is_named() -> None:
    def without_closure(bundle: Any) -> None:
        for step in bundle["transformations"]:
            if step["key"] == "linearize-schedule-row-1":
                step["derivations"][0]["segments"].pop()

    reading = changed(without_closure)
    reading = replace(reading, claim=reading.dossier.claims["c2"])
    found = page_of(reading).evidence.grid  # type: ignore[union-attr]
    assert found is not None and "“Closure of the ticket” comes from no cell." in found.note


def test_the_raw_extract_stands_beside_the_normalized_text_or_the_page_says_why_not() -> None:
    same = panel_of(LOGS, "c1").raw
    assert same is not None and same.difference is None and "same characters" in same.said
    none = panel_of("origin/thirty-days", "c1").raw
    assert (
        none is not None and none.difference is None and none.said.startswith("No normalized text stands on this way")
    )


def test_a_line_break_that_normalization_took_out_is_shown_as_a_difference() -> None:
    def cite_the_hold(bundle: Any) -> None:
        answer = bundle["answers"][0]
        answer["manifest"].append({"label": "E9", "artifact": "policy-7-s3", "position": 4})
        answer["citations"][0] |= {"cited": "E9", "range": [13, 112], "quoted_text": None}

    raw = page_of(changed(cite_the_hold)).evidence.raw  # type: ignore[union-attr]
    assert raw is not None and raw.difference is not None
    assert {run.kind for run in raw.difference.runs} >= {"equal", "delete"}


def test_the_locator_leads_back_to_the_words_in_the_named_text() -> None:
    locator = panel_of(LOGS, "c1").locator
    assert locator is not None
    data = json.loads(locator.data)
    quote, position = data["selector"]
    text = reading_of(LOGS, "c1").dossier.find_text("retention-policy-7-extract") or ""
    assert data["source"] == "https://intranet.brightwater.example/policies/retention-7.pdf"
    assert text[position["start"] : position["end"]] == quote["exact"]
    assert quote["representation"]["extract"] == "retention-policy-7-extract"
    assert "characters 1094 to 1174" in locator.words


def test_a_citation_without_a_passage_has_no_locator() -> None:
    assert panel_of("identity/unknown-id", "c1").locator is None


def test_the_qualifier_is_marked_in_the_original_and_the_step_that_lost_it_is_named() -> None:
    (original,) = panel_of(LOGS, "c1").context
    assert original.drawn is not None
    marked = ["".join(run.text for run in p.runs) for p in original.drawn.pieces if "qualifier" in p.looks]
    assert marked == ["except where"]
    assert original.note == "“except where” was dropped in support-memo, by summarize-support-memo."


def test_the_lowest_confidence_stands_beside_the_source() -> None:
    assert panel_of(LOGS, "c1").confidence == "lowest confidence 0.81 (summarization, p. 4)"


def test_a_divider_stands_where_words_about_the_source_end() -> None:
    reading = reading_of("origin/source-words-after-a-prefix", "c1")
    artifact = next(one for one in reading.dossier.artifacts.values() if one.origins)
    looks = [(layer.span, layer.looks) for layer in origin_layers(artifact, artifact.text or "")]
    # The prefix of that case ends at 44.
    assert looks == [(Span(0, 44), ("look-generated",)), (Span(44, 45), ("starts-source",))]


def test_the_four_questions_of_the_reader_stand_with_the_source() -> None:
    panel = panel_of(LOGS, "c1")
    assert [line.short for line in panel.asked] == ["source", "revision", "passage supplied", "reader may see it"]
    assert panel.is_successful


def test_the_three_questions_stand_with_the_claim_and_their_basis() -> None:
    lines = page_of(reading_of(LOGS, "c1")).questions
    assert [line.said.word for line in lines] == ["passed", "unclear", "failed"]
    assert [line.basis for line in lines] == ["code", "judge", "code"]


def test_a_masked_source_leaves_nothing_of_these() -> None:
    panel = page_of(reading_of(LOGS, "c1", reader=STRANGER), STRANGER).evidence
    assert panel is not None
    assert (panel.translations, panel.grid, panel.raw, panel.locator, panel.confidence) == ((), None, None, None, "")
    assert all(not line.note for line in panel.asked)


@pytest.mark.parametrize("mode", ["post_hoc_model", "post_hoc_similarity"])
def test_citations_added_afterwards_bear_the_badge(mode: str) -> None:
    reading = changed(lambda bundle: bundle["answers"][0].update(attachment=mode))
    page = page_of(reading)
    assert page.is_post_hoc and page.attachment == Attachment(mode).label


def test_the_failures_of_the_retention_case_are_named_before_anything_is_opened() -> None:
    page = page_of(reading_of(LOGS, "c1"))
    rules = [rule for rule, _, _ in page.found]
    for wanted in ("lineage/derivative-only-support", "support/qualifier-dropped", "retrieval/ranking-inversion"):
        assert wanted in rules
    # The translation belongs to another claim of the same answer.
    assert "lineage/translation-without-original" in page.found_elsewhere
