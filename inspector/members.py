"""Tenants and who belongs to them: created by command, each with its audit event."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from inspector.models import rows as opinions
from lineage import ledger
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.policies import ensure_policies

JOINED = "member_joined"


def ensure_tenant(key: str, name: str) -> rows.Tenant:
    """The tenant of this key, made with the shipped policies where there is none."""
    with transaction.atomic():
        found = rows.Tenant.objects.filter(key=key).first()
        if found is None:
            found = rows.Tenant(key=key, name=name)
            found.save()
        ensure_policies(found.pk)
    return found


def add_member(
    tenant: rows.Tenant, username: str, first_name: str, roles: Sequence[Role], labels: Sequence[str], actor: str
) -> tuple[Any, bool]:
    """The membership of a person, and whether it is new; a new user has no password and cannot sign in with one."""
    user, created = get_user_model().objects.get_or_create(username=username, defaults={"first_name": first_name})
    if created:
        user.set_unusable_password()
        user.save()
    known = opinions.Membership.objects.filter(user=user, tenant=tenant).first()
    if known is not None:
        return known, False
    granted = {"roles": [str(role) for role in roles], "labels": list(labels)}
    with transaction.atomic():
        membership = opinions.Membership(user=user, tenant=tenant, **granted)
        membership.clean_fields()
        membership.save()
        ledger.record(tenant.pk, JOINED, actor, f"member:{membership.actor}", granted)
    return membership, True
