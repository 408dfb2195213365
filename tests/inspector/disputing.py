"""People who differ on a claim, and the form on which a third person settles it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.readers import as_reader
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)

WHY_ADA, WHY_BEN = "It says so in so many words.", "The passage speaks of another thing."
REASON = "The passage names the number of days itself."
RULING = {"adopt": "A", "error_kind": "reviewer_error", "sentence": "2", "reason": REASON}


class House:
    """A tenant with an answer of two claims; Ada and Ben judge, Cleo settles."""

    def __init__(self, **version: Any) -> None:
        self.tenant = make_tenant("meridian")
        import_bundle(self.tenant, simple_bundle(**version))
        self.users = {
            name: make_member(self.tenant, name, role, labels=("board",) if version else ())
            for name, role in (("ada", Role.REVIEWER), ("ben", Role.REVIEWER), ("cleo", Role.ADJUDICATOR))
        }
        self.ada, self.ben, self.cleo = (signed_in(self.users[name]) for name in ("ada", "ben", "cleo"))

    def add(self, name: str, *roles: Role, labels: tuple[str, ...] = ()) -> Client:
        self.users[name] = make_member(self.tenant, name, *roles, labels=labels)
        return signed_in(self.users[name])

    def reader(self, name: str) -> Reader:
        return as_reader(self.users[name].memberships.select_related("tenant").get())

    def differ(self, claim: str = "c1") -> Any:
        """Ada says that the passage supports the claim, Ben that it does not; the item that they differ on."""
        judge(self.ada, self.claim_url(claim), "supports", WHY_ADA)
        judge(self.ben, self.claim_url(claim), "does_not_support", WHY_BEN)
        return self.item(claim)

    def claim_url(self, claim: str = "c1") -> str:
        return claim_url(self.tenant, "refund", claim)

    def item(self, claim: str = "c1") -> Any:
        found = opinions.Item.objects.select_related("state", "queue", "claim")
        return found.get(tenant=self.tenant, claim__key=claim)

    def state(self, claim: str = "c1") -> str:
        return str(self.item(claim).state.state)

    def letter_of(self, name: str, item: Any = None) -> str:
        """The letter that a person's card has for Cleo: the one with their reason on it."""
        page = self.cleo.get(page_url(item or self.item())).context["page"]
        why = {"ada": WHY_ADA, "ben": WHY_BEN}[name]
        (letter,) = [card.letter for card in page.cards if card.rationale == why]
        return str(letter)


def judge(client: Client, url: str, support: str, why: str, **changed: str) -> Any:
    form = filled_form(client, url)
    pairs = {name: support for name in form if name.startswith("pair-")}
    response = client.post(f"{url}verdicts/", form | pairs | {"rationale": why} | changed)
    assert response.status_code == 303, re.findall(r'class="error"[^<]*<', response.content.decode())
    return opinions.Verdict.objects.order_by("-pk").first()


def page_url(item: Any) -> str:
    return reverse("adjudication", args=[item.public_id])


def settle_url(item: Any) -> str:
    return reverse("settle", args=[item.public_id])


def ruling(client: Client, item: Any, **changed: str) -> dict[str, str]:
    """The form as a browser would send it."""
    html = client.get(page_url(item)).content.decode()
    hidden = re.findall(r'<input type="hidden" name="(seen|idempotency_key)" value="([^"]*)"', html)
    return {name: unescape(value) for name, value in hidden} | RULING | changed


def settle(client: Client, item: Any, **changed: str) -> Any:
    """The adjudication that was recorded."""
    response = client.post(settle_url(item), ruling(client, item, **changed))
    assert response.status_code == 303, re.findall(r'class="error"[^>]*>[^<]*<', response.content.decode())
    return opinions.Adjudication.objects.select_related("chain", "disagreement").order_by("-pk").first()


def body_of(content: Any) -> bytes:
    return bytes(rows.Content.objects.get(pk=content.pk).get_bytes())
