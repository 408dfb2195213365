"""A new version of a source, as somebody sends it: kept as it came, and every citation is looked for in it."""

from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.bulk import write, write_contents
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import RunTrigger, SourceKind
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.models import rows
from lineage.models.content import Packed, pack
from lineage.pipeline.extract.text import NotText, extract_text
from lineage.run_starting import append_run, find_normalization
from lineage.source_standing import choose_current

ADDED = "version_added"
MEDIA_TYPES = {SourceKind.TEXT: "text/plain", SourceKind.MARKDOWN: "text/markdown"}
"""The kinds of source whose bytes this program can read a text from."""
LONGEST_TITLE = 300


class NotAccepted(ValueError):
    """These bytes cannot be a new version of this source; the message says why, and what to do.

    `code` for programs: wrong_kind, empty, not_text, unchanged, version_taken, name.
    """

    def __init__(self, message: str, code: str) -> None:
        self.code = code
        super().__init__(message)


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
    name = (version or "").strip() or f"{now:%Y-%m-%d %H:%M:%S}"
    content = pack(data)
    require_acceptable(kept, name, data, title)
    known = kept.versions.get(name)
    if known is not None:
        require_same(kept, known, content.sha256)
    policy = find_normalization(kept.source.tenant_id)
    try:
        with transaction.atomic():
            row = known or write_version(kept, name, content, now, title=title, media_type=media_type)
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
        raise NotAccepted(message, "version_taken") from fault
    return run


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


def require_acceptable(kept: Kept, name: str, data: bytes, title: str) -> None:
    """Raises NotAccepted for bytes or names that cannot be a version of this source."""
    kind = SourceKind(kept.source.kind)
    if kind not in MEDIA_TYPES:
        raise NotAccepted(
            f"A new version can be sent of text and Markdown sources only; this one is of the kind {kind.label}. "
            "Import a bundle that brings its text.",
            "wrong_kind",
        )
    if not data:
        raise NotAccepted("The file is empty: there is nothing to look for citations in.", "empty")
    if len(name) > MAXIMUM_KEY_LENGTH or "\0" in name:
        raise NotAccepted(f"The name of a version has at most {MAXIMUM_KEY_LENGTH} characters, and no NUL.", "name")
    if len(title) > LONGEST_TITLE or "\0" in title:
        raise NotAccepted(f"A title has at most {LONGEST_TITLE} characters, and no NUL.", "name")
    try:
        extract_text(data, kind)
    except NotText as fault:
        raise NotAccepted(str(fault), "not_text") from fault


def require_same(kept: Kept, known: rows.SourceVersion, sha256: bytes) -> None:
    if digest_of(known) != sha256:
        said = f"Version {known.version} of this source is kept here with other bytes. Choose another name."
        raise NotAccepted(said, "version_taken")


def digest_of(version: rows.SourceVersion) -> bytes | None:
    return bytes(version.raw.sha256) if version.raw is not None else None


def write_version(
    kept: Kept, name: str, content: Packed, now: datetime, *, title: str, media_type: str
) -> rows.SourceVersion:
    """Inside a transaction of the caller."""
    current = kept.current
    if current is not None and digest_of(current) == content.sha256:
        said = f"These are the bytes of version {current.version}, which holds today: nothing has changed."
        raise NotAccepted(said, "unchanged")
    tenant_id = kept.source.tenant_id
    row = rows.SourceVersion(
        tenant_id=tenant_id,
        source=kept.source,
        version=name,
        title=title or (current.title if current else ""),
        safe_title=current.safe_title if current and not title else "",
        uri=current.uri if current else "",
        safe_uri=current.safe_uri if current else "",
        media_type=media_type or MEDIA_TYPES[SourceKind(kept.source.kind)],
        raw_id=write_contents(tenant_id, [content])[content.sha256],
        raw_is_text=True,
        ingested_at=now,
        supersedes=current.version if current else None,
    )
    row.save()
    if current is not None:
        labels = rows.SourceLabel.objects.filter(version=current).order_by("id").values_list("label", flat=True)
        write(rows.SourceLabel, [{"tenant_id": tenant_id, "version_id": row.pk, "label": label} for label in labels])
    return row
