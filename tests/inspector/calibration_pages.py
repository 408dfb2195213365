"""Sets and people who read their pages, for tests of these."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from inspector.calibrating.importing import import_label_set
from inspector.labels.label_set import LabelSet
from inspector.members import ensure_tenant
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from tests.inspector.label_sets import label_set
from tests.inspector.making import make_member, signed_in
from tests.inspector.queues import make_reader


def keeper(name: str = "cleo", *roles: Role, tenant: str = "meridian") -> Reader:
    """An adjudicator, who keeps sets and reads figures."""
    return make_reader(ensure_tenant(tenant, tenant.title()), name, *(roles or (Role.ADJUDICATOR,)))


def browser(reader: Reader) -> Client:
    return signed_in(opinions.Membership.objects.get(actor=reader.actor).user)


def someone(*roles: Role, tenant: str = "meridian", name: str = "somebody") -> Client:
    return signed_in(make_member(ensure_tenant(tenant, tenant.title()), name, *roles))


def imported(reader: Reader, found: LabelSet | None = None) -> opinions.SetRevision:
    return import_label_set(reader, found or label_set()).revision


def words_of(response: Any) -> str:
    """What a page says, without its tags; several blanks are one."""
    main = response.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def keys_on(response: Any) -> list[str]:
    """The keys of the items that a page lists, in their order."""
    return re.findall(r'<span class="key" dir="auto">([^<]*)</span>', response.content.decode())


