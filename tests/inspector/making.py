"""People who are signed in, answers that were imported, and what of a response may differ from one to the next."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from django.apps import apps
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import Role
from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows

NOW = datetime(2026, 11, 29, tzinfo=UTC)
DOMAIN = ("lineage", "inspector")
# Rows of the membership table are people, not what was recorded; a test makes them when it needs them.
PEOPLE = {"inspector.Membership"}


def make_tenant(key: str) -> rows.Tenant:
    return rows.Tenant.objects.create(key=key, name=key.title())


def make_user(username: str) -> Any:
    return get_user_model().objects.create(username=username, first_name=username.title())


def make_member(tenant: rows.Tenant, username: str, *roles: Role, labels: tuple[str, ...] = ()) -> Any:
    user = make_user(username)
    opinions.Membership.objects.create(
        user=user, tenant=tenant, roles=[str(role) for role in roles], labels=list(labels)
    )
    return user


def signed_in(user: Any | None, **options: Any) -> Client:
    """A browser of this person, or of nobody; what goes wrong is a response, not an exception of the test."""
    client = Client(raise_request_exception=False, **options)
    if user is not None:
        client.force_login(user)
    return client


def import_bundle(tenant: rows.Tenant, bundle: dict[str, Any], as_of: datetime = NOW) -> None:
    collected = read_payload(json.dumps(bundle).encode(), "native")
    report = ingest(tenant, collected, actor="importer", as_of=as_of)
    assert not report.problems, [str(problem) for problem in report.problems]


def claim_url(tenant: rows.Tenant, case: str, claim: str = "c1") -> str:
    found = rows.Claim.objects.get(tenant=tenant, answer__case__key=case, key=claim)
    return reverse("claim", args=[found.public_id])


def answer_url(tenant: rows.Tenant, case: str, route: str = "answer") -> str:
    """The address of a page about the whole of an answer."""
    found = rows.Answer.objects.get(tenant=tenant, case__key=case)
    return reverse(route, args=[found.public_id])


def source_url(tenant: rows.Tenant, key: str) -> str:
    return reverse("source", args=[rows.SourceVersion.objects.get(tenant=tenant, source__key=key).public_id])


def simple_bundle(case: str = "refund", claims: int = 2, **version: Any) -> dict[str, Any]:
    """One answer; each claim quotes one sentence of one source. `version` sets fields of the source version."""
    sentences = [f"Rule {number}: a refund is paid within {number} days." for number in range(1, claims + 1)]
    text = " ".join(sentences)
    return {
        "schema": "evidence-inspector/1",
        "answers": [
            {
                "case": {"key": case, "question": f"When is a refund paid? ({case})"},
                "response_version": "1",
                "answered_at": "2026-11-02T10:00:00Z",
                "text": text,
                "manifest": [{"label": "E1", "artifact": f"{case}-rules"}],
                "claims": [
                    {"key": f"c{number}", "text": words, "kind": "quotation"}
                    for number, words in enumerate(sentences, start=1)
                ],
                "citations": [
                    {
                        "key": f"x{number}",
                        "claim": f"c{number}",
                        "marker": f"[{number}]",
                        "cited": "E1",
                        "range": [text.index(words), text.index(words) + len(words)],
                        "unit": "code_point",
                        "quoted_text": words,
                    }
                    for number, words in enumerate(sentences, start=1)
                ],
                "sources": [
                    {
                        "key": f"{case}-source",
                        "kind": "text",
                        "versions": [{"version": "1", "title": f"Rules of {case}", **version}],
                    }
                ],
                "artifacts": [
                    {
                        "key": f"{case}-rules",
                        "kind": "canonical_extract",
                        "origin": "original",
                        "source": f"{case}-source",
                        "version": "1",
                        "language": "en",
                        "text": text,
                    }
                ],
            }
        ],
    }


def read_inputs(html: str) -> dict[str, str]:
    """Hidden fields of the verdict form, as a browser sends them back."""
    found = re.findall(r'<input type="hidden" name="(evidence_\w+|idempotency_key)" value="([^"]*)"', html)
    return {name: unescape(value) for name, value in found}


# What the kinds of claims ask beside the passages, answered so that nothing needs a reason.
PLAINLY = {
    "in_original": "yes",
    "attributed": "no",
    "answerability": "insufficient",
    "names_missing_basis": "yes",
    "exemption": "greeting",
}


def filled_form(client: Client, url: str) -> dict[str, str]:
    """The verdict form of a claim page with every passage said to support the claim."""
    html = client.get(url).content.decode()
    pairs = dict.fromkeys(re.findall(r'name="(pair-[^"]+)"', html), "supports")
    asked = set(re.findall(r'type="radio" name="([a-z_]+)"', html))
    return read_inputs(html) | pairs | {name: value for name, value in PLAINLY.items() if name in asked}


def count_rows() -> dict[str, int]:
    """How many rows every table of the domain holds."""
    models = [model for app in DOMAIN for model in apps.get_app_config(app).get_models()]
    return {model._meta.label: model._base_manager.count() for model in models if model._meta.label not in PEOPLE}


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


SECRETS = (
    re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'),
    re.compile(r'(name="idempotency_key" value=")[^"]*'),
    # Signed, with the moment in it.
    re.compile(r'(name="(?:evidence_token|scan)" value=")[^"]*'),
)
CHANGING_HEADERS = {"date", "set-cookie", "last-modified", "etag"}


def answered(response: HttpResponse, *ids: str) -> Answered:
    """A response with form token, nonce, cookies and dates masked, and the ids that were asked for."""
    # A download is read to its end; bytes that are no text are none of a page's words.
    body = response.getvalue().decode(errors="replace")
    for secret in SECRETS:
        body = secret.sub(r"\1masked", body)
    headers = {name.lower(): value for name, value in response.headers.items()}
    headers = {name: value for name, value in headers.items() if name not in CHANGING_HEADERS}
    for id in ids:
        body = body.replace(id, "ID")
        headers = {name: value.replace(id, "ID") for name, value in headers.items()}
    headers.pop("content-length", None)
    return Answered(response.status_code, headers, body)


LINK = re.compile(r'(?:href|hx-get|data-next|data-previous)="([^"]+)"')


OF_EACH_KIND = 12
ID = re.compile(r"[0-9a-f]{32}")


def crawl(client: Client, *starts: str, most: int = OF_EACH_KIND) -> dict[str, Answered]:
    """Every page that links lead to from the starts, by address; of each kind of page, the first `most`.

    Two addresses are of one kind that differ in ids and in what their parameters say, not in which they have.
    """
    waiting = [(start, "") for start in starts]
    seen: dict[str, Answered] = {}
    kinds: Counter[str] = Counter()
    while waiting:
        address, kind = waiting.pop(0)
        if address in seen or (kind and kinds[kind] >= most):
            continue
        kinds[kind] += 1
        seen[address] = answered(client.get(address))
        waiting += [(link, kind_of(link)) for link in links_of(address, seen[address].body) if link not in seen]
    return seen


def kind_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{ID.sub('*', parts.path)}?{sorted(name for name, _ in parse_qsl(parts.query))}"


def links_of(address: str, html: str) -> Iterator[str]:
    for written in LINK.findall(html):
        link = urldefrag(urljoin(address, unescape(written))).url
        if not urlsplit(link).netloc and not link.startswith("/static/"):
            yield link
