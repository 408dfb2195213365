"""Blind means blind: nothing that Ben can fetch tells that others have judged, until his own verdict is in (G29)."""

from __future__ import annotations

import difflib
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.noting import add_note
from lineage.evidence.vocabulary import NoteKind, Role, SlotState
from lineage.models import rows
from tests.inspector.blind_house import ADAS, CLEOS, IRISES, JUDGED, BlindHouse, Met
from tests.inspector.making import import_bundle, make_member, signed_in, simple_bundle
from tests.inspector.test_page_limits import MOST_STATEMENTS, statements

pytestmark = pytest.mark.django_db
EVERY_ROLE = tuple(Role)
SAID = (ADAS, CLEOS, IRISES, JUDGED, "late-judge")


def differing(before: dict[str, Met], after: dict[str, Met]) -> list[str]:
    """Each address that was answered otherwise, with the first lines that differ."""
    found = [f"{address}: only once" for address in before.keys() ^ after.keys()]
    for address in before.keys() & after.keys():
        one, other = before[address], after[address]
        if one != other:
            lines = difflib.unified_diff(one.body.splitlines(), other.body.splitlines(), lineterm="", n=0)
            found.append(f"{address}: {one.status} {other.status} {list(lines)[2:5]}")
    return sorted(found)


@pytest.mark.parametrize("roles", [(Role.REVIEWER,), EVERY_ROLE], ids=["reviewer", "every role"])
def test_all_that_ben_can_fetch_is_the_same_before_and_after_the_others_and_a_judge_decided(
    roles: tuple[Role, ...],
) -> None:
    house = BlindHouse(*roles)
    before = house.met_by_ben()
    house.colleagues_judge()
    house.judges_judge()
    house.people_talk()
    house.cleo_settles()
    after = house.met_by_ben()
    found = differing(before, after)
    assert not found, "\n".join(line[:600] for line in found)
    assert len(before) > 90, "the crawl followed no links"
    assert not [address for address, met in before.items() if met.status not in (200, 302, 403, 404, 422)]
    assert not [(address, words) for address, met in after.items() for words in SAID if words in met.body]


def page(house: BlindHouse, claim: Any, route: str = "claim", user: Any = None) -> str:
    client = signed_in(user or house.ben)
    return client.get(reverse(route, args=[claim.public_id])).content.decode()


def test_once_his_verdict_is_in_he_reads_what_all_said_and_of_other_claims_still_nothing() -> None:
    house = BlindHouse(Role.REVIEWER)
    house.colleagues_judge()
    house.judges_judge()
    house.people_talk()
    judged, waiting = house.claims
    house.record(house.ben, judged)
    html = page(house, judged)
    assert ADAS in html and JUDGED in html and ">Notes: 2</a>" in html and "hidden until" not in html
    assert IRISES in page(house, judged, "notes")
    assert not [words for words in SAID if words in page(house, waiting)]
    assert not opinions.Verdict.objects.get(claim=judged, reviewer=house.actor(house.ben)).judge_seen


def test_what_is_hidden_is_said_to_be_hidden_and_nothing_false_stands_in_its_place() -> None:
    house = BlindHouse(Role.REVIEWER)
    (freezer,) = house.claims[1:]
    html = page(house, freezer)
    assert "A claim of this answer waits for your own verdict" in html
    assert "Whether a judge looked at it, and what it said, is hidden until your verdict is in." in html
    assert "Nobody has judged this claim yet" not in html and "No judge result was recorded" not in html
    assert "nobody has judged this yet" not in html
    whole = page(house, freezer.answer, "answer")
    assert "A claim of this answer waits for your own verdict" in whole
    assert "hidden until your verdict is in" in whole.partition('class="decision"')[2][:200]


def test_every_claim_of_the_answer_is_read_without_its_judges_and_other_answers_with_them() -> None:
    house = BlindHouse(Role.REVIEWER)
    second = rows.Claim.objects.get(answer=house.claims[1].answer, key="c2")
    assert "The test on the first Monday is stated." not in page(house, second)
    assert "The test on the first Monday is stated." in page(house, second, user=house.iris)
    other = rows.Claim.objects.filter(answer__case__key__contains="boiler").first()
    assert "No judge result" not in page(house, other) and "hidden until" not in page(house, other)


def test_who_holds_no_place_and_could_be_asked_reads_the_judges_and_nobodys_verdict() -> None:
    house = BlindHouse(Role.REVIEWER)
    house.colleagues_judge()
    house.judges_judge()
    house.people_talk()
    house.cleo_settles()
    eve = make_member(house.tenant, "eve", Role.REVIEWER)
    html = page(house, house.claims[0], user=eve)
    assert JUDGED in html
    assert not [words for words in (ADAS, CLEOS, IRISES) if words in html]
    assert ">Notes</a>" in html and "This claim is judged blind" in html
    for reader in (house.iris, house.cleo):
        assert ADAS in page(house, house.claims[0], user=reader), "these are asked for no verdict"


def test_own_verdicts_and_notes_are_never_hidden() -> None:
    house = BlindHouse(Role.REVIEWER)
    claim = house.claims[0]
    add_note(house.reader(house.ben), claim, NoteKind.NOTE, "Ask the owner about rule 1.")
    house.record(house.ben, claim, rationale="It stands there.")
    opinions.Slot.objects.filter(reviewer=house.actor(house.ben)).update(state=SlotState.AGAIN.value)
    house.colleagues_judge()
    html = page(house, claim)
    assert "It stands there." in html and ADAS not in html
    assert "Ask the owner about rule 1." in page(house, claim, "notes")


@pytest.mark.parametrize("change", [{"blind": False}, {"closed_at": "2026-11-30T10:00:00Z"}], ids=["open", "closed"])
def test_in_a_queue_that_is_not_blind_or_closed_nobody_is_blind(change: dict[str, Any]) -> None:
    house = BlindHouse(Role.REVIEWER)
    house.colleagues_judge()
    opinions.Queue.objects.filter(pk=house.queue.pk).update(**change)
    assert ADAS in page(house, house.claims[0])


def test_the_list_of_cases_counts_hidden_decisions_apart_and_no_filter_finds_what_failed() -> None:
    house = BlindHouse(Role.REVIEWER)
    client = signed_in(house.ben)
    html = client.get("/cases/").content.decode()
    assert 'href="?decision=hidden"' in html and "hidden until your verdict is in" in html
    hidden = client.get("/cases/?decision=hidden").content.decode()
    assert hidden.count('<td class="question-cell">') == 2
    for query in ("decision=hold_for_review", "rule=evaluation/evaluation-wiring", "owner=evaluation"):
        assert "freezer" not in client.get(f"/cases/?{query}").content.decode().partition("<tbody>")[2]
    parts = _counts(client)
    assert sum(parts[1:]) == parts[0] == rows.Answer.objects.filter(tenant=house.tenant).count()


def _counts(client: Client) -> list[int]:
    nav = client.get("/cases/").content.decode().partition('aria-label="Answers by decision"')[2].partition("</nav>")[0]
    return [int(part.partition("<")[0]) for part in nav.split('<span class="n">')[1:]]


def test_who_judges_blind_exports_no_report_and_no_case_of_the_answer() -> None:
    house = BlindHouse(Role.REVIEWER, Role.RESPONDER)
    client, claim = signed_in(house.ben), house.claims[0]
    for route in ("answer_report", "case_file"):
        refused = client.get(reverse(route, args=[claim.answer.public_id]))
        assert refused.status_code == 403 and "hidden until your verdict is in" in refused.content.decode()
    house.record(house.ben, claim)
    report = client.get(reverse("answer_report", args=[claim.answer.public_id]))
    assert json.loads(report.content)["decision"]


def test_being_blind_costs_no_statement() -> None:
    house = BlindHouse(Role.REVIEWER)
    import_bundle(house.tenant, simple_bundle("plain", claims=3))
    client = signed_in(house.ben)
    for route, blind, seeing in (
        ("claim", house.claims[0], house.claim("plain")),
        ("answer", house.claims[0].answer, house.claim("plain").answer),
    ):
        asked, plainly = (statements(client, reverse(route, args=[row.public_id])) for row in (blind, seeing))
        assert len(asked) <= len(plainly) + (route == "claim"), route
        if route == "claim":
            assert len(asked) <= MOST_STATEMENTS, "\n".join(sql[:120] for sql in asked)
