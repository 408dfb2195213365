"""A certificate: asked first, found then; kept whether or not it is met; and it ends when its conditions change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.judging.certificate_states import WITH, State, state_of, valid_of
from inspector.judging.certifying import Asked, NotCertifiable, certify
from inspector.judging.configurations import NotConfigured, Reconfigured, configure, digest_of, newest_of, value_of
from inspector.labels.label_set import JudgeConfiguration
from inspector.models.judging import Certificate, EvaluatorConfiguration
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import CertificateState
from lineage.models import rows
from tests.inspector.judged import JUDGE, Bench, freeze_labels, labels, make_bench, scores

pytestmark = pytest.mark.django_db
VALID, NOT_MET, EXPIRED = CertificateState.VALID, CertificateState.NOT_MET, CertificateState.EXPIRED
ASKED = Asked(tpr_low=0.7, tnr_low=0.7, positive=("yes",))
TWENTY = [*["yes"] * 10, *["no"] * 10]


def certified(bench: Bench, asked: Asked = ASKED) -> Certificate:
    """Of a judge that is right on ten positive and ten negative items: both bounds are 0.05 ** (1/10) = 0.741."""
    batch, _ = bench.results(labels(*TWENTY))
    return certify(bench.pia, batch.public_id, asked)


def read_state(certificate: Certificate) -> State:
    return state_of(Certificate.objects.select_related(*WITH).get(pk=certificate.pk))


def test_a_judge_whose_lower_bounds_reach_what_was_asked_gets_a_valid_certificate() -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench)
    assert certificate.is_met and read_state(certificate) == State(VALID)
    found = load_json(certificate.figures.get_bytes())
    assert found["counts"] == {"tp": 10, "fp": 0, "fn": 0, "tn": 10}
    assert found["figures"]["tpr"]["value"] == 1.0
    assert found["figures"]["tpr_low"]["value"] == pytest.approx(0.05 ** (1 / 10))
    assert certificate.required == {"tpr_low": 0.7, "tnr_low": 0.7}
    conditions = certificate.conditions
    assert (conditions["judge"], conditions["model"], conditions["revision"]) == ("strict", JUDGE.model, 1)
    assert conditions["prompt"].startswith("sha256:") and conditions["rubric"] is None
    last = rows.AuditEvent.objects.filter(tenant=bench.tenant).last()
    assert (last.verb, last.subject) == ("judge_tested", f"certificate:{certificate.public_id}")


def test_a_share_that_is_reached_is_not_enough_where_its_lower_bound_is_not() -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench, replace(ASKED, tpr_low=0.75))
    assert not certificate.is_met and read_state(certificate).state is NOT_MET


def test_the_same_test_asked_for_twice_is_one_certificate() -> None:
    bench = make_bench(TWENTY)
    first, second = certified(bench), certified(bench)
    assert first.pk == second.pk and Certificate.objects.count() == 1
    assert rows.AuditEvent.objects.filter(verb="judge_tested").count() == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prompt": "Answer yes or no, and say why."}, "the prompt was changed"),
        ({"rubric": "yes: all of it"}, "the rubric was changed"),
        ({"model": "m-2026-08-01"}, "the judge runs another model"),
        ({"parser_version": "2"}, "its answers are read by another parser"),
        ({"parameters": {"temperature": 1}}, "its parameters were changed"),
    ],
)
def test_it_expires_when_what_the_judge_is_set_to_changes(change: dict[str, object], words: str) -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench)
    evaluator = certificate.batch.configuration.evaluator
    assert [one.pk for one in valid_of(evaluator)] == [certificate.pk]
    newest = newest_of(evaluator)
    assert newest is not None
    done = configure(bench.pia, evaluator, replace(JUDGE, **change), newest.public_id)
    assert done.is_new and done.configuration.number == 2
    state = read_state(certificate)
    assert state.state is EXPIRED and [reason.words for reason in state.reasons] == [words]
    assert state.reasons[0].at == done.configuration.recorded_at
    assert valid_of(evaluator) == []
    configure(bench.pia, evaluator, JUDGE, done.configuration.public_id)
    assert read_state(certificate) == State(VALID), "set back to what was tested, it is what was tested"


def test_it_expires_when_another_revision_of_the_set_is_frozen() -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench)
    freeze_labels(bench.pia, [*TWENTY, "no"])
    state = read_state(certificate)
    assert state.state is EXPIRED
    assert [reason.words for reason in state.reasons] == ["revision 2 of the set was frozen"]


def test_results_of_another_prompt_that_come_in_end_it_too() -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench)
    bench.results(labels("no"), judge=replace(JUDGE, prompt="Really?"))
    assert read_state(certificate).state is EXPIRED


def test_what_was_not_met_never_expires() -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench, replace(ASKED, tnr_low=0.9))
    freeze_labels(bench.pia, [*TWENTY, "no"])
    assert read_state(certificate) == State(NOT_MET)


@pytest.mark.parametrize(("expected", "word"), [(["yes"] * 4, "negative"), (["no"] * 4, "positive")])
def test_a_set_without_one_of_the_two_kinds_certifies_nothing_and_says_which(expected: list[str], word: str) -> None:
    bench = make_bench(expected)
    batch, _ = bench.results(labels(*expected))
    with pytest.raises(NotCertifiable, match=f"is {word} by its expected label"):
        certify(bench.pia, batch.public_id, ASKED)
    assert not Certificate.objects.exists()


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (replace(ASKED, tpr_low=1.0), "tpr_low"),
        (replace(ASKED, tnr_low=0.0), "tnr_low"),
        (replace(ASKED, tpr_low=float("nan")), "tpr_low"),
        (replace(ASKED, positive=()), "positive"),
        (replace(ASKED, positive=("yes", "no", "unclear")), "positive"),
        (replace(ASKED, positive=("sure",)), "positive"),
        (replace(ASKED, threshold=float("inf")), "threshold"),
        (replace(ASKED, stratum=("split", "other")), "stratum"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_its_field(asked: Asked, field: str) -> None:
    bench = make_bench()
    batch, _ = bench.results(labels("yes", "yes", "no", "no"))
    with pytest.raises(NotCertifiable) as refused:
        certify(bench.pia, batch.public_id, asked)
    assert refused.value.field == field


def test_a_threshold_is_found_on_other_items_than_those_that_it_is_tested_on() -> None:
    strata = [{"split": "dev"}] * 4 + [{"split": "test"}] * 4
    bench = make_bench(["yes", "yes", "no", "no"] * 2, strata=strata)
    batch, _ = bench.results(scores(0.9, 0.6, 0.5, 0.1, 0.8, 0.55, 0.3, 0.2))
    dev, test = ("split", "dev"), ("split", "test")
    for stratum in (None, dev):
        with pytest.raises(NotCertifiable, match="other items"):
            certify(bench.pia, batch.public_id, replace(ASKED, stratum=stratum, tuned_on=dev))
    with pytest.raises(NotCertifiable, match="from which one on"):
        certify(bench.pia, batch.public_id, replace(ASKED, stratum=test))
    certificate = certify(bench.pia, batch.public_id, replace(ASKED, stratum=test, tuned_on=dev))
    # The first threshold that tells 0.6 from 0.5 is 0.5 itself, since a score has to be above it.
    assert certificate.threshold == 0.5 and certificate.conditions["tuned_on"] == ["split", "dev"]
    assert load_json(certificate.figures.get_bytes())["counts"] == {"tp": 2, "fp": 0, "fn": 0, "tn": 2}


def test_only_who_certifies_tests_and_configures_and_only_in_their_tenant() -> None:
    bench = make_bench(TWENTY)
    batch, _ = bench.results(labels(*TWENTY))
    evaluator = batch.configuration.evaluator
    for reader in (bench.cleo, bench.iris, bench.ada):
        with pytest.raises(NotAllowed):
            certify(reader, batch.public_id, ASKED)
        with pytest.raises(NotAllowed):
            configure(reader, evaluator, JUDGE, "")
    with pytest.raises(NotVisible):
        certify(bench.drew, batch.public_id, ASKED)
    with pytest.raises(NotVisible):
        configure(bench.drew, evaluator, JUDGE, "")


def test_a_configuration_is_appended_only_behind_the_one_that_was_seen() -> None:
    bench = make_bench()
    batch, _ = bench.results(labels("yes"))
    evaluator, seen = batch.configuration.evaluator, batch.configuration.public_id
    same = configure(bench.pia, evaluator, JUDGE, "whatever was seen")
    assert not same.is_new and same.configuration.pk == batch.configuration.pk
    second = configure(bench.pia, evaluator, replace(JUDGE, model="m2"), seen).configuration
    with pytest.raises(Reconfigured) as overtaken:
        configure(bench.pia, evaluator, replace(JUDGE, model="m3"), seen)
    assert overtaken.value.newest.pk == second.pk
    assert [one.model for one in EvaluatorConfiguration.objects.order_by("number")] == [JUDGE.model, "m2"]
    assert value_of(second) == replace(JUDGE, model="m2")
    with pytest.raises(NotConfigured) as refused:
        configure(bench.pia, evaluator, replace(JUDGE, model="m\0"), second.public_id)
    assert refused.value.field == "model"


def test_a_prompt_that_nobody_recorded_is_another_than_any_that_was() -> None:
    bare = JudgeConfiguration(evaluator="strict")
    assert digest_of(bare) != digest_of(replace(bare, prompt="x"))
    assert digest_of(bare) == digest_of(replace(bare, evaluator="another"))
