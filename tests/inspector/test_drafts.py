"""What is typed on a claim is kept as it is typed: its writer's alone, in versions, gone once it was sent."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from inspector.drafts import LONGEST, DraftChanged, DraftTooLong, drop_draft, find_draft, save_draft
from inspector.models import rows as opinions
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import Role
from lineage.lifecycle import withdraw
from lineage.models import rows
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, make_reader
from tests.inspector.working import HTMX, WORDS, browser, work_form

CLIENT = {"HX-Request": "true", "HX-Target": "draft"}


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=2)


@pytest.fixture
def ada(house: House) -> Client:
    return browser(house.ada)


def address(house: House, place: int = 0) -> str:
    return f"/claims/{house.claims()[place]}/"


def typed(ada: Client, url: str, words: str, version: int = 0) -> int:
    form = work_form(ada, url) | {"rationale": words, "draft_version": str(version)}
    return ada.post(f"{url}draft/", form, headers=CLIENT).status_code


def test_what_was_typed_is_in_the_form_when_the_page_is_opened_again(house: House, ada: Client) -> None:
    url = address(house)
    form = work_form(ada, url) | {"pair-x1": "contradicts", "rationale": WORDS, "contest": ["x1:origin"]}
    saved = ada.post(f"{url}draft/", form, headers=CLIENT)
    assert saved.status_code == 200 and "Draft saved" in saved.content.decode()
    html = ada.get(url).content.decode()
    assert WORDS in html and 'value="contradicts" checked' in html and 'value="x1:origin"' in html
    assert "are back; they were not recorded yet" in html
    assert WORDS not in browser(house.ben).get(url).content.decode()
    assert not rows.AuditEvent.objects.filter(actor=house.ada.actor).exists()


@pytest.mark.parametrize("words", ["a\r\nb\0c", "😀 \u202e e\u0301 \ud83d", "<script>alert(1)</script>"], ids=ascii)
def test_any_code_point_can_be_typed(house: House, words: str) -> None:
    claim = house.claims()[0]
    save_draft(house.ada, claim, {"rationale": [words]}, 0)
    found = find_draft(house.ada, rows.Claim.objects.get(public_id=claim).pk)
    assert found is not None and found.sent.get("rationale") == words.replace("\ud83d", "?")


def test_the_draft_is_gone_once_the_verdict_is_in_and_does_not_come_back_late(house: House, ada: Client) -> None:
    url = address(house)
    form = work_form(ada, url, rationale=WORDS)
    ada.post(f"{url}draft/", form, headers=CLIENT)
    assert ada.post(f"{url}verdicts/", form, headers=HTMX).status_code == 204
    assert not opinions.Draft.objects.exists()
    # A save that was on its way when the form was sent.
    assert ada.post(f"{url}draft/", form | {"draft_version": "7"}, headers=CLIENT).status_code == 200
    assert not opinions.Draft.objects.exists()


def test_of_two_windows_the_older_does_not_write_over_the_newer_and_both_are_shown(house: House, ada: Client) -> None:
    url = address(house)
    assert typed(ada, url, "First.") == 200
    first = opinions.Draft.objects.get().version
    assert typed(ada, url, "Second, in another window.", version=first) == 200
    late = work_form(ada, url) | {"rationale": "Third, in the first window.", "draft_version": str(first)}
    refused = ada.post(f"{url}draft/", late, headers=CLIENT)
    assert refused.status_code == 409
    assert "Second, in another window." in refused.content.decode()
    assert f'name="draft_version" value="{first + 1}"' in refused.content.decode()
    assert "Second, in another window." in ada.get(url).content.decode()
    # Kept on purpose: the version of the other one is sent with it.
    assert typed(ada, url, "Third, in the first window.", version=first + 1) == 200
    assert "Third, in the first window." in ada.get(url).content.decode()


def test_the_same_words_twice_are_no_conflict(house: House) -> None:
    claim = house.claims()[0]
    first = save_draft(house.ada, claim, {"rationale": ["Once."]}, 0)
    again = save_draft(house.ada, claim, {"rationale": ["Once."]}, 0)
    assert first.version == again.version
    with pytest.raises(DraftChanged):
        save_draft(house.ada, claim, {"rationale": ["Other."]}, 0)


def test_a_draft_can_be_put_away(house: House, ada: Client) -> None:
    url = address(house)
    typed(ada, url, WORDS)
    assert ada.post(f"{url}draft/", {"put_away": "1"}).status_code == 302
    assert WORDS not in ada.get(url).content.decode()


def test_a_draft_is_for_who_may_judge_and_see_the_claim(house: House) -> None:
    claim = house.claims()[0]
    with pytest.raises(NotAllowed):
        save_draft(house.cleo, claim, {"rationale": ["x"]}, 0)
    for wanted in (claim, "0" * 32, "\0"):
        with pytest.raises(NotVisible):
            save_draft(house.drew, wanted, {"rationale": ["x"]}, 0)


def test_more_than_a_form_can_hold_is_refused_in_words(house: House, ada: Client) -> None:
    claim = house.claims()[0]
    with pytest.raises(DraftTooLong):
        save_draft(house.ada, claim, {"rationale": ["x" * LONGEST]}, 0)
    with pytest.raises(DraftTooLong):
        save_draft(house.ada, claim, {f"field-{n}": ["x"] for n in range(500)}, 0)
    assert typed(ada, address(house), "x" * LONGEST) == 413


@pytest.mark.parametrize("version", ["", "-1", "x", "9" * 40, "\0", "١"], ids=ascii)
def test_a_version_that_is_none_counts_as_the_first(house: House, ada: Client, version: str) -> None:
    url = address(house)
    answer = ada.post(f"{url}draft/", {"rationale": WORDS, "draft_version": version}, headers=CLIENT)
    assert answer.status_code == 200
    assert find_draft(house.ada, opinions.Draft.objects.get().claim_id) is not None


def test_a_window_from_before_does_not_write_over_a_draft_that_was_begun_anew(house: House) -> None:
    claim = house.claims()[0]
    first = save_draft(house.ada, claim, {"rationale": ["In the first window."]}, 0)
    drop_draft(house.ada, claim)
    save_draft(house.ada, claim, {"rationale": ["In the second one."]}, 0)
    with pytest.raises(DraftChanged) as refused:
        save_draft(house.ada, claim, {"rationale": ["In the first window, and more."]}, first.version)
    assert refused.value.found.sent.get("rationale") == "In the second one."


def test_words_of_another_source_of_the_answer_are_not_remembered_once_it_is_taken_away(db: None) -> None:
    house, words = make_house(claims=0), "The keeper of the rules pays within 2 days."
    bundle = simple_bundle()
    answer = bundle["answers"][0]
    answer["sources"].append(answer["sources"][0] | {"key": "other-source"})
    answer["artifacts"].append(answer["artifacts"][0] | {"key": "other", "source": "other-source", "text": words})
    answer["manifest"].append({"label": "E2", "artifact": "other"})
    import_bundle(house.tenant, bundle)
    ada, url = browser(house.ada), address(house)
    attached = {"artifact": "other", "start": 0, "end": len(words), "words": words}
    assert ada.post(f"{url}located/", {"located": json.dumps(attached)}).status_code == 303
    assert words in ada.get(url).content.decode()
    adam = make_reader(house.tenant, "adam", Role.ADMINISTRATOR)
    withdraw(adam, rows.SourceVersion.objects.get(source__key="other-source"), "The owner asked us to stop using it.")
    html = ada.get(url).content.decode()
    assert words not in html and 'name="rationale"' in html
