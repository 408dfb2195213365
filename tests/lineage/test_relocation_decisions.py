"""What people say of a place that was found: a record, once for each key."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from lineage import ledger
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import RelocationRuling, Role
from lineage.models import rows
from lineage.relocation_decisions import KeyReused, NothingToDecide, decide
from tests.conftest import CommittedDatabase
from tests.lineage import runs
from tests.lineage.bundles import counts, take_in

ACCEPTED, REJECTED = RelocationRuling.ACCEPTED, RelocationRuling.REJECTED
in_database = pytest.mark.django_db


def relocated(key: str) -> rows.Relocation:
    """The relocation of one of the citations of a finished run."""
    tenant = rows.Tenant.objects.first() or runs.make_house()
    if not rows.Run.objects.exists():
        runs.finish(runs.begin(runs.cite_words(tenant)))
    return rows.Relocation.objects.get(citation__key=key)


def ada(*roles: Role) -> Any:
    return runs.iris(rows.Tenant.objects.get(), *(roles or (Role.REVIEWER,)), actor="ada")


@in_database
def test_a_proposal_is_accepted_by_a_record_and_nothing_is_edited() -> None:
    found = relocated("logs")
    before = counts()
    decision = decide(ada(), found, ACCEPTED, reason="The desk said so.", idempotency_key="k1")
    assert (decision.ruling, decision.candidate, decision.actor) == ("accepted", 0, "ada")
    assert decision.reason.get_text() == "The desk said so."
    after = counts()
    assert {name for name in after if after[name] != before[name]} == {"RelocationDecision", "Content", "AuditEvent"}
    event = rows.AuditEvent.objects.order_by("seq").last()
    assert (event.verb, event.actor) == ("relocation_decided", "ada") and ledger.verify(found.tenant) == []


@in_database
def test_the_same_decision_twice_is_one_and_another_with_its_key_is_refused() -> None:
    found = relocated("logs")
    first = decide(ada(), found, ACCEPTED, reason="So.", idempotency_key="k1")
    assert decide(ada(), found, ACCEPTED, candidate=0, reason="So.", idempotency_key="k1") == first
    for ruling, reason in ((REJECTED, "So."), (ACCEPTED, "Because."), (ACCEPTED, "")):
        with pytest.raises(KeyReused):
            decide(ada(), found, ruling, reason=reason, idempotency_key="k1")
    assert decide(ada(), found, REJECTED, idempotency_key="k2") != first
    assert rows.RelocationDecision.objects.count() == 2


@in_database
@pytest.mark.parametrize(
    ("role", "may"),
    [(role, role in (Role.REVIEWER, Role.ADJUDICATOR, Role.RESPONDER, Role.ADMINISTRATOR)) for role in Role],
)
def test_reviewers_adjudicators_responders_and_administrators_may_decide(role: Role, may: bool) -> None:
    found = relocated("logs")
    if may:
        assert decide(ada(role), found, ACCEPTED, idempotency_key="k1").pk
        return
    with pytest.raises(NotAllowed):
        decide(ada(role), found, ACCEPTED, idempotency_key="k1")


@in_database
def test_another_tenant_or_a_reader_without_the_label_sees_no_relocation() -> None:
    found = relocated("logs")
    drew = runs.iris(runs.make_house("mill"), Role.REVIEWER, actor="drew")
    with pytest.raises(NotVisible):
        decide(drew, found, ACCEPTED, idempotency_key="k1")
    rows.SourceLabel.objects.create(tenant=found.tenant, version=found.run.version, label="board")
    ben = runs.iris(found.tenant, Role.REVIEWER, actor="ben")
    with pytest.raises(NotVisible):
        decide(ben, found, ACCEPTED, idempotency_key="k1")


@in_database
def test_where_no_place_was_found_there_is_nothing_to_decide() -> None:
    found = relocated("gone")
    assert found.outcome == "lost"
    for ruling in RelocationRuling:
        with pytest.raises(NothingToDecide, match="not found"):
            decide(ada(), found, ruling, idempotency_key="k1")


@in_database
@pytest.mark.parametrize("candidate", [-1, 20, 10**9])
def test_a_place_that_was_not_offered_cannot_be_chosen(candidate: int) -> None:
    found = relocated("logs")
    with pytest.raises(NothingToDecide, match="not offered"):
        decide(ada(), found, ACCEPTED, candidate=candidate, idempotency_key="k1")


@in_database
def test_a_place_found_by_the_same_words_may_be_rejected_too() -> None:
    found = relocated("refund")
    assert decide(ada(), found, REJECTED, idempotency_key="k1").candidate is None
    with pytest.raises(NothingToDecide):
        decide(ada(), found, ACCEPTED, candidate=0, idempotency_key="k2")


@in_database
def test_of_several_equal_places_one_must_be_named() -> None:
    tenant = runs.make_house()
    again = "Keys are lost at times by guests. Ask the warden. Then wait outside for a new one. "
    old, new = f"First words. {again}The end.", f"Other first words. {again}{again}The end."
    cited = [runs.citation("twice", old, "Ask the warden")]
    value = {"sources": [runs.versions()], "artifacts": runs.texts(old, new)}
    take_in(tenant, value | {"answers": [runs.answer("refund", cited)]})
    runs.finish(runs.begin(rows.Source.objects.get()))
    found = rows.Relocation.objects.get()
    assert found.outcome == "ambiguous"
    with pytest.raises(NothingToDecide, match="say which"):
        decide(ada(), found, ACCEPTED, idempotency_key="k1")
    assert decide(ada(), found, ACCEPTED, candidate=1, idempotency_key="k1").candidate == 1
    assert decide(ada(), found, REJECTED, idempotency_key="k2").candidate is None


@in_database
@pytest.mark.parametrize("key", ["", "x" * 101, "a\0b"])
def test_a_decision_needs_a_key_that_fits(key: str) -> None:
    found = relocated("logs")
    with pytest.raises(NothingToDecide, match="key"):
        decide(ada(), found, ACCEPTED, idempotency_key=key)


def test_the_same_decision_at_the_same_moment_is_one(committed_db: CommittedDatabase) -> None:
    found = relocated("logs")
    reader, both, made = ada(), Barrier(2), list[Any]()

    def ask() -> None:
        both.wait()
        try:
            made.append(decide(reader, found, ACCEPTED, reason="So.", idempotency_key="k1").pk)
        finally:
            connection.close()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2 and len(set(made)) == 1
    assert rows.AuditEvent.objects.filter(verb="relocation_decided").count() == 1
