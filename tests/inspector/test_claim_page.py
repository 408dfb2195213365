"""The claim page, from golden cases to HTML."""

import json
import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from inspector.pages.claim_reading import Reading
from inspector.pages.claim_view import ClaimPage
from inspector.pages.withheld import BY_LABEL_WORDS
from lineage.evidence.vocabulary import Decision, ResolutionStatus
from tests.golden import CASES, inspect_case, load_case, load_cases
from tests.inspector.reading import STRANGER, page_of, reading_of, words_of

LOGS = "origin/archived-logs"
REGIONS = (
    "question", "claim", "findings", "source", "cited", "context", "intermediate", "path", "hashes", "strip", "judges",
    "verdict", "history",
)  # fmt: skip
EVERY_CLAIM = [(case.name, claim) for case in load_cases() for claim in inspect_case(case)[0].claims]


def keys_of(reading: Reading) -> list[str]:
    return [citation.key for citation in reading.citations]


def rendered(page: ClaimPage) -> str:
    request = RequestFactory().get(page.url)
    request.reader = None
    return render_to_string("inspector/claim.html", {"page": page}, request=request)


@pytest.mark.parametrize(("case", "claim"), EVERY_CLAIM)
def test_every_region_stands_on_the_page_of_every_golden_claim(case: str, claim: str) -> None:
    html = rendered(page_of(reading_of(case, claim)))
    assert [region for region in REGIONS if f'data-region="{region}"' not in html] == []
    assert html.count("<h1") == 1


@pytest.mark.parametrize(("case", "claim"), EVERY_CLAIM)
def test_the_investigators_eight_fields_stand_in_their_order(case: str, claim: str) -> None:
    strip = rendered(page_of(reading_of(case, claim))).partition('data-region="strip"')[2]
    terms = re.findall(r"<dt>([^<]+)</dt>", strip.partition("</dl>")[0])
    assert terms == ["case", "claim", "source", "version", "stage hashes", "evaluation", "score", "reason"]


def test_the_sentence_on_top_is_the_diagnosis_of_the_claim() -> None:
    page = page_of(reading_of(LOGS, "c1"))
    assert page.sentence == (
        "The citation points to a summary; the original it came from says “except where a legal hold applies”."
    )
    assert page.decided.word == Decision.BLOCKED.label


def test_the_original_that_a_summary_came_from_is_drawn_with_the_words_it_dropped() -> None:
    page = page_of(reading_of(LOGS, "c1"))
    (original,) = page.evidence.context
    marked = "".join(run.text for piece in original.drawn.pieces if "x1" in piece.spans for run in piece.runs)
    assert marked == "Archived support logs are kept for 24 months, except where a legal hold applies."


def test_the_path_goes_from_the_extract_to_what_was_supplied() -> None:
    names = [stage.name for stage in page_of(reading_of(LOGS, "c1")).path]
    assert names == [
        "canonical extract", "normalized text", "chunk", "summary", "trimmed block", "supplied to the answer",
    ]  # fmt: skip


def test_an_opened_stage_shows_its_text_and_what_the_step_changed() -> None:
    summary = page_of(reading_of(LOGS, "c1", stage=4)).path[3]
    removed = "".join(
        run.text
        for part in summary.difference.runs
        if part.kind == "delete"
        for piece in part.drawn.pieces
        for run in piece.runs
    )
    assert summary.passage.drawn is not None
    assert "legal hold" in removed


def test_a_stage_without_a_digest_reads_not_recorded() -> None:
    html = rendered(page_of(reading_of(LOGS, "c1")))
    row = next(row for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL) if "rendered card" in row)
    assert "not recorded" in words_of(row)


def test_a_claim_that_cites_nothing_says_so_in_every_region() -> None:
    page = page_of(reading_of(LOGS, "c4"))
    assert page.evidence is None and page.path == ()
    assert rendered(page).count("absent-words") >= 5


def test_a_judge_that_read_a_truncated_copy_is_shown_with_the_difference() -> None:
    (judge,) = page_of(reading_of("evaluation/freezer-alarm", "c1")).judges
    assert judge.comparison.word == "it read another text than the answer was given"
    assert any(run.kind == "delete" for run in judge.difference.runs)


def test_an_unknown_id_is_shown_with_the_ids_that_were_offered() -> None:
    case = "identity/damaged-item-window"
    _, inspection = inspect_case(load_case(CASES / f"{case}.json"))
    unknown = next(one.citation for one in inspection.resolutions if one.status is ResolutionStatus.UNRESOLVED_ID)
    claim = next(claim for name, claim in EVERY_CLAIM if name == case and unknown in keys_of(reading_of(case, claim)))
    reading = reading_of(case, claim, span=unknown)
    (alternative,) = [one for one in page_of(reading).evidence.alternatives if one.offered]
    assert [label for label, _ in alternative.offered] == [entry.label for entry in reading.dossier.answer.manifest]


def test_a_masked_source_shows_neither_title_nor_address_nor_words() -> None:
    page = page_of(reading_of(LOGS, "c1", reader=STRANGER), STRANGER)
    html = rendered(page)
    case = load_case(CASES / f"{LOGS}.json")
    hidden = [version["title"] for source in case.bundle["sources"] for version in source["versions"]]
    hidden += [version["uri"] for source in case.bundle["sources"] for version in source["versions"]]
    hidden += ["legal hold", "Tickets are archived", "retention-policy", "No condition is mentioned"]
    # The digest of the judge's own configuration says nothing of the source.
    hidden += re.findall(r'(?<!configuration_digest": ")sha256:([0-9a-f]{64})', json.dumps(case.bundle))
    assert [words for words in hidden if words in html] == []
    assert BY_LABEL_WORDS in html
    assert not page.form.may_record


def test_the_address_names_the_selected_span_and_the_open_stage() -> None:
    reading = reading_of(LOGS, "c1", span="x1", stage=2)
    assert reading.address(stage=3) == "/claims/c1/?span=x1&stage=3"


def test_opening_the_neighbours_shows_more_of_the_source() -> None:
    near, wide = (page_of(reading_of(LOGS, "c1", wider=step)).evidence.context[0].drawn for step in (0, 2))
    assert wide.start < near.start and wide.end > near.end


def test_no_two_contracts_are_added_up() -> None:
    (here,) = [claim for claim in page_of(reading_of(LOGS, "c1")).claims if claim.is_here]
    assert [badge.contract for badge in here.badges] == ["syntax", "identity", "support", "coverage", "standing"]
    assert all(badge.basis in ("code", "judge", "person") for badge in here.badges)


@pytest.mark.parametrize(("case", "claim"), EVERY_CLAIM)
def test_no_score_stands_where_a_judge_did_not_complete(case: str, claim: str) -> None:
    for judge in page_of(reading_of(case, claim)).judges:
        assert bool(judge.score) <= (judge.status == "completed")
