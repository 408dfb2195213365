"""The list of cases."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.pages.cases import PAGE, Filters, read_after, read_cases, read_filters
from lineage.access import Reader
from lineage.evidence.vocabulary import Decision, Role
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle


def reader_of(tenant: rows.Tenant) -> Reader:
    return Reader("ada", tenant.pk, tenant.key, frozenset({Role.REVIEWER}), frozenset())


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    for name in ("origin/archived-logs", "support/reading-room", "freshness/staff-bicycle"):
        case = load_case(CASES / f"{name}.json")
        import_bundle(tenant, case.bundle, case.as_of)
    return tenant


def headings(page: Any) -> list[str]:
    return [line.heading[:20] for line in page.lines]


def test_the_counts_of_the_decisions_add_up_to_all(meridian: rows.Tenant) -> None:
    every, *parts = read_cases(reader_of(meridian), Filters(), None).counts
    assert every.number == 3 == sum(part.number for part in parts)


def test_the_newest_answer_stands_first(meridian: rows.Tenant) -> None:
    moments = [line.answered_at for line in read_cases(reader_of(meridian), Filters(), None).lines]
    assert moments == sorted(moments, reverse=True)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(decision="blocked"), ["A customer asks when"]),
        (Filters(rule="origin/generated-target"), ["A customer asks when"]),
        (Filters(owner="content_owner"), ["How long may I keep ", "A customer asks when"]),
        (Filters(search="BICYCLE"), ["How long may I keep "]),
        (Filters(search="archived-logs"), ["A customer asks when"]),
        (Filters(search="%"), []),
        (Filters(decision="released", search="bicycle"), []),
    ],
)
def test_a_filter_shows_what_it_says(meridian: rows.Tenant, filters: Filters, expected: list[str]) -> None:
    assert headings(read_cases(reader_of(meridian), filters, None)) == expected


def test_a_line_opens_at_the_first_claim_with_the_heaviest_finding(db: Any) -> None:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "identity/damaged-item-window.json")
    import_bundle(tenant, case.bundle, case.as_of)
    (line,) = read_cases(reader_of(tenant), Filters(), None).lines
    opened = rows.Claim.objects.get(public_id=line.url.rstrip("/").rpartition("/")[2])
    assert opened.key == "c2"
    (line,) = read_cases(reader_of(tenant), Filters(rule="coverage/required-citation-missing"), None).lines
    opened = rows.Claim.objects.get(public_id=line.url.rstrip("/").rpartition("/")[2])
    assert opened.key == "c3"


def test_another_tenants_answers_are_neither_listed_nor_counted(meridian: rows.Tenant) -> None:
    page = read_cases(reader_of(make_tenant("halcyon")), Filters(), None)
    assert (page.lines, page.total, page.is_empty_house) == ((), 0, True)


def test_pages_follow_one_another_without_a_gap_or_a_repetition(db: Any) -> None:
    tenant = make_tenant("meridian")
    answers = [simple_bundle(f"case-{number}", claims=1)["answers"][0] for number in range(PAGE + 5)]
    import_bundle(tenant, {"schema": "evidence-inspector/1", "answers": answers})
    client = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    first = client.get("/cases/").context["page"]
    second = client.get(urljoin("/cases/", first.older_url)).context["page"]
    assert (len(first.lines), len(second.lines), second.older_url) == (PAGE, 5, "")
    assert len({line.heading for line in (*first.lines, *second.lines)}) == PAGE + 5


def test_the_list_takes_four_statements_beside_those_of_the_session(meridian: rows.Tenant) -> None:
    with CaptureQueriesContext(connection) as captured:
        read_cases(reader_of(meridian), Filters(), None)
    assert len(captured) == 4


def test_an_empty_list_teaches_the_import(db: Any) -> None:
    tenant = make_tenant("meridian")
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER)).get("/cases/").content.decode()
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER)).get("/cases/").content.decode()
    assert 'href="/imports/"' in iris
    assert 'href="/imports/"' not in ada and "ask one of them" in ada


def test_what_is_no_filter_of_ours_filters_nothing() -> None:
    assert read_filters({"decision": "perhaps", "rule": "x/y", "owner": "me", "search": " a\0  b "}) == Filters(
        search="a b"
    )
    assert read_filters({"decision": Decision.BLOCKED.value}).decision == "blocked"


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"before": "x", "answer": "a" * 32},
        {"before": "2026-01-01", "answer": "a" * 32},
        {"before": "2026-01-01T00:00:00Z", "answer": "1"},
    ],
)
def test_an_address_without_a_proper_place_is_the_first_page(query: dict[str, str]) -> None:
    assert read_after(query) is None


def test_the_place_where_a_page_ended_is_read_back() -> None:
    moment = datetime(2026, 11, 2, tzinfo=UTC)
    assert read_after({"before": moment.isoformat(), "answer": "a" * 32}) == (moment, "a" * 32)
