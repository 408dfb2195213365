"""The origin inventory of an answer, on its page and as a file."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client

from inspector.pages.inventory_view import HEADER
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import answer_url, import_bundle, make_member, make_tenant, signed_in
from tests.inspector.records import BOARD_CANARIES, records_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, records_bundle())
    return tenant


def member(tenant: rows.Tenant, name: str, role: Role, *labels: str) -> Client:
    return signed_in(make_member(tenant, name, role, labels=labels))


def table(client: Client, address: str) -> list[dict[str, str]]:
    response = client.get(address)
    assert response.status_code == 200
    return list(csv.DictReader(io.StringIO(response.getvalue().decode())))  # type: ignore[attr-defined]


def lines(client: Client, tenant: rows.Tenant) -> dict[str, Any]:
    page = client.get(answer_url(tenant, "logs", "inventory")).context["page"]
    return {line.artifact: line for line in page.lines}


def test_each_text_has_a_line_that_says_who_wrote_it_and_what_it_may_serve_for(tenant: rows.Tenant) -> None:
    found = lines(member(tenant, "otto", Role.AUDITOR), tenant)
    uses = {key: [use.said.word for use in line.uses] for key, line in found.items()}
    assert uses["policy-extract"] == ["yes", "yes", "yes", "yes"]
    assert uses["chunk-1"] == ["yes", "yes", "yes", "yes"]
    assert uses["summary-1"] == ["yes", "yes", "no", "no"]
    assert found["chunk-1"].author == "code: splitter 2"
    assert uses["block-of-minutes"][2] == "no", "nobody kept what it was made from"


def test_what_was_not_captured_reads_not_recorded(tenant: rows.Tenant) -> None:
    line = lines(member(tenant, "otto", Role.AUDITOR), tenant)["chunk-1"]
    assert [said.word for said in line.visible] == [
        *("not recorded", "not recorded", "not recorded", "yes", "not recorded", "not recorded")
    ]


def test_masked_texts_are_counted_and_never_named(tenant: rows.Tenant) -> None:
    response = member(tenant, "ben", Role.REVIEWER).get(answer_url(tenant, "logs", "inventory"))
    html, page = response.content.decode(), response.context["page"]
    assert not [canary for canary in BOARD_CANARIES if canary in html]
    assert (page.masked, page.total) == (3, 3)
    assert "block-of-minutes" not in html


def test_the_file_says_masked_and_nothing_else_of_a_masked_text(tenant: rows.Tenant) -> None:
    client = member(tenant, "iris", Role.RESPONDER)
    response = client.get(answer_url(tenant, "logs", "inventory_csv"))
    written = response.getvalue().decode()  # type: ignore[attr-defined]
    assert not [canary for canary in BOARD_CANARIES if canary in written]
    masked = [row for row in csv.reader(io.StringIO(written)) if row[0] == "masked"]
    assert masked == [["masked", *[""] * (len(HEADER) - 1)]] * 3


def test_a_cell_that_a_spreadsheet_would_calculate_is_a_text(tenant: rows.Tenant) -> None:
    rows_of_file = table(member(tenant, "otto", Role.AUDITOR), answer_url(tenant, "logs", "inventory_csv"))
    names = {row["artifact"]: row["author_name"] for row in rows_of_file}
    assert names["policy-extract"] == "'=HYPERLINK(1)"


def test_an_export_is_for_who_may_export_and_stands_in_the_access_log(tenant: rows.Tenant) -> None:
    """U-13."""
    address = answer_url(tenant, "logs", "inventory_csv")
    assert member(tenant, "ada", Role.REVIEWER, "board").get(address).status_code == 403
    assert not rows.AccessEvent.objects.exists()
    response = member(tenant, "otto", Role.AUDITOR).get(address)
    assert response["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response["Content-Disposition"].startswith('attachment; filename="inventory-of-answer-')
    event = rows.AccessEvent.objects.get()
    assert (event.verb, event.subject) == ("exported", f"inventory_of_answer:{address.split('/')[2]}")


def test_an_answer_of_another_tenant_answers_as_a_missing_one(tenant: rows.Tenant) -> None:
    drew = member(make_tenant("halcyon"), "drew", Role.ADMINISTRATOR)
    for route in ("inventory", "inventory_csv"):
        assert drew.get(answer_url(tenant, "logs", route)).status_code == 404
    assert not rows.AccessEvent.objects.exists()
