"""Addresses of figures as nobody would write them: an answer in words, never a 500, and no other number than asked."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from inspector.members import ensure_tenant
from inspector.models.judging import JudgeBatch
from lineage.evidence.vocabulary import Role
from tests.inspector.figure_pages import send_files
from tests.inspector.labelled_sets import judge_file, labels_file
from tests.inspector.making import count_rows, make_member, signed_in

SCRIPT = "<script>alert(1)</script>"
WORDS = ("", "\0", "-", "nothing-like-it", SCRIPT, "x" * 5_000, "a:b", ":", ",", "%", "\u202e", "e\u0301")
NUMBERS = ("nan", "inf", "-inf", "1e400", "-1", "2", "٣", "9" * 400, "0x1", "")
REVISION = {
    "field": WORDS,
    "value": WORDS,
    "rater": WORDS,
    "expected": WORDS,
    "agree": WORDS,
    "majority": WORDS,
    "pair": ("ada", "ada,ada", "ada,ben,ada", ",", *WORDS),
    "stratum": ("split", "split:", ":x", "a:b:c", *WORDS),
    "comparable": WORDS,
    "ratings": NUMBERS,
    "after": (*WORDS, *NUMBERS),
    "page": NUMBERS,
}
JUDGE = {
    "threshold": NUMBERS,
    "tune": ("split", "split:", ":x", *WORDS),
    "stratum": ("split", "split:", ":x", *WORDS),
    "positive": WORDS,
    "human": WORDS,
    "judge": WORDS,
    "said": WORDS,
    "expected": WORDS,
    "status": WORDS,
    "attempt": NUMBERS,
    "after": (*WORDS, *NUMBERS),
}
VERDICTS = {
    "queue": WORDS,
    "field": WORDS,
    "label": WORDS,
    "source": WORDS,
    "blind": WORDS,
    "pair": ("a", "a,a", *WORDS),
    "ratings": NUMBERS,
    "after": (*WORDS, *NUMBERS),
}


@pytest.fixture
def max_(db: None) -> Client:
    """An administrator: reads figures, keeps sets and certifies."""
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "max", Role.ADMINISTRATOR))


@pytest.fixture
def revision(max_: Client) -> str:
    response = send_files(max_, reverse("calibration_import"), [("labels.jsonl", labels_file())])
    return str(resolve(response["Location"]).kwargs["public_id"])


@pytest.fixture
def batch(max_: Client, revision: str) -> str:
    send_files(max_, f"{reverse('judge_import')}?revision={revision}", [("judge.jsonl", judge_file())])
    return str(JudgeBatch.objects.get().public_id)


def bears(client: Client, address: str, asked: dict[str, tuple[str, ...]], **always: str) -> None:
    """Each odd value of each parameter is answered in words, changes nothing and comes back as no markup."""
    before = count_rows()
    for name, values in asked.items():
        for value in values:
            response = client.get(address, always | {name: value})
            assert response.status_code in (200, 400, 404), (address, name, value, response.status_code)
            assert SCRIPT not in response.content.decode()
    assert count_rows() == before


@pytest.mark.parametrize("route", ["calibration_agreement", "calibration_items", "calibration_revision"])
def test_pages_of_a_revision_bear_any_address(max_: Client, revision: str, route: str) -> None:
    bears(max_, reverse(route, args=[revision]), REVISION, field="support")


@pytest.mark.parametrize("route", ["judge_batch", "judge_batch_items", "judge_certify"])
def test_pages_of_a_judges_results_bear_any_address(max_: Client, batch: str, route: str) -> None:
    bears(max_, reverse(route, args=[batch]), JUDGE)


@pytest.mark.parametrize("route", ["agreement", "agreement_items"])
def test_pages_of_verdicts_bear_any_address(max_: Client, route: str) -> None:
    bears(max_, reverse(route), VERDICTS, field="coverage")


def test_a_certificate_is_not_given_for_bounds_that_are_no_shares(max_: Client, batch: str) -> None:
    address = reverse("judge_certify", args=[batch])
    before = count_rows()
    for value in (*NUMBERS, *WORDS):
        sent: dict[str, Any] = {"tpr_low": value, "tnr_low": value, "positive": ["yes"]}
        response = max_.post(address, sent)
        assert response.status_code in (400, 422), (value, response.status_code)
        assert SCRIPT not in response.content.decode()
    assert count_rows() == before


@pytest.mark.parametrize(
    "route",
    [
        "calibration_set", "calibration_freeze", "calibration_revision", "calibration_items", "calibration_jsonl",
        "calibration_csv", "calibration_item", "calibration_agreement", "judge", "judge_configure", "judge_batch",
        "judge_batch_items", "judge_certify", "certificate", "figure_job",
    ],
)  # fmt: skip
def test_an_id_that_names_nothing_is_not_found(max_: Client, route: str) -> None:
    for public_id in ("nothing", "a" * 32, "0", "-1", "\0", "x" * 3_000, "..", "%2e%2e"):
        address = reverse(route, args=["PUBLIC-ID"]).replace("PUBLIC-ID", public_id)
        assert max_.get(address).status_code == 404, public_id[:20]
