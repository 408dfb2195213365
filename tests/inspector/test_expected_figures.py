"""From published raw files through the product's own import to its pages: the figures that their authors published.

EXPECTED.json of the samples holds each with its tolerance and source; `expected_figures` says where it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import resolve

from inspector.members import ensure_tenant
from inspector.models.judging import JudgeBatch
from lineage.evidence.vocabulary import Role
from tests.formats.samples import needs_samples, sample, sample_rows
from tests.inspector import expected_figures as where
from tests.inspector.expected_figures import Shown, recomputed
from tests.inspector.figure_pages import Figures, import_samples, read_figures
from tests.inspector.making import make_member, signed_in

pytestmark = needs_samples


@pytest.fixture
def cleo(db: None) -> Client:
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "cleo", Role.ADJUDICATOR))


def imported(client: Client, folder: str, *names: str) -> str:
    """The public id of the revision."""
    return str(resolve(import_samples(client, folder, *names)).kwargs["public_id"])


def agreement(client: Client, revision: str, **asked: str) -> Figures:
    return read_figures(client, "calibration_agreement", revision, **asked)


def judged(client: Client, judge: str, field: str, **asked: str) -> Figures:
    batch = JudgeBatch.objects.get(configuration__evaluator__key=judge, field=field)
    return read_figures(client, "judge_batch", batch.public_id, **asked)


def check(figures: Figures, all_shown: tuple[Shown, ...] | Iterator[Shown]) -> None:
    for shown in all_shown:
        shown.check(figures)


def test_every_expected_figure_on_agreement_and_judges_is_looked_for() -> None:
    assert where.all_keys() | where.ELSEWHERE == set(sample(where.EXPECTED))


def test_incredible_ae_the_published_kappa_and_the_votes_of_two_people(cleo: Client) -> None:
    revision = imported(cleo, "incredible_ae", "pairs.jsonl")
    figures = agreement(cleo, revision, field="stance")
    check(figures, where.INCREDIBLE_AE)
    assert (figures.get("units", "counted"), figures.get("used", "counted")) == (680, 680)
    assert figures.counts() == recomputed("incredible_ae.agreed_counts")
    majority = recomputed("incredible_ae.majority_vs_agreed")
    assert {name: figures.get(name, "majority") for name in majority} == majority
    assert figures.get("differs", "majority") == 0


def test_pubmedqa_what_each_of_two_people_reaches_of_the_final_label(cleo: Client) -> None:
    revision = imported(cleo, "pubmedqa", "items.jsonl")
    figures = agreement(cleo, revision, field="answer")
    check(figures, where.PUBMEDQA)
    assert figures.counts() == recomputed("pubmedqa.label_counts_500")


def test_ragchecker_two_people_and_a_judge_on_three_fields(cleo: Client) -> None:
    revision = imported(cleo, "ragchecker_meta", "pairs.jsonl")
    for field in where.RAGCHECKER:
        check(agreement(cleo, revision, field=field), where.RAGCHECKER[field])
        figures = judged(cleo, "ragchecker", field)
        check(figures, where.RAGCHECKER_JUDGE[field])
        # The judge's number is a difference, not a probability, and no value of the field is called positive.
        assert not {"tp", "brier", "ece", "auroc"} & figures.blocks["judge",].keys()


def test_mtrag_seven_people_with_gaps_and_four_judges(cleo: Client) -> None:
    revision = imported(cleo, "mtrag_human", "tasks.jsonl", "documents.jsonl", "judgements.jsonl")
    for field in where.MTRAG:
        figures = agreement(cleo, revision, field=field)
        check(figures, where.MTRAG[field])
        assert figures.why("cohen_kappa") and figures.why("fleiss_kappa")
        means = recomputed(f"mtrag_human.shared.{field}.mean_by_system")
        found = {system: figures.get("mean", "mean", stratum="system", value=system) for system in means}
        # The file gives them with four decimals.
        assert {system: round(mean, 4) for system, mean in found.items()} == means
    for judge, shown in where.MTRAG_JUDGES.items():
        shown.check(judged(cleo, judge, "faithfulness"))


@pytest.mark.parametrize("field", where.XSUM)
def test_xsum_three_people_of_whom_nobody_is_left_out(cleo: Client, field: str) -> None:
    revision = imported(cleo, "xsum_spans", "items.jsonl")
    check(agreement(cleo, revision, field=field, stratum=f"{field}_votes:3"), where.XSUM[field])


def test_wice_four_judges_scored_on_test_with_thresholds_from_dev(cleo: Client) -> None:
    imported(cleo, "wice", "claims_dev.jsonl", "judge_scores.jsonl")
    for judge, reading in where.WICE_JUDGES.items():
        figures = judged(cleo, judge, "label", stratum="split:test", **reading)
        check(figures, where.wice(judge))
        tp, fp, fn, tn = (figures.get(cell, "judge") for cell in ("tp", "fp", "fn", "tn"))
        assert (tp + fn, tn + fp) == (22, 78)
        assert (figures.get("tpr", "judge"), figures.get("tnr", "judge")) == (tp / 22, tn / 78)
        assert figures.get("tpr_low", "judge") < tp / 22 and figures.get("tnr_low", "judge") < tn / 78
    # Where all of n are right, the exact one-sided bound is the n-th root of 0.05 (Clopper and Pearson 1934).
    gpt = judged(cleo, "gpt-3.5-turbo-0613", "label", stratum="split:test", threshold="0.0")
    assert gpt.get("tp", "judge") == 22
    assert gpt.get("tpr_low", "judge") == pytest.approx(0.05 ** (1 / 22), abs=1e-9)


@pytest.mark.parametrize("key", where.COUNTS)
def test_labels_are_counted_as_their_publishers_counted_them(cleo: Client, key: str) -> None:
    folder, names, asked = where.COUNTS[key]
    revision = imported(cleo, folder, *names)
    assert agreement(cleo, revision, **asked).counts() == recomputed(key)


def stances() -> Iterator[str]:
    """The whole file has 696 support, 391 partial, 161 refute and 2,057 irrelevant; the slice holds a part of it."""
    for response in sample_rows("datasets/factcheck_bench/responses.jsonl"):
        for sentence in response["sentences"]:
            for claim in sentence["claims"]:
                yield from (passage["stance"] for passage in claim["evidence"] if passage["stance"] is not None)


def verdicts() -> Iterator[str]:
    for group in sample_rows("datasets/fever_symmetric/groups_dev.jsonl"):
        yield from (label["label"] for label in group["labels"])


def supports() -> Iterator[str]:
    """What is not asked, or does not apply, is no label."""
    for name in ("answers-00.jsonl", "answers-01.jsonl"):
        for answer in sample_rows(f"datasets/expertqa/{name}"):
            yield from (claim["support"] for claim in answer["claims"] if claim["support"] not in (None, "N/A"))


# Counted in the raw files: folder, files, field, what is counted, how many there are.
COUNTED = (
    ("factcheck_bench", ("responses.jsonl",), "stance", stances, 1281 + 450 + 246 + 93),
    ("fever_symmetric", ("groups_dev.jsonl",), "label", verdicts, 708),
    ("expertqa", ("answers-00.jsonl", "answers-01.jsonl"), "published_support", supports, 1064 + 81 + 301 + 292),
)


@pytest.mark.parametrize(("folder", "names", "field", "labels", "number"), COUNTED, ids=[one[0] for one in COUNTED])
def test_every_label_of_the_raw_file_is_there_once(
    cleo: Client, folder: str, names: tuple[str, ...], field: str, labels: Callable[[], Iterator[str]], number: int
) -> None:
    counted = Counter(labels())
    assert counted.total() == number
    assert agreement(cleo, imported(cleo, folder, *names), field=field).counts() == counted
