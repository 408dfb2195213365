"""Results of a judge: each becomes a label, a number or an error with the word in it; the same again is the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.judging import importing
from inspector.judging.importing import is_whole
from inspector.judging.mapping import NotMapped, read_mapping
from inspector.judging.matching import NotImportable
from inspector.labels.label_set import JudgeSaid
from inspector.models.judging import Evaluator, EvaluatorConfiguration, JudgeBatch, JudgeLabel
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import JudgeStatus
from lineage.models import rows
from tests.inspector.judged import JUDGE, VALUES, labels, make_bench, scores

pytestmark = pytest.mark.django_db


def kept() -> list[tuple[str, int, str, str | None, float | None, str]]:
    found = JudgeLabel.objects.order_by("item__key", "attempt")
    return list(found.values_list("item__key", "attempt", "status", "label", "score", "message"))


def test_results_become_a_batch_of_the_configuration_that_they_name() -> None:
    bench = make_bench()
    batch, is_new = bench.results(labels("yes", "no", "no"), file_name="strict.jsonl")
    assert is_new and is_whole(batch)
    assert [(key, label) for key, _, _, label, _, _ in kept()] == [("i1", "yes"), ("i2", "no"), ("i3", "no")]
    configuration = batch.configuration
    assert (configuration.evaluator.key, configuration.number, configuration.model) == ("strict", 1, JUDGE.model)
    assert configuration.prompt.get_text() == JUDGE.prompt and configuration.rubric is None
    counts = dict(batch.counts)
    assert counts.pop("unmatched_keys") == []
    assert counts == {
        "results": 3,
        "matched": 3,
        "completed": 3,
        "no_label": 0,
        "failed": 0,
        "missing": 1,
        "attempts": 1,
        "unmatched": 0,
    }
    last = rows.AuditEvent.objects.filter(tenant=bench.tenant).last()
    assert (last.verb, last.actor) == ("judge_results_imported", bench.pia.actor)
    assert last.subject == f"judge_batch:{batch.public_id}"


def test_the_same_results_again_are_the_same_batch_and_no_event() -> None:
    bench = make_bench()
    first, _ = bench.results(labels("yes", "no"))
    events = rows.AuditEvent.objects.count()
    again, is_new = bench.results(labels("yes", "no"))
    assert (again.pk, is_new) == (first.pk, False)
    assert rows.AuditEvent.objects.count() == events and JudgeLabel.objects.count() == 2


def test_a_word_that_is_no_label_is_an_error_with_that_word_and_never_a_number() -> None:
    bench = make_bench()
    nothing, no_number = JudgeSaid(item="i3"), JudgeSaid(item="i2", score=float("nan"))
    batch, _ = bench.results([JudgeSaid(item="i1", label="Yes!", score=0.9), no_number, nothing])
    assert [(key, status, label, score) for key, _, status, label, score, _ in kept()] == [
        ("i1", "error", None, None),
        ("i2", "error", None, None),
        ("i3", "error", None, None),
    ]
    messages = [row[-1] for row in kept()]
    assert "“Yes!”" in messages[0] and "no label" in messages[0]
    assert "number" in messages[1] and "neither" in messages[2]
    assert batch.counts["no_label"] == 3 and batch.counts["completed"] == 0


def test_a_mapping_leads_from_the_judges_words_to_labels() -> None:
    bench = make_bench()
    mapping = read_mapping("entailed = yes\n\nnot = entailed = no", VALUES)
    assert mapping == {"entailed": "yes", "not = entailed": "no"}
    bench.results(labels("entailed", "not = entailed", "no", "maybe"), mapping=mapping)
    assert [label for _, _, _, label, _, _ in kept()] == ["yes", "no", "no", None]
    assert JudgeBatch.objects.get().mapping == {"labels": mapping, "positive": ["yes"]}


@pytest.mark.parametrize("written", ["entailed", "= yes", "a = sure", "a = yes\na = no"])
def test_a_line_that_is_no_mapping_is_refused_with_its_number(written: str) -> None:
    with pytest.raises(NotMapped, match="line [12]: "):
        read_mapping(written, VALUES)


def test_failures_keep_their_status_and_message() -> None:
    bench = make_bench()
    said = [
        JudgeSaid(item="i1", status=JudgeStatus.TIMEOUT, message="after 60 s"),
        JudgeSaid(item="i2", status=JudgeStatus.NOT_RUN),
        JudgeSaid(item="i3", label="yes", score=0.5, raw="I think \0 so."),
    ]
    batch, _ = bench.results(said)
    assert [(row[2], row[5]) for row in kept()] == [("timeout", "after 60 s"), ("not_run", ""), ("completed", "")]
    assert batch.counts["failed"] == 2
    assert JudgeLabel.objects.get(item__key="i3").raw.get_text() == "I think \0 so."


def test_keys_that_no_item_has_are_counted_and_listed() -> None:
    bench = make_bench()
    batch, _ = bench.results([*labels("yes"), JudgeSaid(item="other", label="no")])
    assert batch.counts["unmatched"] == 1 and batch.counts["unmatched_keys"] == ["other"]
    assert batch.counts["missing"] == 3


def test_results_that_fit_nowhere_are_refused_before_anything_is_written() -> None:
    bench = make_bench()
    with pytest.raises(NotImportable, match="names an item"):
        bench.results([JudgeSaid(item="other", label="yes")])
    with pytest.raises(NotImportable, match="has no field “tone”; it has: answer"):
        bench.results(labels("yes"), field="tone")
    twice = [*labels("yes"), *labels("no")]
    with pytest.raises(NotImportable, match="twice"):
        bench.results(twice)
    assert not Evaluator.objects.exists() and not JudgeBatch.objects.exists()


def test_repeated_attempts_are_kept_apart() -> None:
    bench = make_bench()
    said = [*labels("yes", "no"), JudgeSaid(item="i1", label="no", attempt=2)]
    batch, _ = bench.results(said)
    assert [(key, attempt, label) for key, attempt, _, label, _, _ in kept()] == [
        ("i1", 1, "yes"),
        ("i1", 2, "no"),
        ("i2", 1, "no"),
    ]
    assert batch.counts["attempts"] == 2


def test_another_prompt_is_another_configuration_and_an_unrecorded_one_is_a_third() -> None:
    bench = make_bench()
    for prompt in (JUDGE.prompt, "Really?", "", JUDGE.prompt):
        bench.results(labels("yes", "no"), judge=replace(JUDGE, prompt=prompt))
    found = EvaluatorConfiguration.objects.order_by("number")
    assert [(one.number, one.prompt is None) for one in found] == [(1, False), (2, False), (3, True)]
    assert [one.batches.count() for one in found] == [1, 1, 1]


def test_an_import_that_was_broken_off_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = make_bench(["yes"] * 5)
    monkeypatch.setattr(importing, "AT_ONCE", 2)
    written = importing.write
    calls = iter(range(10))

    def breaks(*given: object, **options: object) -> None:
        if next(calls) == 1:
            raise RuntimeError("the power went")
        written(*given, **options)

    monkeypatch.setattr(importing, "write", breaks)
    with pytest.raises(RuntimeError):
        bench.results(labels(*["no"] * 5))
    assert JudgeLabel.objects.count() == 2 and not is_whole(JudgeBatch.objects.get())
    batch, is_new = bench.results(labels(*["no"] * 5))
    assert (JudgeLabel.objects.count(), is_new, is_whole(batch)) == (5, False, True)
    assert rows.AuditEvent.objects.filter(verb="judge_results_imported").count() == 1


def test_who_may_not_keep_sets_imports_nothing_and_a_foreign_set_is_none() -> None:
    bench = make_bench()
    for reader in (bench.iris, bench.ada):
        with pytest.raises(NotAllowed):
            bench._replace(pia=reader).results(labels("yes"))
    with pytest.raises(NotVisible):
        bench._replace(pia=bench.drew).results(labels("yes"))


def test_numbers_are_taken_as_they_are() -> None:
    bench = make_bench()
    bench.results(scores(0.1, -2.5, 1e300))
    assert [row[4] for row in kept()] == [0.1, -2.5, 1e300]
    assert JudgeBatch.objects.get().counts["completed"] == 3
