"""What judges said in imported answers as results; and nothing of a judge before one's own verdict is in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inspector.judging.certifying import Asked, NotCertifiable, certify
from inspector.judging.importing import import_results
from inspector.judging.judged_items import read_judged
from inspector.judging.matching import NotImportable
from inspector.judging.traces import SUGGESTED, collect, read_traced
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid
from inspector.models import rows as opinions
from inspector.models.judging import JudgeBatch, JudgeLabel
from lineage.access import NotAllowed, Reader
from lineage.evidence.vocabulary import (
    CalibrationLabel,
    ExpectedBy,
    JudgeStatus,
    JudgeVerdict,
    QueueKind,
    Role,
    SlotState,
)
from lineage.lifecycle import withdraw
from lineage.models import rows
from tests.inspector.making import signed_in
from tests.inspector.queues import House, make_house, make_reader

pytestmark = pytest.mark.django_db
DIGEST = b"\x01" * 32
VALUES = [label.value for label in CalibrationLabel]
SUPPORT, INSUFFICIENT = CalibrationLabel.CLEAR_SUPPORT.value, CalibrationLabel.INSUFFICIENT_EVIDENCE.value
RAW = "The second sentence says it in so many words."


class Room(NamedTuple):
    """Claims of the house as a frozen set: keys refund#c1, ...; Pia keeps it, and Rita reviews and responds."""

    house: House
    revision: opinions.SetRevision
    claims: list[Any]
    pia: Reader
    rita: Reader

    def said(self, claim: int, verdict: JudgeVerdict | None, **fields: Any) -> None:
        about = {"status": JudgeStatus.COMPLETED.value, "configuration_digest": DIGEST, "version": "v1"} | fields
        rows.JudgeResult.objects.create(
            tenant=self.house.tenant, claim=self.claims[claim], evaluator="tracer", verdict=verdict, **about
        )

    def collected(self) -> JudgeBatch:
        (traced,) = read_traced(self.pia, self.revision)
        return collect(self.pia, self.revision, "label", traced.key, SUGGESTED).batch

    def imported(self) -> JudgeBatch:
        said = tuple(JudgeSaid(item=f"refund#c{n}", label=SUPPORT, raw=RAW) for n in (1, 2, 3))
        results = JudgeResults(configuration=JudgeConfiguration(evaluator="strict"), field="label", said=said)
        return import_results(self.pia, self.revision, [results])[0].batch


@pytest.fixture
def room(db: None) -> Room:
    house = make_house(claims=3)
    claims = list(rows.Claim.objects.filter(tenant=house.tenant).order_by("pk"))
    return Room(
        house,
        freeze_claims(house, claims),
        claims,
        make_reader(house.tenant, "pia", Role.POLICY_ADMIN),
        make_reader(house.tenant, "rita", Role.REVIEWER, Role.RESPONDER, Role.POLICY_ADMIN),
    )


def freeze_claims(house: House, claims: list[Any]) -> opinions.SetRevision:
    """A revision of these claims by hand, as freezing a queue makes it: the first two are supported."""
    made = {"tenant": house.tenant, "digest": b"d" * 32}
    kept = opinions.CalibrationSet.objects.create(tenant=house.tenant, key="refunds", name="Refunds", made_by="x")
    field = {"name": "label", "scale": "nominal", "values": VALUES, "positive": [SUPPORT]}
    revision = opinions.SetRevision.objects.create(set=kept, number=1, fields=[field], frozen_by="x", **made)
    for number, claim in enumerate(claims, start=1):
        item = opinions.CalibrationItem.objects.create(
            set=kept,
            key=f"refund#{claim.key}",
            claim=claim,
            expected={"label": SUPPORT if number < 3 else INSUFFICIENT},
            expected_by=ExpectedBy.AGREED,
            made_by="x",
            **made,
        )
        opinions.RevisionItem.objects.create(tenant=house.tenant, revision=revision, item=item, ordinal=number)
    return revision


def browser(reader: Reader) -> Client:
    return signed_in(opinions.Membership.objects.get(actor=reader.actor).user)


def make_blind(room: Room, claim: int) -> None:
    """Rita holds a place on this claim in a blind queue."""
    queue = room.house.queue(0, kind=QueueKind.CALIBRATION, blind=True)
    item = opinions.Item.objects.create(tenant=room.house.tenant, queue=queue, claim=room.claims[claim])
    until = timezone.now() + timedelta(hours=1)
    opinions.Slot.objects.create(
        tenant=room.house.tenant,
        queue=queue,
        item=item,
        ordinal=1,
        reviewer=room.rita.actor,
        state=SlotState.HELD.value,
        lease_until=until,
    )


def test_verdicts_of_a_judge_in_imported_answers_become_labels_of_the_set(room: Room) -> None:
    room.said(0, JudgeVerdict.SUPPORTED, score=0.9)
    room.said(0, JudgeVerdict.UNSUPPORTED, attempt=7)
    room.said(1, JudgeVerdict.OTHER)
    room.said(2, None, status=JudgeStatus.TIMEOUT.value)
    (traced,) = read_traced(room.pia, room.revision)
    assert (traced.evaluator, traced.version, traced.digest) == ("tracer", "v1", DIGEST)
    assert (traced.results, traced.claims) == (4, 3)
    batch = room.collected()
    found = JudgeLabel.objects.order_by("item__key", "attempt")
    assert list(found.values_list("item__key", "attempt", "status", "label", "score")) == [
        ("refund#c1", 1, "completed", SUPPORT, 0.9),
        ("refund#c1", 2, "completed", INSUFFICIENT, None),
        ("refund#c2", 1, "error", None, None),
        ("refund#c3", 1, "timeout", None, None),
    ]
    configuration = batch.configuration
    assert (configuration.evaluator.key, configuration.model) == ("tracer", "v1")
    assert bytes(configuration.trace_digest) == DIGEST
    assert room.collected().pk == batch.pk, "taken twice, they are the same results"


def test_results_on_one_of_several_citations_are_none_of_their_claim(room: Room) -> None:
    citation = room.claims[0].citations.get()
    room.said(0, JudgeVerdict.SUPPORTED, citation=citation)
    rows.Citation.objects.create(
        tenant=room.house.tenant, answer=room.claims[1].answer, claim=room.claims[1], ordinal=9, key="x9"
    )
    room.said(1, JudgeVerdict.SUPPORTED, citation=room.claims[1].citations.first())
    (traced,) = read_traced(room.pia, room.revision)
    assert (traced.results, traced.claims) == (1, 1)


def test_another_configuration_in_the_traces_is_another_judge_under_test(room: Room) -> None:
    room.said(0, JudgeVerdict.SUPPORTED)
    room.said(1, JudgeVerdict.SUPPORTED, configuration_digest=b"\x02" * 32)
    room.said(2, JudgeVerdict.SUPPORTED, configuration_digest=None)
    every = read_traced(room.pia, room.revision)
    assert len(every) == 3
    done = [collect(room.pia, room.revision, "label", one.key, SUGGESTED).batch for one in every]
    assert sorted(batch.configuration.number for batch in done) == [1, 2, 3]


def test_who_may_not_keep_sets_takes_nothing_and_an_unknown_judge_is_refused(room: Room) -> None:
    room.said(0, JudgeVerdict.SUPPORTED)
    with pytest.raises(NotAllowed):
        collect(room.house.ada, room.revision, "label", "||tracer", SUGGESTED)
    with pytest.raises(NotImportable, match="No judge of this name"):
        collect(room.pia, room.revision, "label", "||other", SUGGESTED)


def test_results_are_taken_from_imported_answers_by_the_form(room: Room) -> None:
    room.said(0, JudgeVerdict.SUPPORTED)
    client, address = browser(room.pia), reverse("judge_import")
    html = client.get(f"{address}?revision={room.revision.public_id}").content.decode()
    assert "1 result on 1 claim" in html and f"supported = {SUPPORT}" in html
    (traced,) = read_traced(room.pia, room.revision)
    sent = {"revision": room.revision.public_id, "traced": traced.key, "field": "label"}
    refused = client.post(address, sent | {"mapping": "supported = nonsense"})
    assert refused.status_code == 422 and "supported = nonsense" in refused.content.decode()
    answered = client.post(address, sent | {"mapping": f"supported = {SUPPORT}"})
    assert answered.status_code == 303
    assert answered["Location"] == reverse("judge_batch", args=[JudgeBatch.objects.get().public_id])


def test_an_item_that_is_still_to_be_judged_blind_bears_no_label_and_is_in_no_list(room: Room) -> None:
    batch = room.imported()
    make_blind(room, 0)
    first, second, _ = read_judged(room.rita, batch)
    assert first.is_hidden and first.expected is None and first.answers == ()
    assert not second.is_hidden and second.expected == SUPPORT and len(second.answers) == 1
    client = browser(room.rita)
    page = client.get(reverse("judge_batch", args=[batch.public_id])).content.decode()
    assert "1 hidden from you" in page
    items = reverse("judge_batch_items", args=[batch.public_id])
    html = client.get(items).content.decode()
    assert "refund#c2" in html and "refund#c1" not in html and "hidden from you" in html
    hidden = opinions.CalibrationItem.objects.get(key="refund#c1").public_id
    alone = client.get(f"{items}?item={hidden}").content.decode()
    assert "refund#c1" not in alone and RAW not in alone
    assert all(not one.is_hidden for one in read_judged(room.pia, batch))


def test_who_is_blind_about_a_claim_of_the_set_neither_tests_nor_takes_nor_reads_a_certificate(room: Room) -> None:
    batch = room.imported()
    asked = Asked(tpr_low=0.1, tnr_low=0.1, positive=(SUPPORT,))
    certificate = certify(room.pia, batch.public_id, asked)
    room.said(0, JudgeVerdict.SUPPORTED)
    make_blind(room, 0)
    with pytest.raises(NotCertifiable, match="without knowing"):
        certify(room.rita, batch.public_id, asked)
    with pytest.raises(NotImportable, match="without knowing"):
        collect(room.rita, room.revision, "label", "||tracer", SUGGESTED)
    assert read_traced(room.rita, room.revision) == []
    page = reverse("certificate", args=[certificate.public_id])
    html = browser(room.rita).get(page).content.decode()
    assert "figures are hidden until then" in html and "<data" not in html
    assert "<data" in browser(room.pia).get(page).content.decode()


def test_the_judges_words_on_a_claim_are_shown_only_where_its_source_may_be_read(room: Room) -> None:
    batch = room.imported()
    client, items = browser(room.pia), reverse("judge_batch_items", args=[batch.public_id])
    assert RAW not in client.get(items).content.decode()
    item = opinions.CalibrationItem.objects.get(key="refund#c1").public_id
    assert RAW in client.get(f"{items}?item={item}").content.decode()
    responder = make_reader(room.house.tenant, "iris", Role.RESPONDER)
    withdraw(responder, rows.SourceVersion.objects.get(tenant=room.house.tenant), "a reason")
    masked = client.get(f"{items}?item={item}").content.decode()
    assert RAW not in masked and "may not read" in masked


def test_of_a_claim_no_word_of_the_judge_is_kept_where_it_could_not_be_erased(room: Room) -> None:
    said = (
        JudgeSaid(item="refund#c1", label="Rule 1: a refund", message="Rule 1", raw="Rule 1 says so."),
        JudgeSaid(item="refund#c2", status=JudgeStatus.ERROR, message="Rule 2: no"),
        JudgeSaid(item="refund#c3", label=SUPPORT, score=0.5, message="Rule 3"),
    )
    results = JudgeResults(configuration=JudgeConfiguration(evaluator="strict"), field="label", said=said)
    import_results(room.pia, room.revision, [results])
    kept = list(JudgeLabel.objects.order_by("item__key").select_related("raw"))
    assert not any("Rule" in one.message for one in kept)
    assert "no label of this field" in kept[0].message
    assert [one.raw.get_text() for one in kept] == ["Rule 1: a refund\nRule 1\nRule 1 says so.", "Rule 2: no", "Rule 3"]
