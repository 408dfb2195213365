"""The API describes itself as it is, and whatever is sent to it is answered in JSON and never with a fault of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inspector.api.urls import urlpatterns
from lineage.evidence.vocabulary import RelocationOutcome, Role
from lineage.models import rows
from lineage.working import work
from tests.inspector.api_calls import answer_of, call, token_of
from tests.inspector.making import import_bundle, make_member, make_tenant, simple_bundle

pytestmark = pytest.mark.django_db
CHANGED = b"Rule 1: a refund is paid within 1 days. Rule 2: a refund is paid within 3 days."


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle("museum"))
    return tenant


@pytest.fixture
def token(meridian: rows.Tenant) -> str:
    return token_of(make_member(meridian, "iris", Role.RESPONDER))


@pytest.fixture
def described() -> Any:
    response = Client().get("/api/v1/openapi.json")
    assert response.status_code == 200 and response.headers["Content-Type"].startswith("application/json")
    return response.json()


def test_the_description_names_every_operation_and_no_other(described: Any) -> None:
    routes = {
        f"/api/v1/{str(pattern.pattern).replace('<path:', '{').replace('<', '{').replace('>', '}')}"
        for pattern in urlpatterns[0].url_patterns
        if pattern.name not in ("api-root", "openapi-json", "openapi-view")
    }
    assert routes == set(described["paths"])
    operations = {(path, method) for path, methods in described["paths"].items() for method in methods}
    assert operations == {
        ("/api/v1/sources", "post"),
        ("/api/v1/sources/{id}/versions", "post"),
        ("/api/v1/versions/{id}/extraction", "get"),
        ("/api/v1/runs/{id}", "get"),
        ("/api/v1/runs/{id}/relocations", "get"),
    }


def test_every_operation_asks_for_a_token_and_declares_the_shape_of_its_errors(described: Any) -> None:
    (scheme,) = described["components"]["securitySchemes"].items()
    assert scheme[1]["scheme"] == "bearer"
    for methods in described["paths"].values():
        for operation in methods.values():
            assert operation["security"] == [{scheme[0]: []}]
            for status in ("401", "403", "404"):
                shape = operation["responses"][status]["content"]["application/json"]["schema"]
                assert shape == {"$ref": "#/components/schemas/ErrorOut"}
    assert set(described["components"]["schemas"]["ErrorDetail"]["required"]) == {"code", "message", "place"}


def test_values_of_the_vocabulary_are_named(described: Any) -> None:
    schemas = described["components"]["schemas"]
    assert set(schemas["RelocationOutcome"]["enum"]) == set(RelocationOutcome)
    sent = described["paths"]["/api/v1/sources/{id}/versions"]["post"]["requestBody"]["content"]
    assert set(sent) == {"multipart/form-data", "application/octet-stream", "application/xhtml+xml"} | {
        "text/plain",
        "text/markdown",
        "text/html",
        "text/csv",
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    }


def find_mismatches(value: Any, schema: Any, schemas: Any, place: str = "") -> Iterator[str]:
    """Where a value is not as its schema says: fields, enumerations and types, as deep as it goes."""
    if "$ref" in schema:
        yield from find_mismatches(value, schemas[schema["$ref"].rpartition("/")[2]], schemas, place)
    elif "anyOf" in schema:
        found = [list(find_mismatches(value, option, schemas, place)) for option in schema["anyOf"]]
        yield from [] if any(not one for one in found) else found[0]
    elif schema.get("type") == "object" and "properties" in schema:
        if not isinstance(value, dict) or set(value) != set(schema["properties"]):
            yield f"{place}: {value!r} has not the fields {sorted(schema['properties'])}"
            return
        for name, inner in schema["properties"].items():
            yield from find_mismatches(value[name], inner, schemas, f"{place}/{name}")
    elif schema.get("type") == "array":
        for number, one in enumerate(value):
            yield from find_mismatches(one, schema["items"], schemas, f"{place}/{number}")
    else:
        types = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
        kind = schema.get("type", "object")
        right = isinstance(value, types.get(kind, dict)) and not (kind == "integer" and isinstance(value, bool))
        if not right or value not in schema.get("enum", [value]):
            yield f"{place}: {value!r} is no {kind} {schema.get('enum', '')}"


def test_what_is_answered_is_what_is_described_from_a_version_to_its_relocations(
    meridian: rows.Tenant, token: str, described: Any
) -> None:
    schemas = described["components"]["schemas"]
    address = reverse("api:versions", args=["museum-source"])
    sent = call(token, "POST", f"{address}?version=2", CHANGED, "text/plain")
    assert sent.status == 202
    while work(rows.Run.objects.get().pk):
        pass
    run = call(token, "GET", sent.headers["Location"])
    found = call(token, "GET", run.body["relocations_url"])
    assert (run.body["state"], run.body["done"], run.body["changed"]) == ("completed_with_changes", 2, 2)
    assert run.body["outcomes"] == {"unchanged": 1, "text_changed": 1}
    second = found.body["items"][1]
    assert (second["outcome"], second["changes"], second["now"]) == ("text_changed", ["number"], None)
    assert second["was"]["words"] == "Rule 2: a refund is paid within 2 days."
    likest = second["candidates"][0]
    assert (likest["start"], likest["end"], likest["distance"]) == (40, 79, 1)
    missing = call(token, "GET", "/api/v1/runs/x")
    for answer, name in ((sent, "RunOut"), (run, "RunOut"), (found, "RelocationsOut"), (missing, "ErrorOut")):
        assert list(find_mismatches(answer.body, {"$ref": name}, schemas)) == []
    assert list(find_mismatches(run.body | {"state": "odd"}, {"$ref": "RunOut"}, schemas))


def test_the_page_of_the_description_says_the_same_and_needs_no_other_machine(db: None) -> None:
    response = Client().get("/api/v1/docs")
    html = response.content.decode()
    assert response.status_code == 200 and "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert "http://" not in html and "https://" not in html and "<style" not in html
    for words in ("Send a new version of a source", "Where a run stands", "What became of each citation"):
        assert words in html
    assert 'href="#RelocationOut"' in html and 'id="RelocationOut"' in html and "text_changed" in html
    assert Client().get("/api/v1/").headers["Location"] == "/api/v1/docs"


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
SEGMENTS = TEXTS | st.sampled_from(["museum-source", "..", "\0", "%00", "a/b", "//", "versions", "relocations"])
FORM = "multipart/form-data; boundary=x"
KINDS = st.sampled_from(["text/plain", "text/markdown", "application/octet-stream", FORM, "application/json", ""])
BODIES = st.binary(max_size=200) | st.sampled_from(
    [
        CHANGED,
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nWords.\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="\x00"\r\nContent-Type: \xff\r\n\r\nW\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n\x00\r\n--x--\r\n',
        b"{}",
    ]
)
NAMES = st.sampled_from(["version", "title", "outcome", "after", "limit", "x", "\0"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "HEAD"]),
    shape=st.sampled_from(["sources/{}/versions", "runs/{}", "runs/{}/relocations", "{}"]),
    segment=SEGMENTS,
    query=st.dictionaries(NAMES, TEXTS, max_size=3),
    kind=KINDS,
    body=BODIES,
)
@example("POST", "sources/{}/versions", "museum-source", {"version": "\0"}, "text/plain", CHANGED)
@example("POST", "sources/{}/versions", "museum-source", {}, FORM, b"--x--\r\n")
def test_whatever_is_sent_is_answered_in_json_and_never_with_a_fault_of_ours(
    meridian: rows.Tenant,
    token: str,
    method: str,
    shape: str,
    segment: str,
    query: dict[str, str],
    kind: str,
    body: bytes,
) -> None:
    address = f"/api/v1/{shape.format(quote(segment, safe='/%'))}"
    if query:
        address += "?" + "&".join(f"{quote(name)}={quote(value)}" for name, value in query.items())
    client = Client(raise_request_exception=False, headers={"authorization": f"Bearer {token}"})
    with transaction.atomic():
        response = client.generic(method, address, body, content_type=kind, CONTENT_TYPE=kind)
        transaction.set_rollback(True)
    assert response.status_code < 500, (method, address, kind, body)
    if response.status_code >= 400 and method != "HEAD":
        assert answer_of(response).error[0]
    elif response.status_code == 202:
        json.loads(response.content)
