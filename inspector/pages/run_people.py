"""Who is behind an actor: the name that their membership bears, in the same statement as the row that names them."""

from typing import Any

from django.db.models import OuterRef, Subquery

from inspector.models import rows as opinions
from lineage.access import Reader

FORMER = "a former member"
BY_ITSELF = "the system itself"


def named_by(rows: Any, column: str) -> Any:
    """The rows with `first_name` and `username` of the member whom `column` names; both NULL where there is none."""
    people = opinions.Membership.objects.filter(tenant_id=OuterRef("tenant_id"), actor=OuterRef(column))
    return rows.annotate(
        first_name=Subquery(people.values("user__first_name")[:1]),
        username=Subquery(people.values("user__username")[:1]),
    )


def name_of(reader: Reader, actor: str, first_name: str | None, username: str | None) -> str:
    """As it stands on a page. An actor is a pseudonym and never stands there itself."""
    if not actor:
        return BY_ITSELF
    if actor == reader.actor:
        return "you"
    return first_name or username or FORMER
