"""Stretches of originals that go with a verdict: the words that were sent stand at their place, or nothing is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.drafts import find_draft, keep_words
from inspector.located import MOST_LOCATED, NotLocated, check, read_sent, write, written
from inspector.models import rows as opinions
from inspector.pages.scan_reading import read_scan
from inspector.verdict_fields import Located
from lineage.access import Reader
from lineage.evidence.digests import digest_text, raw_digest
from lineage.evidence.vocabulary import Role, SourceEventKind, SpanRole
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    count_rows,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
)
from tests.inspector.warranty import AT, EXTRACT, claim_of, reader_named, stretch, warranty_bundle

pytestmark = pytest.mark.django_db
END = AT + len("24 months")


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


def sent(*stretches: dict[str, Any]) -> list[str]:
    return [json.dumps(one) for one in stretches]


def refusal(reader: Reader, claim: Any, *values: str) -> NotLocated:
    with pytest.raises(NotLocated) as refused:
        check(reader, claim, values)
    return refused.value


def test_words_that_stand_at_their_place_are_taken_as_they_were_sent(reader: Reader, claim: Any) -> None:
    assert check(reader, claim, sent(stretch(AT, END, omission=True))) == (
        Located("motor-extract", 1204, 1213, "24 months", SpanRole.LOCATED, True),
    )


def test_a_line_end_of_two_characters_and_a_character_that_no_page_can_hold_are_words_like_any_other(
    reader: Reader, claim: Any
) -> None:
    start = EXTRACT.index("24\r\n")
    (found,) = check(reader, claim, sent(stretch(start, len(EXTRACT), role="operand")))
    assert found.words == "24\r\nmonths\x00."
    assert found.role is SpanRole.OPERAND
    assert json.loads(written(found))["words"] == found.words
    assert written(found).isascii()


def test_other_words_at_the_place_are_refused_with_both_and_never_moved(reader: Reader, claim: Any) -> None:
    error = refusal(reader, claim, *sent(stretch(AT, END, words="36 months")))
    assert (error.sent, error.stands) == ("36 months", "24 months")
    assert "“36 months”" in str(error) and "“24 months”" in str(error)
    start = EXTRACT.index("24\r\n")
    folded = refusal(reader, claim, *sent(stretch(start, start + 9, words="24\nmonths")))
    assert folded.stands == "24\r\nmonth"


@pytest.mark.parametrize(
    "value",
    [
        "{",
        "null",
        "[1]",
        "[" * 100_000,
        '{"artifact": "motor-extract", "start": 1204, "end": 1213}',
        '{"artifact": "motor-extract", "start": "1204", "end": 1213, "words": "24 months"}',
        '{"artifact": "motor-extract", "start": true, "end": 1213, "words": "24 months"}',
        '{"artifact": "motor-extract", "start": 1204.0, "end": 1213, "words": "24 months"}',
        '{"artifact": "motor-extract", "start": 1204, "end": 1213, "words": "24 months", "omission": 1}',
        '{"artifact": "motor-extract", "start": 1204, "end": 1213, "words": "24 months", "role": "gold"}',
        '{"artifact": "motor-extract", "start": 1204, "end": 1213, "words": "24 months", "role": ["located"]}',
        '{"artifact": "motor-extract", "start": 1213, "end": 1204, "words": ""}',
        '{"artifact": "motor-extract", "start": -1, "end": 3, "words": ""}',
        '{"artifact": "motor-extract", "start": 0, "end": 99999999999999999999999999, "words": "x"}',
        '{"artifact": "motor-extract", "start": 0, "end": 0, "words": ""}',
        '{"artifact": "mot\\u0000or", "start": 0, "end": 1, "words": "T"}',
        '{"artifact": "\\ud800", "start": 0, "end": 1, "words": "T"}',
        json.dumps({"artifact": "motor-extract", "start": 0, "end": 6_000, "words": "T" * 6_000}),
    ],
)
def test_what_is_no_stretch_is_refused_in_words(reader: Reader, claim: Any, value: str) -> None:
    assert str(refusal(reader, claim, value))


def test_half_a_character_is_refused_in_words_that_can_be_shown(reader: Reader, claim: Any) -> None:
    error = refusal(reader, claim, *sent(stretch(AT, END, words="\ud83d")))
    assert str(error).encode()


def test_more_than_a_verdict_can_carry_is_refused(reader: Reader, claim: Any) -> None:
    many = [stretch(at, at + 1) for at in range(MOST_LOCATED + 1)]
    assert str(MOST_LOCATED) in str(refusal(reader, claim, json.dumps(many)))


def test_the_same_stretch_twice_is_one(reader: Reader, claim: Any) -> None:
    twice = sent(stretch(AT, END), stretch(AT, END))
    assert len(check(reader, claim, twice)) == 1


def test_words_of_a_text_that_is_no_original_of_the_answer_are_refused(
    meridian: rows.Tenant, reader: Reader, claim: Any
) -> None:
    import_bundle(meridian, warranty_bundle("pump"))
    other = make_tenant("halcyon")
    import_bundle(other, warranty_bundle("theirs"))
    for key in ("pump-extract", "theirs-extract", "motor-chunk", "nothing"):
        error = refusal(reader, claim, *sent(stretch(0, 3, artifact=key)))
        assert error.stands == ""
        assert "original" in str(error)


def test_words_that_are_marked_as_generated_are_refused(meridian: rows.Tenant, reader: Reader) -> None:
    bundle = warranty_bundle("aided")
    extract = bundle["answers"][0]["artifacts"][0]
    extract["origins"] = [{"span": [AT, END], "origin": "generated"}]
    import_bundle(meridian, bundle)
    error = refusal(reader, claim_of(meridian, "aided"), *sent(stretch(AT, END, artifact="aided-extract")))
    assert "generated" in str(error)


def test_words_of_a_source_that_the_reader_may_not_read_are_refused_like_words_of_none(meridian: rows.Tenant) -> None:
    import_bundle(meridian, warranty_bundle("secret", labels=["board"]))
    ben = reader_named(meridian, make_member(meridian, "ben", Role.REVIEWER))
    lia = reader_named(meridian, make_member(meridian, "lia", Role.REVIEWER, labels=("board",)))
    value = sent(stretch(AT, END, artifact="secret-extract"))
    error = refusal(ben, claim_of(meridian, "secret"), *value)
    missing = refusal(ben, claim_of(meridian, "secret"), *sent(stretch(AT, END, artifact="nothing")))
    assert str(error) == str(missing)
    assert check(lia, claim_of(meridian, "secret"), value)


def test_words_of_a_version_that_was_withdrawn_are_refused(meridian: rows.Tenant, reader: Reader, claim: Any) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian, source__key="motor-terms")
    rows.SourceEvent.objects.create(
        tenant=meridian, version=version, event=SourceEventKind.WITHDRAWN.value, at=claim.answer.answered_at
    )
    assert "24 months" not in refusal(reader, claim, *sent(stretch(AT, END))).stands


def test_nothing_attached_costs_no_statement_and_many_cost_no_more_than_one(reader: Reader, claim: Any) -> None:
    with CaptureQueriesContext(connection) as none:
        assert check(reader, claim, ["", "[]"]) == ()
    assert len(none) == 0
    with CaptureQueriesContext(connection) as one:
        check(reader, claim, sent(stretch(AT, END)))
    with CaptureQueriesContext(connection) as many:
        check(reader, claim, sent(*(stretch(at, at + 5) for at in range(40))))
    assert len(one) == len(many) <= 7


def test_stretches_are_kept_in_their_order_with_the_digest_of_their_words(
    meridian: rows.Tenant, ada: Any, reader: Reader, claim: Any
) -> None:
    client = signed_in(ada)
    url = claim_url(meridian, "motor")
    client.post(f"{url}verdicts/", filled_form(client, url))
    verdict = opinions.Verdict.objects.get(claim=claim)
    wanted = check(reader, claim, sent(stretch(AT, END, omission=True), stretch(0, 3, role="operand")))
    with CaptureQueriesContext(connection) as statements:
        write(verdict, wanted)
    assert len(statements) <= 2
    kept = list(opinions.LocatedSpan.objects.filter(verdict=verdict).order_by("ordinal"))
    assert [(one.role, one.start, one.end, one.is_omission) for one in kept] == [
        ("located", 1204, 1213, True),
        ("operand", 0, 3, False),
    ]
    assert bytes(kept[0].quote) == raw_digest(digest_text("24 months"))
    assert kept[0].artifact.key == "motor-extract"


def test_a_script_is_given_what_it_attaches_as_the_form_takes_it(meridian: rows.Tenant, ada: Any, claim: Any) -> None:
    client = signed_in(ada)
    before = count_rows()
    answer = attach(client, claim, located=json.dumps(stretch(AT, END)))
    assert answer.status_code == 200
    (attached,) = answer.context["attached"]
    # Not among what the answer was given, whatever the script says of it.
    assert read_sent([attached.value])[0].is_omission
    assert 'name="located"' in answer.content.decode() and " checked" in answer.content.decode()
    assert count_rows() == before


def test_a_script_that_sends_other_words_is_told_both(ada: Any, claim: Any) -> None:
    value = json.dumps(stretch(AT, END, words="36 months"))
    answer = attach(signed_in(ada), claim, located=value)
    assert answer.status_code == 422
    assert answer["HX-Retarget"] == "#attach-problem"
    assert "36 months" in answer.content.decode() and "24 months" in answer.content.decode()


def test_a_place_that_is_written_by_hand_gives_the_words_there(ada: Any, claim: Any) -> None:
    answer = attach(signed_in(ada), claim, artifact="motor-extract", start="1204", end="1213")
    (attached,) = answer.context["attached"]
    assert read_sent([attached.value])[0].words == "24 months"


@pytest.mark.parametrize(("start", "end"), [("", "3"), ("٣", "9"), ("9", "3"), ("0", "999999999"), ("-1", "3")])
def test_a_place_that_is_none_is_refused_in_words(ada: Any, claim: Any, start: str, end: str) -> None:
    answer = attach(signed_in(ada), claim, artifact="motor-extract", start=start, end=end)
    assert answer.status_code == 422
    assert "notice wrong" in answer.content.decode()


def test_without_a_script_what_is_attached_waits_in_the_draft_beside_what_was_typed(
    meridian: rows.Tenant, ada: Any, reader: Reader, claim: Any
) -> None:
    client, address = signed_in(ada), reverse("located", args=[claim.public_id])
    keep_words(reader, claim.pk, {"rationale": ["half a"]})
    page = read_scan(reader, claim.public_id, ["24 months"])
    (hit, _) = page.phrases[0].hits
    answer = client.post(address, {"located": hit.attachable[0].value, "scan": page.receipt})
    assert (answer.status_code, answer["Location"]) == (303, f"{claim_url(meridian, 'motor')}#attached")
    client.post(address, {"artifact": "motor-extract", "start": "0", "end": "3"})
    draft = find_draft(reader, claim.pk)
    assert draft is not None and draft.sent.get("rationale") == "half a"
    assert [one.words for one in read_sent(draft.sent.all("located"))] == ["24 months", "The"]
    assert draft.sent.get("scan") == page.receipt
    html = client.get(claim_url(meridian, "motor")).content.decode()
    assert "24 months</q>" in html and "half a" in html


def test_without_a_script_a_refusal_is_a_page_that_shows_both(ada: Any, claim: Any) -> None:
    value = json.dumps(stretch(AT, END, words="36 months"))
    answer = signed_in(ada).post(reverse("located", args=[claim.public_id]), {"located": value})
    assert answer.status_code == 422
    assert "36 months" in answer.content.decode() and "24 months" in answer.content.decode()


def test_a_verdict_keeps_what_was_attached_and_the_citation_stays_what_it_was(
    meridian: rows.Tenant, ada: Any, claim: Any
) -> None:
    client, url = signed_in(ada), claim_url(meridian, "motor")
    before = list(rows.Resolution.objects.filter(citation__claim=claim).values())
    form = filled_form(client, url) | {"located": json.dumps(stretch(AT, END, omission=True))}
    assert client.post(f"{url}verdicts/", form).status_code == 303
    (kept,) = opinions.LocatedSpan.objects.filter(verdict__claim=claim)
    assert (kept.start, kept.end, kept.is_omission, kept.role) == (1204, 1213, True, "located")
    assert list(rows.Resolution.objects.filter(citation__claim=claim).values()) == before


def test_a_verdict_with_other_words_than_stand_there_is_not_recorded(
    meridian: rows.Tenant, ada: Any, claim: Any
) -> None:
    client, url = signed_in(ada), claim_url(meridian, "motor")
    form = filled_form(client, url) | {"located": json.dumps(stretch(AT, END, words="36 months"))}
    answer = client.post(f"{url}verdicts/", form)
    assert answer.status_code == 422
    assert "There stands: “24 months”" in answer.content.decode()
    assert not opinions.Verdict.objects.exists()


def attach(client: Client, claim: Any, **values: str) -> Any:
    address = reverse("located", args=[claim.public_id])
    return client.post(address, values, headers={"HX-Request": "true", "HX-Target": "attached"})


def test_who_may_not_judge_attaches_nothing_and_a_foreign_claim_is_not_there(meridian: rows.Tenant, claim: Any) -> None:
    value = json.dumps(stretch(AT, END))
    otto = signed_in(make_member(meridian, "otto", Role.AUDITOR))
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert attach(otto, claim, located=value).status_code == 403
    assert attach(drew, claim, located=value).status_code == 404
    assert not opinions.Draft.objects.exists()
