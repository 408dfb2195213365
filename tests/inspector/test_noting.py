"""Notes are appended, an escalation puts the claim where others look, and who may read them is asked every time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.item_states import find_differences
from inspector.models import rows as opinions
from inspector.noting import LONGEST, NotSaid, add_note
from inspector.queue_keeping import close_queue
from inspector.readers import as_reader
from lineage.access import NotAllowed
from lineage.evidence.vocabulary import NoteKind, QueueKind, Role
from lineage.models import rows
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.test_page_limits import statements

pytestmark = pytest.mark.django_db
WORDS = "Rule 1 reads otherwise in the printed edition. \N{PERSON WITH HEADSCARF} <b>Look</b>"


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def claim(tenant: rows.Tenant) -> Any:
    return rows.Claim.objects.get(tenant=tenant, key="c1")


def reader_of(user: Any) -> Any:
    return as_reader(user.memberships.select_related("tenant").get())


def notes_url(claim: Any) -> str:
    return reverse("notes", args=[claim.public_id])


def test_a_note_is_a_record_with_its_words_and_an_event_of_the_ledger(tenant: rows.Tenant, claim: Any) -> None:
    ada = reader_of(make_member(tenant, "ada", Role.REVIEWER))
    note = add_note(ada, claim, NoteKind.NOTE, f"  {WORDS}\n")
    kept = opinions.Note.objects.get()
    assert (kept.pk, kept.author, kept.kind, kept.item) == (note.pk, ada.actor, "note", None)
    assert kept.words.get_text() == WORDS
    last = rows.AuditEvent.objects.filter(tenant=tenant).last()
    assert (last.verb, last.actor, last.subject) == ("note_added", ada.actor, f"claim:{claim.public_id}")


def test_an_escalation_puts_the_claim_into_the_escalated_queue_once(tenant: rows.Tenant, claim: Any) -> None:
    ada, ben = (reader_of(make_member(tenant, name, Role.REVIEWER)) for name in ("ada", "ben"))
    for person in (ada, ben):
        add_note(person, claim, NoteKind.ESCALATION, "Two rules contradict each other.")
    item = opinions.Item.objects.get(queue__kind=QueueKind.ESCALATED, claim=claim)
    assert list(opinions.Note.objects.values_list("item", "kind")) == [(item.pk, "escalation")] * 2
    assert item.slots.count() == 1 and item.state.state == "needs_review"
    assert not list(find_differences(tenant.pk))


def test_the_same_words_sent_twice_are_one_note(tenant: rows.Tenant, claim: Any) -> None:
    ada = reader_of(make_member(tenant, "ada", Role.REVIEWER))
    first, second = (add_note(ada, claim, NoteKind.NOTE, WORDS) for _ in range(2))
    assert first.pk == second.pk
    add_note(ada, claim, NoteKind.NOTE, "Something else.")
    assert add_note(ada, claim, NoteKind.NOTE, WORDS).pk != first.pk, "said again later is said again"
    assert rows.AuditEvent.objects.filter(verb="note_added").count() == 3


@pytest.mark.parametrize("words", ["", "  \n", "x" * (LONGEST + 1)], ids=["none", "blanks", "too many"])
def test_no_words_and_too_many_are_refused_and_the_words_come_back(
    tenant: rows.Tenant, claim: Any, words: str
) -> None:
    ada = make_member(tenant, "ada", Role.REVIEWER)
    with pytest.raises(NotSaid):
        add_note(reader_of(ada), claim, NoteKind.NOTE, words)
    sent = signed_in(ada).post(notes_url(claim), {"words": words, "kind": "escalation"})
    assert sent.status_code == 422
    html = sent.content.decode()
    assert 'aria-invalid="true"' in html and 'value="escalation" checked' in html
    assert words in html
    assert not opinions.Note.objects.exists() and not opinions.Queue.objects.filter(kind="escalated").exists()


def test_an_auditor_reads_notes_and_adds_none(tenant: rows.Tenant, claim: Any) -> None:
    add_note(reader_of(make_member(tenant, "ada", Role.REVIEWER)), claim, NoteKind.NOTE, WORDS)
    otto = make_member(tenant, "otto", Role.AUDITOR)
    html = signed_in(otto).get(notes_url(claim)).content.decode()
    assert "&lt;b&gt;Look&lt;/b&gt;" in html and "<textarea" not in html
    with pytest.raises(NotAllowed):
        add_note(reader_of(otto), claim, NoteKind.NOTE, "Me too.")
    assert signed_in(otto).post(notes_url(claim), {"words": "Me too."}).status_code == 403


@pytest.mark.parametrize(
    ("words", "mark"),
    [("\ud800 alone", "D800"), ("a\0b", "NUL"), ("\N{RIGHT-TO-LEFT OVERRIDE}evil", 'name="RLO"')],
    ids=["half", "nul", "bidi"],
)
def test_every_code_point_of_a_note_is_kept_and_shown_without_harm(
    tenant: rows.Tenant, claim: Any, words: str, mark: str
) -> None:
    ada = make_member(tenant, "ada", Role.REVIEWER)
    add_note(reader_of(ada), claim, NoteKind.NOTE, words)
    assert opinions.Note.objects.get().words.get_bytes().decode("utf-8", "surrogatepass") == words
    shown = signed_in(ada).get(notes_url(claim))
    assert shown.status_code == 200
    assert mark in shown.content.decode() and "\0" not in shown.content.decode()


def test_a_note_is_sent_by_a_form_and_by_htmx(tenant: rows.Tenant, claim: Any) -> None:
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    plain = ada.post(notes_url(claim), {"words": "By hand.", "kind": "note"})
    assert (plain.status_code, plain["Location"]) == (303, notes_url(claim))
    swapped = ada.post(
        notes_url(claim), {"words": "In place."}, headers={"HX-Request": "true", "HX-Target": "notes"}
    )
    html = swapped.content.decode()
    assert swapped.status_code == 200 and html.lstrip().startswith("<section")
    assert html.index("By hand.") < html.index("In place.")


def test_the_claim_page_counts_its_notes_and_asks_no_statement_more(tenant: rows.Tenant, claim: Any) -> None:
    ada = make_member(tenant, "ada", Role.REVIEWER)
    client, address = signed_in(ada), claim_url(tenant, "refund")
    before = len(statements(client, address))
    for number in range(3):
        add_note(reader_of(ada), claim, NoteKind.NOTE, f"Note {number}.")
    assert ">Notes: 3</a>" in client.get(address).content.decode()
    assert len(statements(client, address)) == before


def labelled(tenant: rows.Tenant) -> Any:
    import_bundle(tenant, simple_bundle("secret", labels=["board"]))
    return rows.Claim.objects.get(tenant=tenant, answer__case__key="secret", key="c1")


def test_a_masked_region_offers_to_ask_for_access_with_the_ids_filled_in(tenant: rows.Tenant) -> None:
    claim, ada = labelled(tenant), signed_in(make_member(tenant, "ada", Role.REVIEWER))
    html = ada.get(reverse("claim", args=[claim.public_id])).content.decode()
    asking = f"{notes_url(claim)}?kind=access_request&amp;citation=x1"
    assert f'href="{asking}"' in html and "?kind=escalation&amp;citation=x1" in html
    form = ada.get(asking.replace("&amp;", "&")).content.decode()
    assert "Please give me access to the source of citation x1 of claim c1, case secret, to judge it." in form
    assert 'value="access_request" checked' in form
    whole = ada.get(reverse("answer", args=[claim.answer.public_id])).content.decode()
    assert f"{notes_url(claim)}?kind=access_request" in whole


def test_administrators_see_on_their_start_page_who_asks_for_access(tenant: rows.Tenant) -> None:
    claim, ada = labelled(tenant), make_member(tenant, "ada", Role.REVIEWER)
    adam = signed_in(make_member(tenant, "adam", Role.ADMINISTRATOR))
    assert "Access asked for" not in adam.get("/").content.decode()
    add_note(reader_of(ada), claim, NoteKind.ACCESS_REQUEST, "I judge this case tomorrow.")
    html = adam.get("/").content.decode()
    assert "Access asked for" in html and "Ada" in html and notes_url(claim) in html
    assert "I judge this case tomorrow." in adam.get(notes_url(claim)).content.decode()
    assert "Access asked for" not in signed_in(ada).get("/").content.decode()


def test_notes_on_words_that_may_not_be_read_are_not_shown(tenant: rows.Tenant) -> None:
    claim = labelled(tenant)
    bea = make_member(tenant, "bea", Role.REVIEWER, labels=("board",))
    add_note(reader_of(bea), claim, NoteKind.NOTE, "It says: a refund is paid within 1 days.")

    def seen_by(client: Client) -> str:
        return client.get(notes_url(claim)).content.decode()

    assert "It says: a refund" in seen_by(signed_in(bea))
    masked = seen_by(signed_in(make_member(tenant, "ada", Role.REVIEWER)))
    assert "It says: a refund" not in masked and "You may not read this source." in masked


def test_notes_of_another_tenant_are_as_missing_ones(tenant: rows.Tenant, claim: Any) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert drew.get(notes_url(claim)).status_code == 404
    assert drew.post(notes_url(claim), {"words": "Hello."}).status_code == 404
    assert not opinions.Note.objects.exists()


def test_an_escalation_goes_into_an_open_queue_where_the_first_one_was_closed(
    tenant: rows.Tenant, claim: Any
) -> None:
    ada, cleo = (make_member(tenant, name, role) for name, role in (("ada", Role.REVIEWER), ("cleo", Role.ADJUDICATOR)))
    closed = add_note(reader_of(ada), claim, NoteKind.ESCALATION, "Look at this.").item.queue
    close_queue(reader_of(cleo), closed)
    other = rows.Claim.objects.get(tenant=tenant, key="c2")
    queue = add_note(reader_of(ada), other, NoteKind.ESCALATION, "And at this.").item.queue
    assert queue != closed and (queue.kind, queue.closed_at) == (QueueKind.ESCALATED, None)
