"""What a claim page says to its own form: what was drawn, for whom, on which evidence, and what the form asks.

With it a verdict is recorded without reading the answer's texts again: it is signed, so that nobody can say that they
read what they did not. It is made only for who may read every word of the claim's evidence, and it lasts until
something happens in the tenant on which reading rests: a source is taken away, a policy is published, a kind is given.
"""

from collections.abc import Mapping
from time import time
from typing import Any, NamedTuple

from django.core import signing
from django.db.models import Subquery
from django.db.models.functions import Coalesce
from pydantic import TypeAdapter, ValidationError

from inspector.models import rows as opinions
from inspector.verdict_fields import Sheet
from lineage.access import Reader
from lineage.models import rows

SALT = "inspector.evidence"
LONGEST_SECONDS = 7 * 24 * 3600
MARKS = ("mark_event", "mark_policy", "mark_kind")
"""The columns that `marks_of` adds."""


class Drawn(NamedTuple):
    """`item` is the row that a verdict would belong to, None where there is none yet; `marks` are those of `marks_of`.

    `following` is the address to go on to after the verdict.
    """

    claim: str
    item: int | None
    digest: str
    marks: tuple[int, ...]
    is_blind: bool
    following: str
    sheet: Sheet


ENVELOPE = TypeAdapter(tuple[str, tuple[str, ...], bool, Drawn])


def marks_of(tenant_id: Any, claim: Any) -> Mapping[str, Any]:
    """Annotations of a query set: the newest of what may change how a claim is read.

    Both are ids, or an expression that stands for one.
    """
    found = (
        rows.SourceEvent.objects.filter(tenant_id=tenant_id),
        rows.Policy.objects.filter(tenant_id=tenant_id),
        opinions.ClaimKindGiven.objects.filter(claim=claim),
    )
    newest = (Subquery(every.order_by("-id").values("pk")[:1]) for every in found)
    return {name: Coalesce(one, 0) for name, one in zip(MARKS, newest, strict=True)}


def marks_in(row: Any) -> tuple[int, ...]:
    """From a row that was selected with `marks_of`."""
    return row.mark_event, row.mark_policy, row.mark_kind


def make_token(reader: Reader, drawn: Drawn) -> str:
    envelope = (reader.actor, tuple(sorted(reader.labels)), reader.reads_every_label, drawn)
    return signing.dumps(ENVELOPE.dump_python(envelope, mode="json"), salt=SALT, compress=True)


def age_of(token: str) -> int | None:
    """Seconds since a token of ours was made, that is, how long its page was open; None for what is no token."""
    try:
        return max(0, int(time()) - signing.b62_decode(token.rsplit(":", 2)[-2]))
    except (IndexError, ValueError):
        return None


def find_drawn(reader: Reader, claim: str, token: str) -> Drawn | None:
    """What was drawn for this reader of this claim; None where the token is not ours, another's, or too old."""
    try:
        found = ENVELOPE.validate_python(signing.loads(token, salt=SALT, max_age=LONGEST_SECONDS))
    except (signing.BadSignature, ValidationError):
        return None
    actor, labels, reads_all, drawn = found
    is_theirs = (actor, labels, reads_all) == (reader.actor, tuple(sorted(reader.labels)), reader.reads_every_label)
    return drawn if is_theirs and drawn.claim == claim else None
