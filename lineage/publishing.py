"""Publishing a policy: one more revision behind the newest, never a change of one (M-79, S0-92).

Whoever publishes names the revision that they had before them. Where another came between, nothing is written: what
both wrote is the person's to join.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from lineage import ledger
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.digests import digest_bytes, digest_from_raw, raw_digest
from lineage.evidence.policy_bodies import TYPES, body_of
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows
from lineage.policies import Revision, save_policy

PUBLISHED = "policy_published"


class NotPublishable(ValueError):
    """Revisions of this kind are not published here; the message says why, for people."""


class Overtaken(ValueError):
    """Another revision was published meanwhile: `newest` is the one in force."""

    def __init__(self, newest: rows.Policy) -> None:
        super().__init__(f"{newest} was published meanwhile")
        self.newest = newest


class Published(NamedTuple):
    """The revision that says it; not `is_new` where the newest said the same already."""

    policy: rows.Policy
    is_new: bool


def newest_of_series(policy: rows.Policy) -> rows.Policy:
    """The revision in force among those of the same kind and name, with its body; one statement."""
    series = rows.Policy.objects.filter(tenant_id=policy.tenant_id, kind=policy.kind, name=policy.name)
    return series.select_related("body").order_by("-revision")[:1].get()


def publish(reader: Reader, policy: rows.Policy, value: Mapping[str, Any], seen: str) -> Published:
    """Appends a revision behind those of `policy`, which the reader may see; `seen` is the public id of the newest.

    The same words as the newest append nothing, whatever was seen. Raises NotAllowed, NotVisible, NotPublishable,
    PayloadProblems for a body that is not one of this kind, Overtaken where `seen` is not the newest.
    """
    require(reader, Action.PUBLISH_POLICY)
    get_visible(rows.Policy.objects, reader, policy.public_id)
    kind = PolicyKind(policy.kind)
    if kind not in TYPES:
        raise NotPublishable(f"A {kind.label} policy is shown here and not published here yet.")
    body = body_of(kind, value)
    try:
        with transaction.atomic():
            return _append(reader, policy, body, seen)
    except IntegrityError:
        # Somebody took the number in the same moment: their revision is the newest now.
        return _compare(newest_of_series(policy), body)


def _append(reader: Reader, policy: rows.Policy, body: bytes, seen: str) -> Published:
    newest = newest_of_series(policy)
    if newest.public_id != seen or _is_same(newest, body):
        return _compare(newest, body)
    revision = Revision(PolicyKind(newest.kind), newest.name, newest.revision + 1, body)
    saved = save_policy(reader.tenant_id, revision, author=reader.actor)
    said = {"kind": newest.kind, "name": newest.name, "revision": revision.revision}
    digests = {"digest": digest_bytes(body), "follows": digest_from_raw(bytes(newest.digest))}
    ledger.record(reader.tenant_id, PUBLISHED, reader.actor, f"policy:{saved.public_id}", said | digests)
    return Published(saved, is_new=True)


def _compare(newest: rows.Policy, body: bytes) -> Published:
    if _is_same(newest, body):
        return Published(newest, is_new=False)
    raise Overtaken(newest)


def _is_same(policy: rows.Policy, body: bytes) -> bool:
    return bytes(policy.digest) == raw_digest(digest_bytes(body))
