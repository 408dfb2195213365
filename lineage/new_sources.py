"""A new source, as somebody adds it: its bytes kept as they came, read by a worker, its first version."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from lineage import ledger
from lineage.accepting import (
    LONGEST_TITLE,
    NotAccepted,
    choose_kind,
    is_plain,
    media_type_of,
    require_key,
    require_kind,
    require_labels,
    require_names,
    require_not_erased,
    require_words,
)
from lineage.access import Action, Reader, require
from lineage.bulk import write, write_contents
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import RunTrigger, SourceKind
from lineage.ingest import lock_contents
from lineage.lifecycle import publish_in
from lineage.models import rows
from lineage.models.content import Packed
from lineage.new_versions import name_at, pack_raw
from lineage.run_starting import append_run, find_normalization

__all__ = ["Described", "NotAccepted", "add_source", "find_labels"]

ADDED = "source_added"
NAMELESS = "source"
LONGEST_PROPOSED = 100
MOST_NUMBERED = 10_000


class Described(NamedTuple):
    """What is said of a new source beside its bytes."""

    key: str
    kind: SourceKind
    title: str
    owner: str
    language: str
    jurisdiction: str
    uri: str
    version: str
    media_type: str
    labels: tuple[str, ...]


def add_source(
    reader: Reader,
    data: bytes,
    *,
    name: str,
    key: str = "",
    kind: SourceKind | None = None,
    title: str = "",
    owner: str = "",
    language: str = "",
    jurisdiction: str = "",
    uri: str = "",
    version: str = "",
    media_type: str = "",
    labels: Sequence[str] = (),
    recheck: bool = True,
) -> rows.Run:
    """Keeps the bytes as the first version of a new source and starts the run that reads them, in one transaction.

    `name` is that of the file: kind, title and key are found from it and the bytes where they are not given. The same
    key with the same bytes is the source that is kept, and its run. With `recheck` the run stops where the reader loses
    the right to it. Raises NotAllowed, NotVisible, NotAccepted.
    """
    require(reader, Action.CHANGE_SOURCES)
    now = timezone.now()
    described = Described(
        key.strip(),
        kind or choose_kind(data, name),
        title.strip() or title_of(name),
        owner.strip(),
        language.strip(),
        jurisdiction.strip(),
        uri.strip(),
        version.strip() or name_at(now),
        media_type,
        tuple(dict.fromkeys(labels)),
    )
    require_described(reader, described, data)
    content = pack_raw(described.kind, data)
    require_not_erased(reader.tenant_id, content)
    known = find_same(reader, content.sha256)
    if known is not None and known.source.key == described.key:
        return start_run(reader, known, recheck)
    if known is not None:
        said = f"These very bytes are kept already, as version {known.version} of the source {known.source.key}."
        raise NotAccepted(said, "kept_already", version=known)
    described = described._replace(key=described.key or propose_key(reader.tenant_id, name))
    require_free(reader, described.key)
    try:
        with transaction.atomic():
            lock_contents(reader.tenant_id)
            require_not_erased(reader.tenant_id, content)
            row = write_source(reader, described, content, now, is_text=is_plain(described.kind, data))
            publish_in(row, reader.actor, now)
            run = start_run(reader, row, recheck)
            told = {"source": described.key, "version": row.version, "digest": digest_from_raw(content.sha256)}
            ledger.record(reader.tenant_id, ADDED, reader.actor, f"source_version:{row.public_id}", told)
    except IntegrityError as fault:
        said = f"Somebody else has just added a source with the key {described.key}. Look at it first."
        raise NotAccepted(said, "key_taken", "key") from fault
    return run


def require_described(reader: Reader, described: Described, data: bytes) -> None:
    require_kind(described.kind, data)
    require_names(described.version, described.title)
    require_key(described.key)
    words = ("owner", "language", "jurisdiction", "uri")
    require_words(**{name: getattr(described, name) for name in words})
    require_labels(reader, described.labels)


def require_free(reader: Reader, key: str) -> None:
    """Where a source has the key already it is named only to who may see it."""
    taken = rows.Source.objects.filter(tenant_id=reader.tenant_id, key=key)
    if not taken.exists():
        return
    seen = rows.SourceVersion.objects.visible_to(reader).filter(source__key=key).order_by("-id").first()
    if seen is None:
        raise NotAccepted(f"The key {key} cannot be taken; choose another.", "key_taken", "key")
    said = f"There is a source with the key {key}. Send the file as its next version, or choose another key."
    raise NotAccepted(said, "key_taken", "key", seen)


def find_same(reader: Reader, sha256: bytes) -> rows.SourceVersion | None:
    """The oldest version with these bytes that the reader may see; what others keep is told to nobody."""
    versions = rows.SourceVersion.objects.visible_to(reader).select_related("source").filter(raw__sha256=sha256)
    found: rows.SourceVersion | None = versions.order_by("id").first()
    return found


def write_source(
    reader: Reader, described: Described, content: Packed, now: datetime, *, is_text: bool
) -> rows.SourceVersion:
    """Inside a transaction of the caller."""
    source = rows.Source(
        tenant_id=reader.tenant_id,
        key=described.key,
        kind=described.kind.value,
        owner=described.owner,
        jurisdiction=described.jurisdiction,
        language=described.language,
    )
    source.save()
    version = rows.SourceVersion(
        tenant_id=reader.tenant_id,
        source=source,
        version=described.version,
        title=described.title,
        uri=described.uri,
        media_type=media_type_of(described.kind, described.media_type),
        raw_id=write_contents(reader.tenant_id, [content])[content.sha256],
        raw_is_text=is_text,
        ingested_at=now,
    )
    version.save()
    labels = [{"tenant_id": reader.tenant_id, "version_id": version.pk, "label": one} for one in described.labels]
    write(rows.SourceLabel, labels)
    return version


def start_run(reader: Reader, version: rows.SourceVersion, recheck: bool) -> rows.Run:
    """The run that reads a version; that which did so before, if any."""
    policy = find_normalization(version.source)
    with transaction.atomic():
        return append_run(
            version.source,
            version,
            policy,
            trigger=RunTrigger.NEW_VERSION,
            cause=f"version:{version.pk}",
            pipeline=None,
            requested_by=reader.actor if recheck else "",
            actor=reader.actor,
        )


def stem_of(name: str) -> str:
    """The name of a file without folder and ending, its characters that cannot be seen left out."""
    last = re.split(r"[/\\]", name)[-1]
    stem, dot, _ = last.rpartition(".")
    return "".join(character for character in (stem if dot and stem else last) if character.isprintable())


def title_of(name: str) -> str:
    """A title for a file that was given none: `refund_rules.pdf` is called "refund rules"."""
    return " ".join(stem_of(name).replace("_", " ").split())[:LONGEST_TITLE]


def propose_key(tenant_id: int, name: str) -> str:
    """A key from the name of a file that no source of the tenant has: `Refund Rules.pdf` becomes `refund-rules`."""
    base = re.sub(r"[\W_]+", "-", stem_of(name).lower()).strip("-")[:LONGEST_PROPOSED] or NAMELESS
    sources = rows.Source.objects.filter(tenant_id=tenant_id, key__startswith=base)
    taken = set(sources.values_list("key", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, MOST_NUMBERED))
    return next((key for key in (base, *numbered) if key not in taken), f"{base}-{MOST_NUMBERED}")


def find_labels(reader: Reader) -> tuple[str, ...]:
    """The access labels that the reader may give a source: their own, or those of the tenant for who reads them all."""
    if not reader.reads_every_label:
        return tuple(sorted(reader.labels))
    used = rows.SourceLabel.objects.filter(tenant_id=reader.tenant_id).order_by("label")
    return tuple(sorted({*reader.labels, *used.values_list("label", flat=True).distinct()}))
