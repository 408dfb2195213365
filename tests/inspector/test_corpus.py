"""The origin inventory of all texts of a tenant."""

from __future__ import annotations

import csv
import io
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from inspector.pages.corpus import PAGE
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import answered, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.records import BOARD_CANARIES, artifact, records_bundle

pytestmark = pytest.mark.django_db
HOSTILE = ("\0", "a\0b", "%", "' OR 1=1", "x" * 5_000, "😀", "-1", "original' --", "\u202e")


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, records_bundle())
    return tenant


def member(tenant: rows.Tenant, name: str, role: Role, *labels: str) -> Client:
    return signed_in(make_member(tenant, name, role, labels=labels))


def keys(page: Any) -> list[str]:
    return [line.artifact for line in page.lines]


def page_of(client: Client, query: str = "") -> Any:
    return client.get(f"/inventory/{query}").context["page"]


def many_texts(number: int) -> dict[str, Any]:
    bundle = simple_bundle("many", claims=1)
    texts = [artifact(f"text-{n:05}", "chunk", "derived", f"Text {n}.", "many-source", "1") for n in range(number)]
    bundle["answers"][0]["artifacts"] += texts
    return bundle


def test_the_counts_by_origin_and_kind_add_up_and_lead_to_what_they_count(tenant: rows.Tenant) -> None:
    otto = member(tenant, "otto", Role.AUDITOR)
    page = page_of(otto)
    every, *origins = page.origins
    assert every.number == sum(link.number for link in origins) == page.total == len(page.lines) == 6
    assert page.kinds[0].number == sum(link.number for link in page.kinds[1:]) == 6
    for link in (*page.origins, *page.kinds):
        shown = otto.get(link.url).context["page"]
        assert shown.total == link.number == len(shown.lines)


def test_a_filter_shows_what_it_says(tenant: rows.Tenant) -> None:
    otto = member(tenant, "otto", Role.AUDITOR)
    assert keys(page_of(otto, "?origin=original")) == ["board-minutes-extract", "policy-extract"]
    assert keys(page_of(otto, "?origin=original&source=policy")) == ["policy-extract"]
    assert keys(page_of(otto, "?kind=chunk")) == ["chunk-1"]
    assert keys(page_of(otto, "?source=nobody")) == []


@pytest.mark.parametrize("name", ["origin", "kind", "source", "after", "page"])
def test_a_value_that_is_none_of_ours_is_a_page(tenant: rows.Tenant, name: str) -> None:
    otto = member(tenant, "otto", Role.AUDITOR)
    for value in HOSTILE:
        assert otto.get("/inventory/", {name: value}).status_code == 200, ascii(value)
        assert otto.get("/inventory.csv", {name: value}).status_code == 200, ascii(value)


def test_who_lacks_a_label_sees_no_text_of_it_nothing_made_of_it_and_how_many_there_are(tenant: rows.Tenant) -> None:
    response = member(tenant, "ben", Role.REVIEWER).get("/inventory/")
    html, page = response.content.decode(), response.context["page"]
    assert keys(page) == ["chunk-1", "policy-extract", "summary-1"]
    assert page.masked == 3
    assert not [canary for canary in (*BOARD_CANARIES, "block-of-minutes") if canary in html]


def test_a_filter_by_a_masked_source_answers_like_one_by_a_source_that_does_not_exist(tenant: rows.Tenant) -> None:
    ben = member(tenant, "ben", Role.REVIEWER)
    keys = ("board-minutes", "nobody-minutes")
    masked, missing = (answered(ben.get("/inventory/", {"source": key}), key) for key in keys)
    assert masked == missing


def test_who_holds_the_label_or_reads_every_label_sees_all(tenant: rows.Tenant) -> None:
    for client in (member(tenant, "ada", Role.REVIEWER, "board"), member(tenant, "otto", Role.AUDITOR)):
        page = page_of(client)
        assert (len(page.lines), page.masked) == (6, 0)


def test_texts_of_another_tenant_are_not_counted(tenant: rows.Tenant) -> None:
    halcyon = make_tenant("halcyon")
    page = page_of(member(halcyon, "drew", Role.ADMINISTRATOR))
    assert (page.lines, page.masked, page.is_empty_house) == ((), 0, True)


def test_pages_follow_each_other_by_key_and_leave_nothing_out() -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, many_texts(2 * PAGE + 3))
    otto = member(tenant, "otto", Role.AUDITOR)
    seen, address = [], "/inventory/?kind=chunk"
    while address:
        page = otto.get(address).context["page"]
        seen += keys(page)
        address = page.next_url
    assert seen == [f"text-{number:05}" for number in range(2 * PAGE + 3)]


def test_the_next_page_keeps_the_filters_and_names_no_row_id(tenant: rows.Tenant) -> None:
    import_bundle(tenant, many_texts(PAGE + 1))
    page = page_of(member(tenant, "otto", Role.AUDITOR), "?kind=chunk&source=many-source")
    query = parse_qs(urlsplit(page.next_url).query)
    assert query == {"kind": ["chunk"], "source": ["many-source"], "after": [f"text-{PAGE - 1:05}"]}


def test_the_statements_do_not_grow_with_the_corpus(tenant: rows.Tenant) -> None:
    ben = member(tenant, "ben", Role.REVIEWER)
    counts = []
    for number in (1, 300):
        import_bundle(tenant, many_texts(number) if number > 1 else simple_bundle())
        with CaptureQueriesContext(connection) as captured:
            page_of(ben)
        counts.append(len(captured))
        assert not any('"lineage_artifact"."content_id" =' in query["sql"] for query in captured)
    assert counts[0] == counts[1] <= 12


def test_the_file_has_every_text_across_its_windows_and_says_how_many_are_masked(
    tenant: rows.Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.pages.corpus.WINDOW", 2)
    found = read_file(member(tenant, "iris", Role.RESPONDER))
    assert [row["artifact"] for row in found] == ["chunk-1", "policy-extract", "summary-1", *["masked"] * 3]
    (summary,) = [row for row in found if row["artifact"] == "summary-1"]
    assert (summary["quote"], summary["retrieve"], summary["author_name"]) == ("no", "yes", "'@writer")
    (chunk,) = [row for row in found if row["artifact"] == "chunk-1"]
    assert (chunk["quote"], chunk["cited_by_answers"], chunk["length"]) == ("yes", "1", "72")
    assert all(not value for name, value in found[-1].items() if name != "artifact")


def read_file(client: Client) -> list[dict[str, str]]:
    written = client.get("/inventory.csv").getvalue().decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(written)))


def test_an_export_of_the_corpus_stands_in_the_access_log_and_a_refused_one_does_not(tenant: rows.Tenant) -> None:
    assert member(tenant, "ada", Role.REVIEWER).get("/inventory.csv").status_code == 403
    assert member(tenant, "otto", Role.AUDITOR).get("/inventory.csv").status_code == 200
    assert [event.subject for event in rows.AccessEvent.objects.all()] == ["inventory_of_corpus:meridian"]


def test_a_text_with_ranges_of_another_origin_says_what_was_declared_of_it(tenant: rows.Tenant) -> None:
    bundle = simple_bundle("mixed", claims=1)
    ranges = {"origins": [{"span": [0, 4], "origin": "generated"}]}
    bundle["answers"][0]["artifacts"].append(artifact("mixed-text", "chunk", "derived", "Made words.") | ranges)
    import_bundle(tenant, bundle)
    page = page_of(member(tenant, "otto", Role.AUDITOR), "?kind=chunk")
    (line,) = [line for line in page.lines if line.artifact == "mixed-text"]
    assert (line.origin.value, line.declared.value, line.permitted.quote) == ("mixed", "derived", False)
