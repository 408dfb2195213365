"""A certificate cannot be kept by a change that looks like none, nor be had by trying often without that being told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from inspector.judging.certificate_states import WITH, state_of
from inspector.judging.certifying import Asked, certify
from inspector.judging.configurations import configure, newest_of
from inspector.models.judging import Certificate
from lineage.evidence.vocabulary import CertificateState
from lineage.ledger import verify
from lineage.models import rows
from tests.inspector.judged import JUDGE, Bench, freeze_labels, labels, make_bench, scores
from tests.inspector.queues import together
from tests.inspector.test_judge_pages import browser, read

ASKED = Asked(tpr_low=0.7, tnr_low=0.7, positive=("yes",))
TWENTY = [*["yes"] * 10, *["no"] * 10]


def certified(bench: Bench, **settings: Any) -> Certificate:
    batch, _ = bench.results(labels(*TWENTY), judge=replace(JUDGE, **settings))
    return certify(bench.pia, batch.public_id, ASKED)


@pytest.mark.django_db
@pytest.mark.parametrize(("before", "after"), [(0, False), (1, True), (0, 0.0)])
def test_a_parameter_that_only_its_kind_tells_apart_ends_it(before: object, after: object) -> None:
    bench = make_bench(TWENTY)
    certificate = certified(bench, parameters={"sampling": before})
    judge = certificate.batch.configuration.evaluator
    seen = newest_of(judge)
    assert seen is not None
    assert configure(bench.pia, judge, replace(JUDGE, parameters={"sampling": after}), seen.public_id).is_new
    state = state_of(Certificate.objects.select_related(*WITH).get(pk=certificate.pk))
    assert state.state is CertificateState.EXPIRED
    assert [one.words for one in state.reasons] == ["its parameters were changed"]


def test_the_same_test_asked_for_at_once_is_one_certificate(committed_db: Any) -> None:
    bench = make_bench(TWENTY)
    batch, _ = bench.results(labels(*TWENTY))
    done = together(*[lambda: certify(bench.pia, batch.public_id, ASKED)] * 4)
    assert {one.pk for one in done} == {Certificate.objects.get().pk}
    assert rows.AuditEvent.objects.filter(verb="judge_tested").count() == 1
    assert verify(bench.tenant) == []


@pytest.mark.django_db
def test_it_tells_of_tests_with_other_settings_and_on_other_revisions() -> None:
    bench = make_bench(TWENTY)
    certified(bench)
    certified(bench, parameters={"try": 2})
    newer = freeze_labels(bench.pia, [*TWENTY, "no"])
    last = certified(bench._replace(revision=newer), parameters={"try": 3})
    html = read(browser(bench.iris), reverse("certificate", args=[last.public_id]))
    assert "<dt>earlier tests</dt><dd dir=\"auto\">2 of this judge on any revision of the set, however set</dd>" in html


@pytest.mark.django_db
def test_a_threshold_that_was_given_is_not_said_to_be_blind_to_the_figures() -> None:
    bench = make_bench()
    batch, _ = bench.results(scores(0.9, 0.8, 0.1, 0.2))
    given = certify(bench.pia, batch.public_id, replace(ASKED, threshold=0.5))
    html = read(browser(bench.iris), reverse("certificate", args=[given.public_id]))
    assert "who could read the figures of every threshold before" in html
    assert "Given beforehand" not in html
