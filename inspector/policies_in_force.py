"""The guideline and the exemption rules in force, read with the rows of a query that is asked anyway.

A revision never changes, so what it says is read from its bytes once in a process.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import CharField, F, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Concat

from lineage.evidence.policy_bodies import Exemption, Guideline, read_body
from lineage.evidence.vocabulary import ExemptionRule, PolicyKind
from lineage.models import rows
from lineage.models.content import unpack

KINDS = (PolicyKind.GUIDELINE, PolicyKind.EXEMPTION)
CONTENT = ("sha256", "size", "body", "coding")
REMEMBERED = 64


class InForce(NamedTuple):
    """`guideline` and `exemption` are labels, such as `default@1`; empty where a tenant has none."""

    guideline: str = ""
    sentences: tuple[str, ...] = ()
    exemption: str = ""
    rules: tuple[ExemptionRule, ...] = ()


def with_policies(found: Any) -> Any:
    """A query set of rows of a tenant, with the newest revision of both kinds: no statement of its own."""
    label = Concat(F("name"), Value("@"), Cast(F("revision"), CharField()))
    for kind in KINDS:
        policies = rows.Policy.objects.filter(tenant_id=OuterRef("tenant_id"), kind=kind.value)
        newest = policies.annotate(label=label).order_by("-revision", "-id")
        columns = {f"{kind}_{name}": Subquery(newest.values(f"body__{name}")[:1]) for name in CONTENT}
        found = found.annotate(**{f"{kind}_label": Subquery(newest.values("label")[:1])}, **columns)
    return found


def in_force(row: Any) -> InForce:
    """Of a row of `with_policies`."""
    guideline, exemption = (_body(row, kind) for kind in KINDS)
    return InForce(
        guideline=row.guideline_label or "",
        sentences=guideline.sentences if isinstance(guideline, Guideline) else (),
        exemption=row.exemption_label or "",
        rules=exemption.rules if isinstance(exemption, Exemption) else (),
    )


def _body(row: Any, kind: PolicyKind) -> Any:
    sha256, size, body, coding = (getattr(row, f"{kind}_{name}") for name in CONTENT)
    return None if sha256 is None else _read(kind, bytes(sha256), size, bytes(body), coding)


@lru_cache(maxsize=REMEMBERED)
def _read(kind: PolicyKind, sha256: bytes, size: int, body: bytes, coding: int) -> Any:
    return read_body(kind, unpack(sha256, size, body, coding))
