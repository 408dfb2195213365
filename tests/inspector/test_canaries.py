"""A source that is taken away leaves no word of itself on any page, in any export, answer of the API or log (M-96)."""

from __future__ import annotations

import json
import logging
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from inspector.calibrating.freezing import freeze
from inspector.calibrating.keeping import create_set
from inspector.demo.judging import claims_of, judge
from inspector.item_states import ensure_compliance
from inspector.judging.importing import import_results
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid
from inspector.models import rows as opinions
from inspector.models.judging import JudgeBatch
from inspector.noting import add_note
from inspector.pages import answer, claim, why
from inspector.queue_adding import Added, add_items
from inspector.readers import as_reader
from lineage.access import MAY, Action, Reader
from lineage.bell import ring
from lineage.evidence.vocabulary import AuditRetention, NoteKind, RelocationOutcome, Role, SkippedKind
from lineage.lifecycle import confirm_purge, request_purge, restore, tombstone, withdraw
from lineage.models import rows
from lineage.pipeline.extraction import Skipped
from lineage.pipeline.layout import Layout
from lineage.retention import erase_due
from tests.inspector.api_calls import token_of
from tests.inspector.canary_bundle import CANARY, NEXT, OWN, QUESTION, QUOTE, SOURCE, TEXT, VERSION, canary_bundle
from tests.inspector.making import answered, crawl, import_bundle, kind_of, make_member, make_tenant, signed_in
from tests.inspector.pages_by_hand import draw_page, read_extraction, record_reading
from tests.inspector.relocating import make_run, make_version, relocate_by_hand

pytestmark = pytest.mark.django_db
FRAGMENTS = {
    "/answers/": tuple(answer.FRAGMENTS),
    "/claims/": (*claim.FRAGMENTS, *why.FRAGMENTS),
    "/sources/": ("source-text", "comparison"),
    "/runs/": ("changes", "progress"),
}
STARTS = ("/", "/cases/", "/inventory/", "/influence/?model=summariser", "/runs/", "/review-again/", "/sources/")
STARTS += ("/policies/", "/candidates/", "/adjudications/", "/settled/?whose=all", "/queues/", "/queues/new/")
STARTS += ("/calibration/", "/agreement/", "/agreement/items/", "/judges/", "/label/")
# By number of hits nothing is proved: these are where words have to stand, so that their absence later means something.
TELLING = ("claim", "notes", "answer", "source", "live_source", "frozen_bytes", "compare_versions", "runs", "run")
REASON = "the owner asked us to stop using it"


class House:
    """The tenant with its people; every address of it, as each of them meets it."""

    def __init__(self) -> None:
        self.tenant = make_tenant("meridian")
        import_bundle(self.tenant, canary_bundle())
        self.people = {role: make_member(self.tenant, f"the-{role.value}", role) for role in Role}
        self.version = rows.SourceVersion.objects.get(tenant=self.tenant, source__key=SOURCE, version=VERSION)
        text = rows.Artifact.objects.get(tenant=self.tenant, key="minutes")
        sample = Skipped(kind=SkippedKind.ANNOTATION, count=1, characters=9, where="Qzvwhere", sample="Qzvsample")
        said = {"text": TEXT, "layout": Layout(), "skipped": (sample,), "warnings": ("Qzvwarning.",)}
        record_reading(self.version, read_extraction(**said), text.pk)
        draw_page(self.version, 1)
        citation = rows.Citation.objects.get(answer__tenant=self.tenant, key="x1")
        self.labelled = self._label(citation.claim)
        make_run(self.version)
        self.later = make_version(self.tenant, SOURCE, "2", NEXT.replace("qzvquote", "tall"))
        run = make_run(self.later)
        changed = RelocationOutcome.TEXT_CHANGED
        relocate_by_hand(run, citation, QUOTE, "tall crane stands", changed, changed=b"w" * 32)
        for kind in NoteKind:
            add_note(self.reader(Role.REVIEWER), citation.claim, kind, f"It says: {QUOTE}.")

    def _label(self, claim: Any) -> JudgeBatch:
        """A set made from a claim that was judged here, and what a judge said of it in the source's own words."""
        labelling = opinions.Queue.objects.create(tenant=self.tenant, key="labelling", kind="calibration")
        with transaction.atomic():
            add_items(labelling, [Added(claim.pk)], "")
        judge(self.reader(Role.REVIEWER), claims_of(self.tenant, claim.answer.case.key)[claim.key], "Read.")
        keeper = self.reader(Role.ADMINISTRATOR)
        kept = create_set(keeper, "Canaries")
        revision = freeze(keeper, kept, [ensure_compliance(self.tenant.pk)], "")
        configuration = JudgeConfiguration(evaluator="canary-judge", prompt="Is it so?")
        key = revision.members.select_related("item").get().item.key
        said = (JudgeSaid(key, label="clear_support", raw=f"It says: {QUOTE}."),)
        results = JudgeResults(configuration=configuration, field="label", said=said)
        return import_results(keeper, revision, [results])[0].batch

    def reader(self, role: Role) -> Reader:
        return as_reader(self.people[role].memberships.select_related("tenant").get())

    def starts(self) -> Iterator[str]:
        yield from STARTS
        every = rows.Answer.objects.filter(tenant=self.tenant).values_list("public_id", flat=True)
        of_answer = ("answer", "answer_report", "case_file", "character_origin", "inventory", "inventory_csv")
        for route in (*of_answer, "closing"):
            yield from (reverse(route, args=[public_id]) for public_id in every)
        yield reverse("corpus_csv")
        for claim_id in rows.Claim.objects.filter(tenant=self.tenant).values_list("public_id", flat=True):
            yield f"{reverse('claim', args=[claim_id])}?stage=2&wider=9"
            yield reverse("claim_pictures", args=[claim_id])
            yield reverse("notes", args=[claim_id])
            yield reverse("reopen", args=[claim_id])
            yield f"{reverse('scan', args=[claim_id])}?words=e"
        for route in ("source", "live_source", "frozen_bytes", "impact", "impact_csv", "source_cuts", "source_made"):
            yield reverse(route, args=[self.version.public_id])
        yield from self._figures()
        yield reverse("page_image", args=[self.version.public_id, 1])
        yield reverse("compare_versions", args=[self.version.public_id, self.later.public_id])
        for deed in ("withdraw", "delete", "restore", "hold", "ask-erasure", "agree-erasure"):
            yield reverse("lifecycle_deed", args=[self.version.public_id, deed])

    def _figures(self) -> Iterator[str]:
        batch, revision = self.labelled, self.labelled.revision
        for route in ("revision", "items", "jsonl", "csv", "agreement"):
            yield reverse(f"calibration_{route}", args=[revision.public_id])
        item = revision.members.select_related("item").get().item.public_id
        yield reverse("calibration_item", args=[item])
        yield f"{reverse('judge_batch_items', args=[batch.public_id])}?item={item}"
        for queue in opinions.Queue.objects.filter(tenant=self.tenant, kind="calibration"):
            yield reverse("label", args=[queue.public_id])

    def met_by(self, role: Role) -> dict[str, str]:
        """All that a person of this role can be answered, by address."""
        client = signed_in(self.people[role])
        seen = {address: page.body for address, page in crawl(client, *self.starts(), most=1).items()}
        # One address of each kind: a fragment is drawn by the page that it is a part of.
        for address in {kind_of(address): address for address in seen}.values():
            seen |= {f"{address} {name}": body for name, body in fragments_of(client, address)}
        seen |= self.posted(client)
        return seen | dict(self.called(role))

    def posted(self, client: Client) -> dict[str, str]:
        """Answers to forms: a comparison with what stands at the live address, a verdict, a source that is sent."""
        live = reverse("live_source", args=[self.version.public_id])
        # Three letters stand by chance in a random token now and then: those are masked.
        sent = {f"POST {live}": answered(client.post(live, {"current": "It rained."})).body}
        for claim_id in rows.Claim.objects.filter(tenant=self.tenant).values_list("public_id", flat=True):
            address = reverse("verdicts", args=[claim_id])
            sent[f"POST {address}"] = answered(client.post(address, {"coverage": "supported"})).body
        return sent

    def called(self, role: Role) -> Iterable[tuple[str, str]]:
        """What a program of this person is answered."""
        bearing = {"authorization": f"Bearer {token_of(self.people[role], 'read')}"}
        address = reverse("api:extraction", args=[self.version.public_id])
        yield address, Client().get(address, headers=bearing).content.decode()
        for run in rows.Run.objects.filter(tenant=self.tenant):
            for route in ("api:run", "api:relocations"):
                address = reverse(route, args=[run.public_id])
                yield address, Client().get(address, headers=bearing).content.decode()


def fragments_of(client: Client, address: str) -> Iterator[tuple[str, str]]:
    for beginning, names in FRAGMENTS.items():
        if address.startswith(beginning) and "." not in address:
            for name in names:
                asked = {"HX-Request": "true", "HX-Target": name}
                yield name, answered(client.get(address, headers=asked)).body


def hits(seen: dict[str, str]) -> list[str]:
    """Where a word of the source stands; with what surrounds it."""
    return [
        f"{address}: {body[max(0, found.start() - 60) : found.end() + 20]!r}"
        for address, body in seen.items()
        if (found := re.search(CANARY, body, re.IGNORECASE)) is not None
    ]


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture(autouse=True)
def silent_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever happens in a test, no word of the source is in a line of a log."""
    caplog.set_level(logging.INFO)
    for name in ("lineage", "inspector", "celery"):
        caplog.set_level(logging.DEBUG, name)
    yield
    said = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert not [line for line in said if CANARY in line.lower()]


def routes_with(found: Iterable[str]) -> set[str]:
    addresses = (line.partition(":")[0].removeprefix("POST ") for line in found)
    return {resolve(address.partition(" ")[0].partition("?")[0]).view_name for address in addresses}


def test_before_anything_is_taken_away_its_words_stand_wherever_pages_show_words(house: House) -> None:
    """Else the other tests would prove nothing."""
    assert routes_with(hits(house.met_by(Role.ADMINISTRATOR))) >= {
        *(*TELLING, "impact", "case_file", "why", "api:relocations", "api:extraction")
    }


@pytest.mark.parametrize("role", [role for role in Role if role not in MAY[Action.READ_TAKEN_AWAY]], ids=str)
def test_after_withdrawal_nobody_but_an_auditor_meets_a_word_of_it(house: House, role: Role) -> None:
    withdraw(house.reader(Role.RESPONDER), house.version, REASON)
    seen = house.met_by(role)
    assert hits(seen) == []
    every = "".join(seen.values())
    assert OWN in every and QUESTION in every, "the answer's own words stay"
    assert "withdrawn on" in every and REASON in every


def test_an_auditor_reads_what_was_withdrawn_and_is_told_so(house: House) -> None:
    withdraw(house.reader(Role.RESPONDER), house.version, REASON)
    seen = house.met_by(Role.AUDITOR)
    assert routes_with(hits(seen)) >= {"claim", "answer", "source"}
    of_version = reverse("source", args=[house.version.public_id])
    pages = {address: body for address, body in seen.items() if address.startswith(("/claims/", of_version))}
    shown = [address for address, body in pages.items() if QUOTE in body and 'data-region="source"' in body]
    assert len(shown) > 3
    marked = "You read these words as an auditor"
    assert [address for address in (*shown, of_version) if marked not in pages[address]] == []


def test_what_is_restored_stands_again_where_it_stood(house: House) -> None:
    iris = house.reader(Role.RESPONDER)
    before = routes_with(hits(house.met_by(Role.REVIEWER)))
    withdraw(iris, house.version, REASON)
    restore(iris, house.version, "the owner agreed")
    assert routes_with(hits(house.met_by(Role.REVIEWER))) == before


@pytest.mark.parametrize("role", [Role.LABELER, Role.AUDITOR, Role.ADMINISTRATOR], ids=str)
def test_after_deletion_without_a_snapshot_nobody_meets_a_word_of_it(house: House, role: Role) -> None:
    adam = house.reader(Role.ADMINISTRATOR)
    tombstone(adam, house.version, REASON, retention=AuditRetention.NONE)
    seen = house.met_by(role)
    assert hits(seen) == []
    assert "deleted on" in "".join(seen.values())


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.AUDITOR, Role.ADMINISTRATOR], ids=str)
def test_after_erasure_nobody_meets_a_word_of_it_and_every_page_still_opens(house: House, role: Role) -> None:
    adam, petra = house.reader(Role.ADMINISTRATOR), house.reader(Role.POLICY_ADMIN)
    tombstone(adam, house.version, REASON, retention=AuditRetention.NONE)
    request_purge(adam, house.version, REASON)
    confirm_purge(petra, house.version, REASON)
    assert [erased for _, erased in erase_due(house.tenant.pk) if erased is not None]
    seen = house.met_by(role)
    assert hits(seen) == []
    assert OWN in "".join(seen.values())
    client: Any = signed_in(house.people[role])
    for address in (*house.starts(),):
        assert client.get(address).status_code < 500, address


def test_a_message_about_it_names_a_run_by_its_id_and_nothing_else(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path), "control_folder": str(tmp_path / "c")}
    monkeypatch.setitem(current_app.conf, "broker_transport_options", folders)
    monkeypatch.setitem(current_app.conf, "broker_write_url", "filesystem://")
    monkeypatch.setattr(current_app, "_pool", None)
    monkeypatch.setattr(current_app.amqp, "_producer_pool", None)
    run = rows.Run.objects.filter(tenant=house.tenant).first()
    assert run is not None
    ring(run.pk)
    (message,) = [json.loads(path.read_text()) for path in tmp_path.glob("*.msg")]
    body = b64decode(message["body"]).decode()
    assert json.loads(body)[:2] == [[run.pk], {}]
    assert CANARY not in f"{message} {body}".lower()
