"""Policies for tests of their pages: a house with the shipped ones, who keeps them, and revisions by hand."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.readers import as_reader
from lineage.access import Reader
from lineage.evidence.vocabulary import PolicyKind, Role
from lineage.models import rows
from lineage.policies import ensure_policies, newest_policy
from lineage.publishing import publish
from tests.inspector.making import make_member, make_tenant, signed_in

INPUT = re.compile(r"<input[^>]*>")
TEXTAREA = re.compile(r'<textarea[^>]*name="([^"]*)"[^>]*>\n(.*?)</textarea>', re.DOTALL)


def make_house(key: str = "meridian") -> rows.Tenant:
    tenant = make_tenant(key)
    with transaction.atomic():
        ensure_policies(tenant.pk)
    return tenant


def keeper(tenant: rows.Tenant, name: str = "pia", *roles: Role) -> Client:
    """Somebody who publishes policies, signed in."""
    return signed_in(make_member(tenant, name, Role.POLICY_ADMIN, *roles))


def reader_called(name: str) -> Reader:
    return as_reader(opinions.Membership.objects.select_related("tenant").get(user__username=name))


def in_force(tenant: rows.Tenant, kind: PolicyKind = PolicyKind.GUIDELINE) -> rows.Policy:
    return newest_policy(tenant.pk, kind)


def publish_as(name: str, tenant: rows.Tenant, kind: PolicyKind, value: dict[str, Any]) -> rows.Policy:
    newest = in_force(tenant, kind)
    return publish(reader_called(name), newest, value, newest.public_id).policy


def form_url(policy: rows.Policy) -> str:
    return reverse("policy_form", args=[policy.public_id])


def policy_url(policy: rows.Policy) -> str:
    return reverse("policy", args=[policy.public_id])


def fields_of(html: str) -> dict[str, Any]:
    """What a browser sends of the forms of a page as they are drawn: all values of each field."""
    found: dict[str, Any] = {}
    for tag in INPUT.findall(html):
        name, value = (re.search(rf'{one}="([^"]*)"', tag) for one in ("name", "value"))
        if name is not None and ('type="checkbox"' not in tag or " checked" in tag):
            found.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    return found | {name: [unescape(words)] for name, words in TEXTAREA.findall(html)}
