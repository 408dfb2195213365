"""A new version of a source, as somebody sends it: kept as it came, and every citation is looked for in it."""

from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from lineage import ledger
from lineage.accepting import (
    NotAccepted,
    is_plain,
    media_type_of,
    require_kind,
    require_names,
    require_not_erased,
)
from lineage.access import Action, NotVisible, Reader, require
from lineage.bulk import write, write_contents
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import RunTrigger, SourceKind
from lineage.ingest import lock_contents
from lineage.lifecycle import publish_in
from lineage.models import rows
from lineage.models.coding import Encode, encode_text, encode_whole
from lineage.models.content import Packed, pack
from lineage.run_starting import append_run, find_normalization
from lineage.source_standing import choose_current

ADDED = "version_added"


class Kept(NamedTuple):
    """What is kept of a source: its versions, and which of them holds today."""

    source: rows.Source
    versions: dict[str, rows.SourceVersion]
    current: rows.SourceVersion | None


def add_version(
    reader: Reader,
    source: rows.Source | str,
    data: bytes,
    *,
    version: str | None = None,
    title: str = "",
    media_type: str = "",
    recheck: bool = True,
) -> rows.Run:
    """Keeps the bytes as the version after the current one and starts a run, in one transaction; the run.

    `source` is a row or its public id. Without a name the version is called after the moment. It has the access
    labels of the version it replaces. The same name with the same bytes is the version that is kept, and its run.
    With `recheck` the run stops where the reader loses the right to it.
    Raises NotAllowed, NotVisible, NotAccepted.
    """
    require(reader, Action.CHANGE_SOURCES)
    kept = read_kept(reader, source)
    now = timezone.now()
    name = (version or "").strip() or name_at(now)
    kind = SourceKind(kept.source.kind)
    require_kind(kind, data)
    require_names(name, title)
    content = pack_raw(kind, data)
    require_not_erased(kept.source.tenant_id, content)
    known = kept.versions.get(name)
    if known is not None:
        require_same(kept, known, content.sha256)
    policy = find_normalization(kept.source)
    try:
        with transaction.atomic():
            lock_contents(kept.source.tenant_id)
            require_not_erased(kept.source.tenant_id, content)
            row = known or write_version(
                kept, name, content, now, title=title, media_type=media_type, is_text=is_plain(kind, data)
            )
            if known is None:
                publish_in(row, reader.actor, now)
            run = append_run(
                kept.source,
                row,
                policy,
                trigger=RunTrigger.NEW_VERSION,
                cause=f"version:{row.pk}",
                pipeline=None,
                requested_by=reader.actor if recheck else "",
                actor=reader.actor,
            )
            if known is None:
                said = {"source": kept.source.key, "version": name, "digest": digest_from_raw(content.sha256)}
                ledger.record(row.tenant_id, ADDED, reader.actor, f"source_version:{row.public_id}", said)
    except IntegrityError as fault:
        message = f"Somebody else has just sent version {name} of this source. Look at it first."
        raise NotAccepted(message, "version_taken", "version") from fault
    return run


def name_at(moment: datetime) -> str:
    """What a version is called that nobody gave a name."""
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def read_kept(reader: Reader, source: rows.Source | str) -> Kept:
    """Raises NotVisible where the reader may see no version of the source."""
    visible = rows.Source.objects.visible_to(reader)
    asked = {"public_id": source} if isinstance(source, str) else {"pk": source.pk}
    row = visible.filter(**asked).first() if "\0" not in str(asked) else None
    if row is None:
        raise NotVisible(str(asked))
    found = rows.SourceVersion.objects.filter(source=row).select_related("raw").defer("raw__body")
    versions = list(found.order_by("id"))
    current = choose_current(versions)
    shown = rows.SourceVersion.objects.visible_to(reader).filter(pk__in=[current.pk] if current else [])
    if current is not None and not shown.exists():
        raise NotVisible(row.public_id)
    return Kept(row, {version.version: version for version in versions}, current)


def pack_raw(kind: SourceKind, data: bytes) -> Packed:
    """A text may be read in windows; any other file is always read whole."""
    encode: Encode = encode_text if is_plain(kind, data) else encode_whole
    return pack(data, encode)


def require_same(kept: Kept, known: rows.SourceVersion, sha256: bytes) -> None:
    if digest_of(known) != sha256:
        said = f"Version {known.version} of this source is kept here with other bytes. Choose another name."
        raise NotAccepted(said, "version_taken", "version", known)


def digest_of(version: rows.SourceVersion) -> bytes | None:
    return bytes(version.raw.sha256) if version.raw is not None else None


def write_version(
    kept: Kept, name: str, content: Packed, now: datetime, *, title: str, media_type: str, is_text: bool
) -> rows.SourceVersion:
    """Inside a transaction of the caller."""
    current = kept.current
    if current is not None and digest_of(current) == content.sha256:
        said = f"These are the bytes of version {current.version}, which holds today: nothing has changed."
        raise NotAccepted(said, "unchanged", version=current)
    tenant_id = kept.source.tenant_id
    row = rows.SourceVersion(
        tenant_id=tenant_id,
        source=kept.source,
        version=name,
        title=title or (current.title if current else ""),
        safe_title=current.safe_title if current and not title else "",
        uri=current.uri if current else "",
        safe_uri=current.safe_uri if current else "",
        media_type=media_type_of(SourceKind(kept.source.kind), media_type),
        raw_id=write_contents(tenant_id, [content])[content.sha256],
        raw_is_text=is_text,
        ingested_at=now,
        supersedes=current.version if current else None,
    )
    row.save()
    if current is not None:
        labels = rows.SourceLabel.objects.filter(version=current).order_by("id").values_list("label", flat=True)
        write(rows.SourceLabel, [{"tenant_id": tenant_id, "version_id": row.pk, "label": label} for label in labels])
    return row
