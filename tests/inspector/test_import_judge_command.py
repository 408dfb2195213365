"""`manage.py import_judge`: a file of results on the newest revision of a set, or on the one that is named."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from inspector.labels.judge_file import write_judge_file
from inspector.labels.label_set import JudgeResults
from inspector.models.judging import JudgeBatch
from tests.inspector.judged import JUDGE, freeze_labels, labels, make_bench

pytestmark = pytest.mark.django_db


def written(folder: Path) -> Path:
    path = folder / "strict.jsonl"
    results = JudgeResults(configuration=JUDGE, field="answer", said=tuple(labels("ja", "no", "sure")))
    path.write_bytes(b"".join(write_judge_file(results, {"ja": "yes"})))
    return path


def run(*given: object) -> str:
    out = StringIO()
    call_command("import_judge", *map(str, given), stdout=out)
    return out.getvalue()


def test_a_file_is_imported_once_on_the_newest_revision_and_says_what_came_in(tmp_path: Path) -> None:
    bench = make_bench()
    newest = freeze_labels(bench.pia, ["yes", "yes", "no"])
    path = written(tmp_path)
    said = run(path, "--set", "answers", "--tenant", "meridian")
    assert "strict on Answers 2, answer: 2 of 3 completed, 1 with a word that is no label, 0 naming no item" in said
    assert JudgeBatch.objects.get().revision_id == newest.pk
    assert "there already" in run(path, "--set", "answers", "--tenant", "meridian")
    run(path, "--set", "answers", "--revision", 1, "--tenant", "meridian")
    assert JudgeBatch.objects.filter(revision=bench.revision).count() == 1


def test_what_cannot_be_imported_is_refused_with_2(tmp_path: Path) -> None:
    make_bench()
    path, damaged = written(tmp_path), tmp_path / "damaged.jsonl"
    damaged.write_bytes(path.read_bytes()[:-9])
    for given, words in (
        ((path, "--set", "other"), "sets here: answers"),
        ((path, "--set", "answers", "--revision", 7), "no such revision"),
        ((damaged, "--set", "answers"), "damaged.jsonl"),
        ((tmp_path / "absent.jsonl", "--set", "answers"), "cannot be read"),
    ):
        with pytest.raises(CommandError, match=words) as refused:
            run(*given, "--tenant", "meridian")
        assert refused.value.returncode == 2
    assert not JudgeBatch.objects.exists()
