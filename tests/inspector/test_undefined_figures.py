"""What is no number says why in words: never 0, never 1, never an empty place (M-81)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import resolve, reverse

from inspector.labels.label_set import JudgeSaid
from inspector.members import ensure_tenant
from inspector.models.judging import Certificate, JudgeBatch
from lineage.evidence.vocabulary import Role
from tests.inspector.figure_pages import Figures, read_figures, send_files
from tests.inspector.labelled_sets import judge_file, labelled, labels_file
from tests.inspector.making import make_member, signed_in
from tests.inspector.reading import words_of

CORRECTED = ("cohen_kappa", "fleiss_kappa", "alpha_nominal", "ac1")
ASKED = {"positive": ["yes"], "tpr_low": "0.1", "tnr_low": "0.1"}


@pytest.fixture
def pia(db: None) -> Client:
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "pia", Role.POLICY_ADMIN))


def bring_in(client: Client, *expected: str) -> str:
    data = labels_file(labelled(expected=expected))
    response = send_files(client, reverse("calibration_import"), [("labels.jsonl", data)])
    assert response.status_code == 303
    return str(resolve(response["Location"]).kwargs["public_id"])


def judged(client: Client, revision: str, said: list[JudgeSaid]) -> tuple[str, Figures]:
    """The batch of results, and its page."""
    address = f"{reverse('judge_import')}?revision={revision}"
    assert send_files(client, address, [("judge.jsonl", judge_file(said))]).status_code == 303
    batch = str(JudgeBatch.objects.get().public_id)
    return batch, read_figures(client, "judge_batch", batch)


def test_people_who_used_one_value_only_have_a_percentage_and_no_coefficient(pia: Client) -> None:
    revision = bring_in(pia, "yes", "yes", "yes")
    figures = read_figures(pia, "calibration_agreement", revision, field="support")
    assert figures.get("percent") == 1
    for name in CORRECTED:
        assert figures.why(name).startswith("undefined ") and len(figures.why(name)) > len("undefined ") + 10


def test_without_negatives_there_is_no_specificity_and_no_certificate(pia: Client) -> None:
    revision = bring_in(pia, "yes", "yes", "yes")
    batch, figures = judged(pia, revision, [JudgeSaid(f"item-{place}", label="yes", score=0.9) for place in range(3)])
    assert figures.get("tpr", "judge") == 1
    assert figures.get("tpr_low", "judge") == pytest.approx(0.05 ** (1 / 3), abs=1e-9)
    for name in ("tnr", "auroc"):
        assert figures.why(name, "judge").startswith("undefined ")
    response = pia.post(reverse("judge_certify", args=[batch]), ASKED)
    assert response.status_code == 422 and not Certificate.objects.exists()
    assert "negative" in words_of(response.content.decode())


def test_without_positives_there_is_no_sensitivity_and_no_certificate(pia: Client) -> None:
    revision = bring_in(pia, "no", "no")
    batch, figures = judged(pia, revision, [JudgeSaid(f"item-{place}", label="no") for place in range(2)])
    assert figures.get("tnr", "judge") == 1
    assert figures.why("tpr", "judge").startswith("undefined ")
    response = pia.post(reverse("judge_certify", args=[batch]), ASKED)
    assert response.status_code == 422 and not Certificate.objects.exists()
    assert "positive" in words_of(response.content.decode())


def test_numbers_that_are_no_probabilities_rank_items_and_have_no_brier_score(pia: Client) -> None:
    """Scores 2, 0.5, 1, -1 for yes, yes, no, no: of four pairs three are in order, so that AUROC is 3/4."""
    revision = bring_in(pia, "yes", "yes", "no", "no")
    scores = (2.0, 0.5, 1.0, -1.0)
    _, figures = judged(pia, revision, [JudgeSaid(f"item-{n}", score=score) for n, score in enumerate(scores)])
    assert figures.get("auroc", "judge") == 0.75
    for name in ("brier", "ece"):
        assert figures.why(name, "judge").startswith("undefined ")
    assert "tpr" not in figures.blocks["judge",], "no threshold was given, and none is taken for granted"
