"""What runs found stands on the claim page under what was found when the answer came in, and never in its place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from lineage.evidence.vocabulary import RelocationOutcome, RelocationRuling, Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.inspector.reading import words_of
from tests.inspector.relocating import ENDED, changed_to, citation_of, make_run, make_version, relocate_by_hand
from tests.inspector.test_page_limits import MOST_STATEMENTS, SENTENCE, chained_bundle, region, statements

pytestmark = pytest.mark.django_db

OLD = "Rule 1: a refund is paid within 1 days."
NEW = "Rule 1: a refund is never paid within 9 days."
TWO = "Rule 2: a refund is paid within 2 days."
LATER = f"A new preface. {NEW} {TWO}"


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def page(client: Client, tenant: rows.Tenant, query: str = "") -> str:
    return client.get(claim_url(tenant, "refund") + query).content.decode()


def relocations(client: Client, tenant: rows.Tenant) -> str:
    return region(page(client, tenant), "relocations")


def find(tenant: rows.Tenant, version: str, text: str, outcome: RelocationOutcome, new: Any, **fields: Any) -> Any:
    labels = fields.pop("labels", ())
    run = make_run(make_version(tenant, "refund-source", version, text, labels))
    return relocate_by_hand(run, citation_of(tenant, "refund", "x1"), OLD, new, outcome, **fields)


def change(tenant: rows.Tenant, version: str = "2", **fields: Any) -> Any:
    values = {"changes": "negation number", "changed": changed_to(NEW), **fields}
    return find(tenant, version, LATER, RelocationOutcome.TEXT_CHANGED, NEW, **values)


def test_a_claim_whose_words_nobody_looked_for_says_so(tenant: rows.Tenant, ada: Client) -> None:
    assert "No run has looked for these words" in relocations(ada, tenant)


def test_changed_words_stand_against_the_old_ones_with_what_differs_named(tenant: rows.Tenant, ada: Client) -> None:
    relocation = change(tenant)
    html = relocations(ada, tenant)
    assert "words changed against version 2 negation number" in words_of(html)
    assert f"/runs/{relocation.run.public_id}/" in html
    assert "<ins>never </ins>" in html and "<del>1</del>" in html and "<ins>9</ins>" in html
    assert "only in version 1" in html and "only in version 2" in html


def test_what_was_found_when_the_answer_came_in_stays_as_it_was(tenant: rows.Tenant, ada: Client) -> None:
    before = region(page(ada, tenant), "cited")
    change(tenant)
    assert region(page(ada, tenant), "cited") == before
    html = page(ada, tenant)
    assert html.index('data-region="cited"') < html.index('data-region="relocations"')


def test_moved_words_lead_to_their_place_in_the_new_text(tenant: rows.Tenant, ada: Client) -> None:
    text = f"A preface. {OLD} {TWO}"
    relocation = find(tenant, "2", text, RelocationOutcome.RELOCATED_EXACT, OLD)
    html = relocations(ada, tenant)
    assert "moved, same words against version 2" in words_of(html)
    (address,) = re.findall(r'href="(/sources/[^"]+to=[^"]+)"', html)
    assert relocation.run.version.public_id in address
    assert f"at={text.index(OLD)}" in address
    source = ada.get(address.replace("&amp;", "&"))
    assert source.status_code == 200 and "A preface." in source.content.decode()
    assert "Accept th" not in html


def test_the_newest_of_several_runs_stands_first_and_each_names_its_version(tenant: rows.Tenant, ada: Client) -> None:
    change(tenant, "2")
    find(tenant, "3", f"{OLD} {TWO}", RelocationOutcome.UNCHANGED, OLD)
    words = words_of(relocations(ada, tenant))
    assert words.index("unchanged against version 3") < words.index("words changed against version 2")


def test_words_that_are_lost_are_said_to_be(tenant: rows.Tenant, ada: Client) -> None:
    find(tenant, "2", "Nothing of it.", RelocationOutcome.LOST, None, changed=changed_to("lost"))
    html = relocations(ada, tenant)
    assert "not found against version 2" in words_of(html)
    assert "No place in the new text is like the cited words." in html


def test_a_drifted_citation_says_that_its_old_offsets_would_cite_something_else(
    tenant: rows.Tenant, ada: Client
) -> None:
    change(tenant, drifted=True)
    assert "the old offsets would cite something else" in relocations(ada, tenant)


def test_a_place_is_accepted_from_the_claim_page(tenant: rows.Tenant, ada: Client) -> None:
    relocation = change(tenant)
    html = relocations(ada, tenant)
    (action,) = re.findall(r'<form class="ruling" method="post" action="([^"]+)"', html)
    hidden = dict(re.findall(r'<input type="hidden" name="(idempotency_key|seen)" value="([^"]+)"', html))
    answered = ada.post(action, hidden | {"ruling": "accepted", "reason": "It is the same rule."})
    assert answered.status_code == 303
    (decision,) = rows.RelocationDecision.objects.all()
    assert (decision.relocation_id, decision.ruling) == (relocation.pk, RelocationRuling.ACCEPTED.value)
    assert "accepted by you" in words_of(relocations(ada, tenant))


def test_of_several_places_one_is_chosen(tenant: rows.Tenant, ada: Client) -> None:
    text = f"{NEW} And so: {OLD} {TWO}"
    find(tenant, "2", text, RelocationOutcome.AMBIGUOUS, (OLD, NEW), changed=changed_to("ambiguous"))
    html = relocations(ada, tenant)
    assert html.count('type="radio" name="candidate"') == 2
    assert "place 1:" in words_of(html) and "place 2:" in words_of(html)


def test_who_may_not_decide_gets_no_form(tenant: rows.Tenant) -> None:
    otto = signed_in(make_member(tenant, "otto", Role.AUDITOR))
    change(tenant)
    html = relocations(otto, tenant)
    assert "words changed" in html and "Accept th" not in html


def test_a_neighbouring_sentence_that_changed_is_shown_as_such(tenant: rows.Tenant, ada: Client) -> None:
    text = f"{OLD} Rule 2: a refund is not paid."
    find(tenant, "2", text, RelocationOutcome.UNCHANGED, OLD, changed=changed_to("beside"))
    html = relocations(ada, tenant)
    assert "The sentence itself is the same; one beside it is another." in html
    assert "<ins>" in html


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.LABELER])
def test_of_a_version_that_the_viewer_may_not_read_no_word_is_shown_neither_old_nor_new(
    tenant: rows.Tenant, role: Role
) -> None:
    lea = signed_in(make_member(tenant, "lea", role))
    relocation = change(tenant, version="2-secret", labels=("board",))
    html = page(lea, tenant)
    panel = region(html, "relocations")
    assert "A version that you may not read" in panel
    for hidden in (NEW, OLD, "never", "2-secret", "negation", "words changed", relocation.run.public_id):
        assert hidden not in panel
    for hidden in (NEW, "2-secret", "is never paid"):
        assert hidden not in html
    assert "Record and go on" not in html
    assert lea.post(f"{claim_url(tenant, 'refund')}verdicts/", {"coverage": "supported"}).status_code == 403


def test_a_reason_that_may_repeat_the_words_of_a_closed_version_is_masked(tenant: rows.Tenant, ada: Client) -> None:
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER, labels=("board",)))
    url = claim_url(tenant, "refund")
    change(tenant, version="2-secret", labels=("board",))
    sent = filled_form(ben, url) | {"pair-x1": "contradicts", "rationale": "It is never paid now."}
    assert ben.post(f"{url}verdicts/", sent).status_code == 303
    assert "It is never paid now." in page(ben, tenant)
    assert "It is never paid now." not in page(ada, tenant)


def test_who_holds_the_label_sees_both(tenant: rows.Tenant) -> None:
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER, labels=("board",)))
    change(tenant, version="2-secret", labels=("board",))
    assert "<ins>never </ins>" in relocations(ben, tenant)


def test_a_closed_version_in_which_the_words_are_the_same_hinders_no_verdict(tenant: rows.Tenant, ada: Client) -> None:
    find(tenant, "2", f"A preface. {OLD} {TWO}", RelocationOutcome.RELOCATED_EXACT, OLD, labels=("board",))
    url = claim_url(tenant, "refund")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url)).status_code == 303


def test_words_of_a_version_that_was_taken_away_since_are_not_shown(tenant: rows.Tenant, ada: Client) -> None:
    relocation = change(tenant)
    rows.SourceEvent(
        tenant=tenant, version=relocation.run.version, event=SourceEventKind.WITHDRAWN.value, at=ENDED
    ).save()
    html = relocations(ada, tenant)
    assert "their version was withdrawn or deleted since" in html and "never" not in html


def test_a_masked_citation_says_nothing_of_relocations(tenant: rows.Tenant, ada: Client) -> None:
    import_bundle(tenant, simple_bundle("closed", labels=["board"]))
    html = ada.get(claim_url(tenant, "closed")).content.decode()
    assert 'data-region="relocations"' not in html


def test_the_likest_sentence_gives_way_to_what_a_run_found(tenant: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle("newer")
    versions = bundle["answers"][0]["sources"][0]["versions"]
    versions[0]["valid_from"] = "2026-01-01T00:00:00Z"
    versions.append({"version": "2", "supersedes": "1", "valid_from": "2026-10-01T00:00:00Z"})
    import_bundle(tenant, bundle)
    url = claim_url(tenant, "newer")
    assert "Version 2 has replaced this source" in ada.get(url).content.decode()
    run = make_run(make_version(tenant, "newer-source", "3", LATER))
    relocate_by_hand(run, citation_of(tenant, "newer", "x1"), OLD, None, RelocationOutcome.LOST)
    assert "Version 2 has replaced this source" not in ada.get(url).content.decode()


def relocated_chain(tenant: rows.Tenant, runs: int = 1) -> str:
    """A claim of twenty citations, each of them looked for in later versions with another number in its sentence."""
    import_bundle(tenant, chained_bundle(claims=3, citations=20))
    url = claim_url(tenant, "boxes")
    for number in range(runs):
        sentences = [SENTENCE.format(number=n).replace(" weeks", " years") for n in range(1, 21)]
        run = make_run(make_version(tenant, "schedule", f"{number + 2}", f"Preface {number}. " + " ".join(sentences)))
        was = rows.Artifact.objects.get(tenant=tenant, key="extract")
        now = rows.Artifact.objects.get(version=run.version)
        text, later = was.content.get_text(), now.content.get_text()
        for n in range(20):
            old, new = SENTENCE.format(number=n + 1)[:40], sentences[n][:40]
            rows.Relocation(
                tenant=tenant, run=run, citation=citation_of(tenant, "boxes", f"x{n}"), outcome="relocated_exact",
                was=was, start=text.index(old), end=text.index(old) + 40, now=now, now_start=later.index(new),
                now_end=later.index(new) + 40, changed=changed_to(sentences[n]), method="exact",
            ).save()  # fmt: skip
    return url


def test_a_claim_with_twenty_relocated_citations_takes_at_most_fifteen_statements(
    tenant: rows.Tenant, ada: Client
) -> None:
    url = relocated_chain(tenant, runs=3)
    asked = statements(ada, url)
    assert len(asked) <= MOST_STATEMENTS, "\n".join(sql[:160] for sql in asked)
    html = ada.get(url).content.decode()
    assert "<ins>years</ins>" in region(html, "relocations")
    short = "moved, same words, a neighbouring sentence changed version 4"
    assert words_of(region(html, "relocations")).count(short) == 19


def test_a_superseded_version_nobody_looked_in_takes_at_most_fifteen_statements(
    tenant: rows.Tenant, ada: Client
) -> None:
    bundle = simple_bundle("newer")
    source = bundle["answers"][0]["sources"][0]
    source["versions"][0]["valid_from"] = "2026-01-01T00:00:00Z"
    source["versions"].append({"version": "2", "supersedes": "1", "valid_from": "2026-10-01T00:00:00Z"})
    import_bundle(tenant, bundle)
    assert len(statements(ada, claim_url(tenant, "newer"))) <= MOST_STATEMENTS


def test_one_span_looked_for_and_another_superseded_take_at_most_fifteen_statements(
    tenant: rows.Tenant, ada: Client
) -> None:
    bundle = simple_bundle("both")
    (answer,) = bundle["answers"]
    answer["citations"][1]["claim"] = "c1"
    source = answer["sources"][0]
    source["versions"][0]["valid_from"] = "2026-01-01T00:00:00Z"
    source["versions"].append({"version": "2", "supersedes": "1", "valid_from": "2026-10-01T00:00:00Z"})
    newer = {"key": "both-2", "version": "2", "text": "Rule 1: a refund is late."}
    answer["artifacts"].append(answer["artifacts"][0] | newer)
    import_bundle(tenant, bundle)
    run = make_run(make_version(tenant, "both-source", "3", LATER))
    citation = citation_of(tenant, "both", "x2")
    relocate_by_hand(run, citation, TWO, NEW, RelocationOutcome.TEXT_CHANGED, changed=changed_to(NEW))
    url = claim_url(tenant, "both")
    html = ada.get(f"{url}?span=x1").content.decode()
    assert "What version 2 says now" in html and "words changed" in region(html, "relocations")
    assert len(statements(ada, f"{url}?span=x1")) <= MOST_STATEMENTS


def test_a_source_that_is_looked_through_every_day_shows_its_last_runs(tenant: rows.Tenant, ada: Client) -> None:
    url = relocated_chain(tenant, runs=7)
    panel = region(ada.get(url).content.decode(), "relocations")
    assert panel.count('class="relocation-head"') == 4
    assert "Earlier runs stand on the pages of the runs." in panel
