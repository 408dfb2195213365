"""The frozen bytes of a source version as a download."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lineage import frozen_bytes
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url

pytestmark = pytest.mark.django_db
RAW = bytes(range(256)) * 3


@pytest.fixture
def tenant() -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def bring_in(tenant: rows.Tenant, case: str = "refund", text: str | None = "", **version: Any) -> str:
    """The address of the bytes of a source with this version; an empty text is the bundle's own."""
    bundle = simple_bundle(case, **version)
    if text != "":
        bundle["answers"][0]["artifacts"][0]["text"] = text
    import_bundle(tenant, bundle)
    return f"{source_url(tenant, f'{case}-source')}bytes/"


def raw(data: bytes) -> dict[str, str]:
    return {"raw_base64": base64.b64encode(data).decode()}


def body(response: Any) -> bytes:
    return bytes(response.getvalue())


def test_the_raw_bytes_come_out_as_they_went_in(tenant: rows.Tenant, ada: Client) -> None:
    response = ada.get(bring_in(tenant, **raw(RAW)))
    assert body(response) == RAW
    assert response["Content-Length"] == str(len(RAW))


def test_no_browser_opens_them_and_no_name_of_the_source_is_their_name(tenant: rows.Tenant, ada: Client) -> None:
    hostile = {"title": '../x"\r\nX: 1.html', "uri": "https://x.example/secret.html", "media_type": "text/html"}
    address = bring_in(tenant, **raw(b"<script>alert(1)</script>"), **hostile)
    response = ada.get(address)
    assert response["Content-Type"] == "application/octet-stream"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in response["Content-Security-Policy"] and "'self'" not in response["Content-Security-Policy"]
    assert response["Content-Disposition"] == f'attachment; filename="raw-bytes-{address.split("/")[2]}.bin"'
    assert response["Cache-Control"] == "no-store"


def test_the_digest_is_sent_with_them_and_shown_beside_the_link(tenant: rows.Tenant, ada: Client) -> None:
    address = bring_in(tenant, **raw(RAW))
    digest = hashlib.sha256(RAW)
    assert ada.get(address)["Repr-Digest"] == f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"
    html = ada.get(address.removesuffix("bytes/")).content.decode()
    assert f'data-copy="sha256:{digest.hexdigest()}"' in html
    assert f"{len(RAW)} bytes" in html and f'href="{address}"' in html


def test_where_the_raw_bytes_were_not_kept_the_frozen_text_is_given_and_the_page_says_which(
    tenant: rows.Tenant, ada: Client
) -> None:
    address = bring_in(tenant, text="Ünïcode\r\n\u202e 😀\0")
    response = ada.get(address)
    assert body(response) == "Ünïcode\r\n\u202e 😀\0".encode()
    assert "frozen-text-" in response["Content-Disposition"]
    html = ada.get(address.removesuffix("bytes/")).content.decode()
    assert "The raw bytes were not kept" in html


def test_the_frozen_text_can_be_had_beside_the_raw_bytes(tenant: rows.Tenant, ada: Client) -> None:
    address = bring_in(tenant, text="The extract.", **raw(RAW))
    assert body(ada.get(f"{address}?artifact=refund-rules")) == b"The extract."


def test_a_text_that_is_a_slice_of_another_comes_out_as_that_slice(tenant: rows.Tenant, ada: Client) -> None:
    address = bring_in(tenant, text="The extract.")
    whole = rows.Artifact.objects.get(key="refund-rules")
    values = {"tenant": tenant, "version": whole.version, "source": whole.source, "content": whole.content}
    rows.Artifact(key="a-slice", kind="chunk", origin="derived", start=4, end=11, **values).save()
    assert body(ada.get(f"{address}?artifact=a-slice")) == b"extract"


@pytest.mark.parametrize("size", [0, 1, 2**16, 2**16 + 1, 300_000])
def test_large_bytes_are_read_by_windows(
    tenant: rows.Tenant, ada: Client, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(frozen_bytes, "WINDOW", 65_536)
    data = hashlib.shake_256(b"seed").digest(size)
    address = bring_in(tenant, **raw(data))
    with CaptureQueriesContext(connection) as captured:
        assert body(ada.get(address)) == data
    parts = sum("substr" in query["sql"].casefold() for query in captured)
    windows = -(-size // 65_536)
    assert parts == (2 * windows if windows > 1 else 0), "once to verify them, once to send them"


def test_bytes_that_are_not_what_their_digest_says_are_never_sent(
    tenant: rows.Tenant, ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = bring_in(tenant, **raw(RAW))
    monkeypatch.setattr(frozen_bytes, "digest_parts", lambda parts: "sha256:" + "0" * 64)
    response = ada.get(address)
    assert response.status_code == 500
    assert RAW[:20] not in response.content
    assert [event.verb for event in rows.AccessEvent.objects.all()] == ["integrity_failure"]


def test_what_is_not_kept_is_a_page_that_says_what_is_missing(tenant: rows.Tenant, ada: Client) -> None:
    response = ada.get(bring_in(tenant, text=None))
    assert response.status_code == 404
    assert "was not kept" in response.content.decode()
    named = ada.get(bring_in(tenant, "other") + "?artifact=nothing")
    assert named.status_code == 404
    assert "no text of that name" in named.content.decode()


def test_erased_bytes_are_not_kept_any_more(tenant: rows.Tenant, ada: Client) -> None:
    address = bring_in(tenant, **raw(RAW))
    version = rows.SourceVersion.objects.select_related("raw").get(source__key="refund-source")
    rows.Content.objects.filter(pk=version.raw_id).erase(version.recorded_at)
    response = ada.get(address)
    assert response.status_code == 404
    assert "not kept here any more" in response.content.decode()
    html = ada.get(address.removesuffix("bytes/")).content.decode()
    assert f'href="{address}"' not in html and "were erased" in html


@pytest.mark.parametrize(
    "version",
    [
        {"availability": "withdrawn"},
        {"availability": "access_blocked"},
        {"events": [{"event": "withdrawn", "at": "2026-11-01T00:00:00Z"}]},
        {"events": [{"event": "tombstoned", "at": "2026-11-01T00:00:00Z"}]},
    ],
)
def test_a_version_that_was_taken_away_gives_out_no_bytes(
    tenant: rows.Tenant, ada: Client, version: dict[str, Any]
) -> None:
    assert ada.get(bring_in(tenant, **raw(RAW), **version)).status_code == 404


def test_a_version_that_was_restored_gives_them_out_again(tenant: rows.Tenant, ada: Client) -> None:
    events = [
        {"event": "restored", "at": "2026-11-02T00:00:00Z"},
        {"event": "withdrawn", "at": "2026-11-01T00:00:00Z"},
    ]
    assert body(ada.get(bring_in(tenant, **raw(RAW), events=events))) == RAW


def test_who_lacks_the_label_or_belongs_elsewhere_is_told_that_nothing_is_there(
    tenant: rows.Tenant, ada: Client
) -> None:
    address = bring_in(tenant, labels=["board"], **raw(RAW))
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.ADMINISTRATOR, labels=("board",)))
    missing = reverse("frozen_bytes", args=["0" * 32])
    assert {client.get(path).status_code for client in (ada, drew) for path in (address, missing)} == {404}
    assert not rows.AccessEvent.objects.exists()


def test_every_download_stands_in_the_access_log_and_a_look_at_its_headers_does_not(
    tenant: rows.Tenant, ada: Client
) -> None:
    """U-13."""
    address = bring_in(tenant, **raw(RAW))
    assert ada.head(address)["Content-Length"] == str(len(RAW))
    assert not rows.AccessEvent.objects.exists()
    ada.get(address)
    event = rows.AccessEvent.objects.get()
    assert event.verb == "downloaded"
    assert event.subject == f"source_version:{address.split('/')[2]} sha256:{hashlib.sha256(RAW).hexdigest()}"


@pytest.mark.parametrize("value", ["\0", "a\0b", "x" * 5_000, "' OR 1=1", "\u202e", "%00"])
def test_a_name_that_is_no_text_of_this_version_is_a_missing_page(tenant: rows.Tenant, ada: Client, value: str) -> None:
    assert ada.get(bring_in(tenant), {"artifact": value}).status_code in (200, 404)
