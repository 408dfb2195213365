"""What somebody typed on a claim and did not send yet: kept as they type, theirs alone, gone once it was sent (G31).

Not a record and no audit event: nobody else ever reads it, and each save takes the place of the one before. `version`
counts the saves, so that of two windows the older one cannot write over the newer.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet, Subquery
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.verdict_fields import Sent
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import load_json
from lineage.models import rows

MOST_FIELDS, LONGEST = 400, 400_000
MOST_VERSIONS = 10_000_000
NOT_KEPT = frozenset(
    {
        *("csrfmiddlewaretoken", "idempotency_key", "evidence_digest", "evidence_text", "evidence_token"),
        *("slot_token", "draft_version", "seconds", "draw"),
    }
)
"""What a form carries beside words: it is drawn anew, and never taken from a draft."""


class Draft(NamedTuple):
    """`version` is 0 where nothing was saved yet."""

    sent: Sent
    version: int = 0
    saved_at: datetime | None = None


class DraftTooLong(ValueError):
    """More than a form can hold."""


class DraftChanged(ValueError):
    """Another window of the same person saved in between; `found` is what stands there now."""

    def __init__(self, found: Draft) -> None:
        super().__init__("Another window of yours saved other words on this claim in between.")
        self.found = found


def save_draft(reader: Reader, claim: str, fields: Mapping[str, Sequence[str]], version: int, key: str = "") -> Draft:
    """Puts what was typed in the place of the draft of this version; 0 where there was none. Returns it as it is kept.

    `key` is that of the form: what arrives after the verdict that it became is no draft any more. Raises NotVisible,
    NotAllowed, DraftTooLong, DraftChanged where another version stands there with other words.
    """
    require(reader, Action.RECORD_VERDICT)
    row = get_visible(rows.Claim.objects, reader, claim)
    if _was_sent(reader, key):
        return Draft(Sent())
    kept = _kept(fields)
    body = canonical_json({"fields": kept})
    if len(kept) > MOST_FIELDS or len(body) > LONGEST:
        raise DraftTooLong(f"A draft holds at most {MOST_FIELDS} fields and {LONGEST // 1000} kB; this is not kept.")
    now = timezone.now()
    mine = _own(reader).filter(claim=row.pk)
    if not kept and not mine.exclude(version=version).exists():
        mine.delete()
        return Draft(Sent())
    values = {"body": body, "version": version + 1, "saved_at": now}
    try:
        with transaction.atomic():
            if version == 0 and not mine.exists():
                begun = values | {"version": _first_version()}
                opinions.Draft.objects.create(tenant_id=reader.tenant_id, claim=row, reviewer=reader.actor, **begun)
                return Draft(Sent(kept), begun["version"], now)
    except IntegrityError:
        pass
    if mine.filter(version=version).update(**values):
        return Draft(Sent(kept), version + 1, now)
    found = mine.first()
    if found is None:
        # It was put away in another window; here somebody is still typing.
        return save_draft(reader, claim, fields, 0, key)
    # The same words once more, as when an answer was lost on its way, are no conflict.
    if bytes(found.body) == body:
        return _draft(found)
    raise DraftChanged(_draft(found))


def keep_words(reader: Reader, claim_id: int, fields: Mapping[str, Sequence[str]]) -> None:
    """What was sent and could not be recorded, in the place of whatever draft there was."""
    body = canonical_json({"fields": _kept(fields)})
    if len(body) <= LONGEST:
        now = timezone.now()
        made = {"tenant_id": reader.tenant_id, "body": body, "version": _first_version(), "saved_at": now}
        changed = {"body": body, "saved_at": now, "version": F("version") + 1}
        opinions.Draft.objects.update_or_create(
            claim_id=claim_id, reviewer=reader.actor, defaults=changed, create_defaults=made
        )


def find_draft(reader: Reader, claim_id: int) -> Draft | None:
    found = _own(reader).filter(claim=claim_id).first()
    return None if found is None else _draft(found)


def drop_draft(reader: Reader, claim: str) -> None:
    """Forgets what was typed; nothing where there is none. Raises NotVisible, NotAllowed."""
    require(reader, Action.RECORD_VERDICT)
    _own(reader).filter(claim=get_visible(rows.Claim.objects, reader, claim).pk).delete()


def restore_draft(reader: Reader, claim_id: int, fields: Mapping[str, Sequence[str]]) -> None:
    """Words of a verdict that was taken back, unless newer ones were typed since; in the caller's transaction."""
    if not _own(reader).filter(claim=claim_id).exists():
        body = canonical_json({"fields": _kept(fields)})
        about = {"tenant_id": reader.tenant_id, "claim_id": claim_id, "reviewer": reader.actor}
        opinions.Draft.objects.create(**about, body=body, version=_first_version(), saved_at=timezone.now())


def with_draft(reader: Reader, claim: Any) -> Mapping[str, Any]:
    """Annotations of a query set: the reader's draft on a claim (an id or an OuterRef), for `draft_in`."""
    mine = _own(reader).filter(claim=claim)
    return {f"draft_{name}": Subquery(mine.values(name)[:1]) for name in ("body", "version", "saved_at")}


def draft_in(row: Any) -> Draft | None:
    """From a row that was selected with `with_draft`."""
    if row.draft_body is None:
        return None
    return Draft(Sent(_fields(bytes(row.draft_body))), row.draft_version, row.draft_saved_at)


def _first_version() -> int:
    """Where a draft begins to count: not where the one began that was sent or put away in another window."""
    return secrets.randbelow(MOST_VERSIONS) + 1


def _own(reader: Reader) -> "QuerySet[opinions.Draft]":
    drafts: QuerySet[opinions.Draft] = opinions.Draft.objects.visible_to(reader).filter(reviewer=reader.actor)
    return drafts


def _draft(row: opinions.Draft) -> Draft:
    return Draft(Sent(_fields(bytes(row.body))), row.version, row.saved_at)


def _was_sent(reader: Reader, key: str) -> bool:
    if not key or "\0" in key:
        return False
    known: bool = opinions.Verdict.objects.filter(reviewer=reader.actor, idempotency_key=key).exists()
    return known


def _kept(fields: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Half of a surrogate pair can be typed and is no UTF-8; it is kept as what a form would send of it."""
    given = {name: list(values) for name, values in fields.items() if name not in NOT_KEPT}
    return {_whole(name): [_whole(value) for value in values] for name, values in given.items() if any(values)}


def _whole(words: str) -> str:
    return words.encode("utf-8", "replace").decode()


def _fields(body: bytes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = load_json(body)["fields"]
    return found
