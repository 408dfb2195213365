"""Filters, search, paging and other parameters are an allow-list (G5): whatever else comes changes nothing, no 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)

NUMBERS = ("0", "-1", "1e9", "9" * 30, "9" * 6_000, "0x10", "٣", "1.5", "NaN", "true", "\0", "1\0", "", " ", "[]")
TEXTS = ("\0", "a\0b", "%", "_", "\\", "'", '"', "';--", "😀" * 3_000, "İ" * 500, "\u202e", "<script>", "{{x}}")
MOMENTS = ("", "now", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-11-02", "2026-11-02T10:00", "\0")


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def lookup_paths(model: Any, depth: int) -> Iterator[str]:
    """Every path of `__` that the ORM would follow from a model to a column."""
    for field in model._meta.get_fields():
        name = field.name
        if field.is_relation and field.related_model is not None and depth > 1:
            yield from (f"{name}__{path}" for path in lookup_paths(field.related_model, depth - 1))
        elif getattr(field, "column", None):
            yield name


def test_a_filter_that_is_none_of_ours_changes_neither_the_page_nor_its_statements(ada: Client) -> None:
    """G5: no path of the model graph is a filter, whatever its lookup."""
    plain, statements = listed(ada, {})
    paths = sorted({path for name in ("AnswerState", "Verdict") for path in lookup_paths(find_model(name), 3)})
    assert "answer__case__key" in paths and len(paths) > 300
    for lookup in ("exact", "regex", "startswith", "gt"):
        query = {f"{path}__{lookup}": "^a" for path in paths}
        assert listed(ada, query) == (plain, statements)
    for name in ("tenant", "tenant_id", "answer__tenant__key", "search__regex", "order_by", "page", "limit", "fields"):
        assert listed(ada, {name: "1"}) == (plain, statements)


def find_model(name: str) -> Any:
    return next(model for model in apps.get_models() if model.__name__ == name)


def listed(client: Client, query: dict[str, Any]) -> tuple[str, list[str]]:
    """The list itself and the statements that made it, but for what belongs to the session."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get("/cases/", query)
    assert response.status_code == 200
    html = response.content.decode()
    made = [query["sql"] for query in captured if "django_session" not in query["sql"]]
    return html.partition("<main")[2].partition("</main>")[0], made


@pytest.mark.parametrize("name", ["decision", "rule", "owner"])
def test_a_filter_value_that_is_none_of_ours_filters_nothing(ada: Client, name: str) -> None:
    for value in (*TEXTS, "released' OR 1=1", "RELEASED", "0"):
        response = ada.get("/cases/", {name: value})
        assert response.status_code == 200
        assert b"When is a refund paid?" in response.content, ascii(value)


@pytest.mark.parametrize("value", TEXTS, ids=lambda value: ascii(value[:9]))
def test_any_search_is_a_page_that_finds_what_is_written_and_nothing_by_wildcards(ada: Client, value: str) -> None:
    response = ada.get("/cases/", {"search": value})
    assert response.status_code == 200
    found = b"When is a refund paid?" in response.content
    assert found == (value == "\0"), "only NUL alone is no search at all"
    assert b"<script>" not in response.content.replace(b"<script src", b"")


@pytest.mark.parametrize("before", MOMENTS, ids=ascii)
def test_a_place_in_the_list_that_is_none_is_the_first_page_or_an_empty_one(ada: Client, before: str) -> None:
    for answer in ("", "-1", "9" * 30, "\0", "0" * 32, "٣", "x" * 5_000):
        assert ada.get("/cases/", {"before": before, "answer": answer}).status_code == 200, ascii(answer)


@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS], ids=lambda value: ascii(value[:9]))
def test_parameters_of_the_claim_and_source_page_that_name_nothing_show_the_page_itself(
    tenant: rows.Tenant, ada: Client, value: str
) -> None:
    claim, source = claim_url(tenant, "refund"), source_url(tenant, "refund-source")
    for name in ("span", "stage", "wider"):
        assert ada.get(claim, {name: value}).status_code == 200
    for name in ("at", "artifact", "span"):
        assert ada.get(source, {name: value}).status_code == 200
    for header in ("HX-Target", "HX-Current-URL"):
        assert ada.get(claim, headers={"HX-Request": "true", header: ascii(value)}).status_code == 200


def test_repeated_parameters_are_a_page(tenant: rows.Tenant, ada: Client) -> None:
    many = {"decision": ["blocked", "released"] * 50, "search": ["a", "refund"], "rule": ["", ""]}
    assert ada.get("/cases/", many).status_code == 200
    assert ada.get(claim_url(tenant, "refund"), {"span": ["x1", "x2"], "stage": ["1", "2"]}).status_code == 200


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\0"]
)
def test_a_next_address_of_another_site_leads_nowhere_but_home(ada: Client, address: str) -> None:
    assert ada.post(reverse("density"), {"density": "compact", "next": address})["Location"] == "/"
    html = Client().get("/sign-in/", {"next": address}).content.decode()
    assert '<input type="hidden" name="next" value="/">' in html
