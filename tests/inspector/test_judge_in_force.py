"""Results of a judge in a setting that is new here put it in force: page and commands say so, and what ended by it."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from inspector.judging.certifying import Asked, certify
from inspector.judging.importing import ImportedBatch, import_results
from inspector.labels.judge_file import write_judge_file
from inspector.labels.label_set import JudgeConfiguration, JudgeResults
from tests.inspector.judged import JUDGE, Bench, labels, make_bench
from tests.inspector.test_judge_pages import browser

pytestmark = pytest.mark.django_db
TWENTY = [*["yes"] * 10, *["no"] * 10]
NOW = "came with these results and is what the judge is set to now"
OTHER = replace(JUDGE, prompt="Answer yes or no, and say why.")


def came(bench: Bench, judge: JudgeConfiguration, *said: str) -> ImportedBatch:
    results = JudgeResults(configuration=judge, field="answer", said=tuple(labels(*said)))
    return import_results(bench.pia, bench.revision, [results])[0]


def written(judge: JudgeConfiguration) -> bytes:
    results = JudgeResults(configuration=judge, field="answer", said=tuple(labels("yes", "no")))
    return b"".join(write_judge_file(results))


def make_certified() -> Bench:
    bench = make_bench(TWENTY)
    batch = came(bench, JUDGE, *TWENTY).batch
    certify(bench.pia, batch.public_id, Asked(tpr_low=0.7, tnr_low=0.7, positive=("yes",)))
    return bench


def test_a_new_setting_is_told_with_how_many_certificates_it_ended() -> None:
    bench = make_certified()
    assert came(bench, JUDGE, "yes").said == ""
    said = came(bench, OTHER, "yes").said
    assert said == f"strict 2 {NOW}; 1 certificate of the judge expired by that."
    assert came(bench, OTHER, "yes", "no").said == ""


def test_a_judge_that_nobody_knew_ends_nothing() -> None:
    said = came(make_bench(), JUDGE, "yes").said
    assert said == f"strict 1 {NOW}."


def test_the_page_of_the_results_says_it_once() -> None:
    bench = make_certified()
    client = browser(bench.pia)
    sent = {"revision": bench.revision.public_id, "file": SimpleUploadedFile("other.jsonl", written(OTHER))}
    html = client.post(reverse("judge_import"), sent, follow=True).content.decode()
    assert "1 certificate of the judge expired by that" in html
    again = sent | {"file": SimpleUploadedFile("other.jsonl", written(OTHER))}
    assert "expired by that" not in client.post(reverse("judge_import"), again, follow=True).content.decode()


def test_the_command_says_it(tmp_path: Path) -> None:
    make_certified()
    path, out = tmp_path / "other.jsonl", StringIO()
    path.write_bytes(written(OTHER))
    call_command("import_judge", str(path), "--set", "answers", "--tenant", "meridian", stdout=out)
    assert "1 certificate of the judge expired by that" in out.getvalue()
