"""A page says what it was drawn on: believed only as it was signed, for its reader, while nothing happened since."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core import signing
from django.test import Client

from inspector.evidence_tokens import age_of, find_drawn
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import ClaimKind, SourceEventKind
from lineage.models import rows
from tests.inspector.queues import House, make_house
from tests.inspector.working import asked, begin, browser, work_form

TEXTS = ("lineage_derivation", "lineage_source\"", "WITH RECURSIVE")


@pytest.fixture
def house(db: None) -> House:
    return make_house(claims=3)


def sent(house: House) -> tuple[Client, str, dict[str, str]]:
    """A form of Ada's on a claim of a queue."""
    ada, _, url = begin(house.ada, house.queue())
    return ada, url, work_form(ada, url)


def reads_texts(ada: Client, url: str, form: dict[str, str]) -> bool:
    """Whether recording read the answer's texts; it is recorded all the same."""
    answer, statements = asked(lambda: ada.post(f"{url}verdicts/", form))
    assert answer.status_code == 303
    return any(name in sql for sql in statements for name in TEXTS)


def test_with_its_token_a_verdict_is_recorded_without_reading_a_text(house: House) -> None:
    assert not reads_texts(*sent(house))
    assert opinions.Verdict.objects.get().pairs.get().support == "supports"


@pytest.mark.parametrize("change", ["", "x", "\0", "cut", "of another claim"])
def test_a_token_that_is_none_of_ours_is_passed_over_and_the_texts_are_read(house: House, change: str) -> None:
    ada, url, form = sent(house)
    token = form["evidence_token"]
    other = next(f"/claims/{claim}/" for claim in house.claims() if claim not in url)
    elsewhere = work_form(ada, other)["evidence_token"]
    changed = {"cut": token[:-1], "of another claim": elsewhere}.get(change, change)
    assert reads_texts(ada, url, form | {"evidence_token": changed})


def test_a_token_is_its_readers_alone(house: House) -> None:
    _, url, form = sent(house)
    claim, token = url.split("/")[2], form["evidence_token"]
    assert find_drawn(house.ada, claim, token) is not None
    for reader in (house.ben, house.drew, replace(house.ada, labels=frozenset({"board"}))):
        assert find_drawn(reader, claim, token) is None
    assert reads_texts(browser(house.ben), url, form | {"slot_token": ""})


def test_it_is_passed_over_once_something_happened_on_which_reading_rests(house: House) -> None:
    ada, url, form = sent(house)
    version = rows.SourceVersion.objects.get(tenant=house.tenant)
    now = datetime(2026, 11, 29, tzinfo=UTC)
    rows.SourceEvent(tenant=house.tenant, version=version, event=SourceEventKind.HELD.value, at=now).save()
    assert reads_texts(ada, url, form)


def test_a_kind_that_was_given_meanwhile_is_read_anew(house: House) -> None:
    ada, url, form = sent(house)
    claim = rows.Claim.objects.get(public_id=url.split("/")[2])
    opinions.ClaimKindGiven(tenant=house.tenant, claim=claim, kind=ClaimKind.QUOTATION.value, actor="x").save()
    assert reads_texts(ada, url, form)


def test_who_may_not_read_every_word_gets_no_token(db: None) -> None:
    house = make_house(claims=1, labels=["board"])
    html = browser(house.ada).get(f"/claims/{house.claims()[0]}/").content.decode()
    assert 'name="evidence_token" value=""' in html


def test_its_age_is_how_long_the_page_was_open() -> None:
    assert age_of(signing.dumps({}, salt="any")) == 0
    assert age_of("no token") is None and age_of("") is None and age_of("a:!:b") is None
