"""The search in the complete originals of a claim: every place, or that there is none and where it was looked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.located import check, read_sent
from inspector.pages.scan_reading import read_scan
from inspector.scan_receipts import NotScanned, Receipt, open_receipt, require_scan, seal
from lineage.access import NotVisible, Reader
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.warranty import AT, CLAIM, EXTRACT, claim_of, reader_named, warranty_bundle

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 15
MANY = 60


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, warranty_bundle())
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return make_member(meridian, "ada", Role.REVIEWER)


@pytest.fixture
def reader(meridian: rows.Tenant, ada: Any) -> Reader:
    return reader_named(meridian, ada)


@pytest.fixture
def claim(meridian: rows.Tenant) -> Any:
    return claim_of(meridian)


def refusal(reader: Reader, claim: Any, token: str) -> str:
    with pytest.raises(NotScanned) as refused:
        require_scan(reader, claim, token)
    return str(refused.value)


def test_words_outside_of_the_cited_chunk_are_found_in_the_complete_original_at_their_place(
    reader: Reader, claim: Any
) -> None:
    page = read_scan(reader, claim.public_id, ["24 months"])
    assert page.scope == "Looked through are the complete originals of the sources that the claim cites."
    (phrase,) = page.phrases
    first, second = phrase.hits
    assert first.place == "characters 1204 to 1213"
    assert first.how == "exactly"
    assert second.how == "as quotation@1 normalizes words"
    assert phrase.said == (
        f"2 places in {len(EXTRACT):,} characters of Terms of the motor, version 1: "
        "1 exactly, 1 as quotation@1 normalizes words."
    )
    assert "".join(run.text for piece in first.drawn.pieces for run in piece.runs).count("It ends on") == 1
    assert "version 1" in first.title and first.url.endswith("artifact=motor-extract&at=1204&to=1213")


def test_a_place_that_the_answer_was_not_given_is_an_omission_of_retrieval_and_one_that_it_was_is_none(
    reader: Reader, claim: Any
) -> None:
    (phrase,) = read_scan(reader, claim.public_id, ["24 months"]).phrases
    (omitted,) = read_sent([phrase.hits[0].attachable[0].value])
    assert omitted.is_omission and omitted.words == "24 months"
    assert check(reader, claim, [phrase.hits[0].attachable[0].value]) == (omitted,)
    (phrase,) = read_scan(reader, claim.public_id, ["covers the motor"]).phrases
    (given,) = read_sent([phrase.hits[0].attachable[0].value])
    assert not given.is_omission
    assert phrase.hits[0].given == "The answer was given this sentence."


def test_where_nothing_is_found_it_says_in_how_many_characters_of_which_versions_it_looked(
    reader: Reader, claim: Any
) -> None:
    (phrase,) = read_scan(reader, claim.public_id, ["36 months"]).phrases
    assert not phrase.is_found
    assert phrase.said == f"Nothing was found in {len(EXTRACT):,} characters of Terms of the motor, version 1."


def test_without_words_of_ones_own_the_claim_and_its_figures_are_looked_for(reader: Reader, claim: Any) -> None:
    page = read_scan(reader, claim.public_id)
    assert [spoken(phrase) for phrase in page.phrases] == [CLAIM, "24 months"]
    assert [phrase.is_found for phrase in page.phrases] == [False, True]


def test_every_place_is_listed_a_page_at_a_time(meridian: rows.Tenant, reader: Reader) -> None:
    bundle = simple_bundle("again", claims=1)
    (extract,) = bundle["answers"][0]["artifacts"]
    extract["text"] += " Again." * MANY
    import_bundle(meridian, bundle)
    public_id = claim_of(meridian, "again").public_id
    seen, begin = [], 0
    while True:
        (phrase,) = read_scan(reader, public_id, ["Again."], begin).phrases
        seen += [hit.place for hit in phrase.hits]
        if not phrase.more_url:
            break
        begin += len(phrase.hits)
    assert len(set(seen)) == len(seen) == MANY
    assert phrase.said.startswith(f"{MANY} places")


def test_a_source_that_may_not_be_read_is_not_looked_through_and_nothing_of_it_is_named(meridian: rows.Tenant) -> None:
    import_bundle(meridian, warranty_bundle("secret", labels=["board"]))
    ben = reader_named(meridian, make_member(meridian, "ben", Role.REVIEWER))
    claim = claim_of(meridian, "secret")
    page = read_scan(ben, claim.public_id, ["24 months"])
    assert page.not_looked == ("A source that you may not read was not looked through.",)
    assert not page.looked and not page.phrases[0].hits and not page.may_attach
    html = signed_in(make_member(meridian, "mia", Role.REVIEWER)).get(page.url).content.decode()
    assert "secret-terms" not in html and "Terms of the motor" not in html
    lia = reader_named(meridian, make_member(meridian, "lia", Role.REVIEWER, labels=("board",)))
    token = read_scan(lia, claim.public_id).receipt
    assert "not be read by you" in refusal(replace(lia, labels=frozenset()), claim, token)


def test_a_version_that_was_withdrawn_is_not_looked_through_and_that_is_said(
    meridian: rows.Tenant, reader: Reader, claim: Any
) -> None:
    token = read_scan(reader, claim.public_id).receipt
    version = rows.SourceVersion.objects.get(tenant=meridian, source__key="motor-terms")
    rows.SourceEvent.objects.create(
        tenant=meridian, version=version, event=SourceEventKind.WITHDRAWN.value, at=claim.answer.answered_at
    )
    page = read_scan(reader, claim.public_id, ["24 months"])
    (said,) = page.not_looked
    assert "withdrawn" in said and said.endswith("It was not looked through.")
    assert not page.phrases[0].hits
    assert refusal(reader, claim, token)


def test_a_version_of_which_no_text_is_kept_is_named_as_not_looked_through(
    meridian: rows.Tenant, reader: Reader
) -> None:
    bundle = warranty_bundle("bare")
    del bundle["answers"][0]["artifacts"][0]["text"]
    import_bundle(meridian, bundle)
    page = read_scan(reader, claim_of(meridian, "bare").public_id, ["24 months"])
    (said,) = page.not_looked
    assert said == "Of bare-terms, version 1, no original text is kept here: it was not looked through."
    assert "nothing was looked through" in page.phrases[0].said


def test_a_pdf_is_compared_as_its_own_policy_says(meridian: rows.Tenant, reader: Reader) -> None:
    bundle = warranty_bundle("sheet", kind="pdf")
    extract = bundle["answers"][0]["artifacts"][0]
    extract["text"] += " The \ufb01lter is not covered."
    import_bundle(meridian, bundle)
    (phrase,) = read_scan(reader, claim_of(meridian, "sheet").public_id, ["The filter"]).phrases
    assert [hit.how for hit in phrase.hits] == ["as printed@1 normalizes words"]


def test_a_claim_that_cites_nothing_is_looked_for_in_all_that_its_answer_was_given(
    meridian: rows.Tenant, reader: Reader
) -> None:
    bundle = warranty_bundle("bald")
    bundle["answers"][0]["citations"] = []
    import_bundle(meridian, bundle)
    page = read_scan(reader, claim_of(meridian, "bald").public_id, ["24 months"])
    assert "cites no source" in page.scope
    assert len(page.phrases[0].hits) == 2


def test_a_receipt_says_what_was_looked_through_and_carries_a_verdict(reader: Reader, claim: Any) -> None:
    receipt = require_scan(reader, claim, read_scan(reader, claim.public_id).receipt)
    assert (receipt.looked, receipt.characters, receipt.policies) == (1, len(EXTRACT), ("quotation@1",))
    assert receipt.words == (digest_text(CLAIM), digest_text("24 months"))
    assert receipt.hits[0] == ("motor-extract", AT, AT + 9, True)
    assert receipt.found == 2


def test_a_receipt_holds_no_word_that_an_erasure_would_have_to_find(reader: Reader, claim: Any) -> None:
    receipt = open_receipt(reader, claim, read_scan(reader, claim.public_id).receipt)
    assert "months" not in repr(receipt) and "Terms" not in repr(receipt)


def test_the_same_search_has_the_same_receipt(reader: Reader, claim: Any) -> None:
    assert read_scan(reader, claim.public_id).receipt == read_scan(reader, claim.public_id).receipt


def test_a_receipt_of_anybody_else_or_for_another_claim_or_of_nobody_is_refused(
    meridian: rows.Tenant, reader: Reader, claim: Any
) -> None:
    import_bundle(meridian, warranty_bundle("pump"))
    token = read_scan(reader, claim.public_id).receipt
    other = claim_of(meridian, "pump")
    ben = reader_named(meridian, make_member(meridian, "ben", Role.REVIEWER))
    assert "another claim" in refusal(reader, other, token)
    assert "somebody else" in refusal(ben, claim, token)
    for forged in ("", "x", token[:-1], token + "x", "\ud800", "é" * 50, ":" * 9):
        assert refusal(reader, claim, forged)


def test_a_search_for_other_words_than_the_claims_carries_no_verdict(reader: Reader, claim: Any) -> None:
    token = read_scan(reader, claim.public_id, ["zebra"]).receipt
    assert open_receipt(reader, claim, token).words == (digest_text("zebra"),)
    assert "other words" in refusal(reader, claim, token)


def test_a_receipt_does_not_carry_a_verdict_once_the_originals_are_others(
    meridian: rows.Tenant, reader: Reader, claim: Any
) -> None:
    receipt = open_receipt(reader, claim, read_scan(reader, claim.public_id).receipt)
    other = seal(reader, replace(receipt, texts=digest_text("")))
    assert "others than when you looked" in refusal(reader, claim, other)
    assert isinstance(require_scan(reader, claim, seal(reader, receipt)), Receipt)


def test_the_page_costs_few_statements_and_writes_nothing(meridian: rows.Tenant, ada: Any, claim: Any) -> None:
    client = signed_in(ada)
    address = reverse("scan", args=[claim.public_id])
    client.get(address)
    before = count_rows()
    with CaptureQueriesContext(connection) as statements:
        assert client.get(address).status_code == 200
    assert len(statements) <= MOST_STATEMENTS, [one["sql"][:90] for one in statements.captured_queries]
    assert count_rows() == before


def test_htmx_is_given_the_places_alone_and_whoever_may_not_judge_nothing_to_attach(
    meridian: rows.Tenant, ada: Any, claim: Any
) -> None:
    address = reverse("scan", args=[claim.public_id])
    headers = {"HX-Request": "true", "HX-Target": "scan"}
    fragment = signed_in(ada).get(address, headers=headers).content.decode()
    assert fragment.startswith('<div id="scan"')
    assert 'name="scan" value=' in fragment and 'name="located" value=' in fragment
    otto = signed_in(make_member(meridian, "otto", Role.AUDITOR)).get(address).content.decode()
    assert "24 months" in otto
    assert 'name="located"' not in otto and 'name="scan"' not in otto


def test_another_tenants_claim_is_not_there(claim: Any) -> None:
    halcyon = make_tenant("halcyon")
    drew = reader_named(halcyon, make_member(halcyon, "drew", Role.REVIEWER))
    with pytest.raises(NotVisible):
        read_scan(drew, claim.public_id)


@pytest.mark.parametrize(
    "query",
    ["words=%00", "words=%ED%A0%80", "words=%FF", "words=" + "x" * 9_000, "words=&words=", "begin=-1", "begin=99999",
     "words=" + "%F0%9F%98%80" * 500, "begin=%D9%A3", "words=a&" * 40],
)  # fmt: skip
def test_no_address_breaks_the_page(ada: Any, claim: Any, query: str) -> None:
    client: Client = signed_in(ada)
    assert client.get(f"{reverse('scan', args=[claim.public_id])}?{query}").status_code == 200


def spoken(phrase: Any) -> str:
    return "".join(run.text for piece in phrase.words.pieces for run in piece.runs)
