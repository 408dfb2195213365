"""The policies a tenant starts with, as data: gate, normalization, exemption codes, adjudication, guideline.

A revision is never edited; a tenant that has one keeps it (M-79).
"""

from typing import Any, NamedTuple

from django.db.models import Q

from lineage.bulk import write_contents
from lineage.evidence.digests import canonical_json, digest_bytes, raw_digest
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy, dump_policy
from lineage.evidence.reading import load_json, validate
from lineage.evidence.vocabulary import ExemptionRule, PolicyKind, SourceKind
from lineage.models import rows
from lineage.models.content import pack
from lineage.text.normalization import DEFAULT, PRINTED

AUTHOR = "Evidence Inspector"
PRINTED_ONES = Q(kind=PolicyKind.NORMALIZATION.value, name=PRINTED.name)
"""Revisions of the normalization for PDFs; every other normalization is for all other sources."""


class Revision(NamedTuple):
    """One revision of one policy; `body` is canonical JSON."""

    kind: PolicyKind
    name: str
    revision: int
    body: bytes


def _data(value: Any) -> bytes:
    return canonical_json(value)


SHIPPED = (
    Revision(PolicyKind.GATE, DEFAULT_POLICY.name, DEFAULT_POLICY.revision, dump_policy(DEFAULT_POLICY)),
    *(
        Revision(
            PolicyKind.NORMALIZATION,
            policy.name,
            policy.revision,
            _data({"operations": [str(operation) for operation in policy.operations]}),
        )
        for policy in (DEFAULT, PRINTED)
    ),
    Revision(PolicyKind.EXEMPTION, "default", 1, _data({"rules": [str(rule) for rule in ExemptionRule]})),
    Revision(PolicyKind.ADJUDICATION, "default", 1, _data({"decisive": ["support", "coverage"], "judgements": 2})),
    Revision(
        PolicyKind.GUIDELINE,
        "default",
        1,
        _data(
            {
                "sentences": [
                    "Judge each citation from its passage alone, and the claim from its citations.",
                    "A passage supports a claim only with the qualifiers that the source gives it.",
                    "Words that the source did not write are no evidence, however well they fit.",
                    "Where you cannot tell, say so, and say what you would need to see.",
                ]
            }
        ),
    ),
)


def ensure_policies(tenant_id: int) -> None:
    """Write the shipped revisions that a tenant does not have; inside a transaction of the caller."""
    known = set(rows.Policy.objects.filter(tenant_id=tenant_id).values_list("kind", "name", "revision"))
    missing = [shipped for shipped in SHIPPED if (str(shipped.kind), shipped.name, shipped.revision) not in known]
    for shipped in missing:
        save_policy(tenant_id, shipped)


def save_policy(tenant_id: int, revision: Revision, author: str = AUTHOR) -> rows.Policy:
    """Append one revision; IntegrityError where it exists with another body. `author`: a pseudonym, or our own name."""
    content = pack(revision.body)
    ids = write_contents(tenant_id, [content])
    policy = rows.Policy(
        tenant_id=tenant_id,
        kind=str(revision.kind),
        name=revision.name,
        revision=revision.revision,
        body_id=ids[content.sha256],
        digest=raw_digest(digest_bytes(revision.body)),
        author=author,
    )
    policy.save()
    return policy


def newest_policy(tenant_id: int, kind: PolicyKind) -> rows.Policy:
    """The newest revision of a kind, of normalizations that of all sources but PDFs. Raises DoesNotExist for none."""
    found = rows.Policy.objects.filter(tenant_id=tenant_id, kind=str(kind)).exclude(PRINTED_ONES)
    return found.select_related("body").order_by("-revision", "-id")[:1].get()


def newest_normalization(tenant_id: int, source: SourceKind) -> rows.Policy:
    """The newest normalization for sources of a kind: words copied from a printed page differ as no other words do.

    Raises DoesNotExist for a tenant without one.
    """
    if source is not SourceKind.PDF:
        return newest_policy(tenant_id, PolicyKind.NORMALIZATION)
    found = rows.Policy.objects.filter(PRINTED_ONES, tenant_id=tenant_id).select_related("body")
    return found.order_by("-revision", "-id")[:1].get()


def read_gate(policy: rows.Policy) -> GatePolicy:
    """The gate policy of a row."""
    return validate(GatePolicy, load_json(policy.body.get_bytes()))
