"""Who asks for a change of a version's life, with which reason, and the lock under which it is decided."""

from django.db import connection

from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.striking import Traces
from lineage.evidence.vocabulary import ArtifactKind
from lineage.evidence.withholding import FINAL
from lineage.models import rows
from lineage.models.content import ContentDamaged
from lineage.source_standing import find_taken_away

Version = rows.SourceVersion | str
LONGEST_REASON = 1_000
SHORTEST_NAME = 4
LIFE_LOCK = 0x4C494645


class NotPossible(ValueError):
    """This cannot be done with a version as it stands; the message says why, for people."""


def read_asked(reader: Reader, version: Version, action: Action) -> rows.SourceVersion:
    """The version with its source, as the reader may see it. Raises NotAllowed, NotVisible."""
    require(reader, action)
    asked = {"public_id": version} if isinstance(version, str) else {"pk": version.pk}
    visible = rows.SourceVersion.objects.visible_to(reader).select_related("source")
    row = visible.filter(**asked).first() if "\0" not in str(version) else None
    if row is None:
        raise NotVisible(str(version))
    return row  # type: ignore[no-any-return]


def require_reason(row: rows.SourceVersion, reason: str, *, is_needed: bool = True) -> None:
    """A reason outlives what it is about, so it neither names title and address nor quotes. Raises NotPossible."""
    if is_needed and not reason.strip():
        raise NotPossible("Give a reason: it is all that anybody reads of this later.")
    if len(reason) > LONGEST_REASON or "\0" in reason:
        raise NotPossible(f"A reason has at most {LONGEST_REASON} characters, and no NUL.")
    folded = reason.casefold()
    names = [name for name in (row.title, row.safe_title, row.uri, row.safe_uri) if len(name) >= SHORTEST_NAME]
    # The key stays for ever anyway, and some houses call a source by its address.
    if any(name.casefold() in folded for name in names if name not in (row.source.key, row.version)):
        raise NotPossible("Leave title and address out of the reason: it stays when these are erased. Use the key.")
    if _is_quoting(row, reason.replace(row.source.key, " ")):
        raise NotPossible("Do not quote the source in the reason: it stays when the words of the source are erased.")


def _is_quoting(row: rows.SourceVersion, reason: str) -> bool:
    """Whether as many letters in a row stand in the source's text as tell its words from others'."""
    said = Traces([reason])
    if not len(said.stretches):
        return False
    texts = rows.Artifact.objects.filter(version=row, kind=ArtifactKind.CANONICAL_EXTRACT.value, content__isnull=False)
    ids = [*texts.values_list("content_id", flat=True), *([row.raw_id] if row.raw_is_text else [])]
    for content in rows.Content.objects.filter(pk__in=set(ids), body__isnull=False).iterator(chunk_size=1):
        try:
            if said.may_be_in([content.get_text()]):
                return True
        except (ContentDamaged, UnicodeDecodeError):
            continue
    return False


def may_be_written(version: rows.SourceVersion) -> bool:
    """Inside a transaction: whether words of the version may still be written; until its end nobody erases it.

    A worker may have read its bytes just before they were deleted.
    """
    hold_still(version)
    return find_taken_away([version.pk]).get(version.pk) not in FINAL


def hold_still(row: rows.SourceVersion) -> None:
    """Inside a transaction: nobody else decides on a version of this source until its end. SQLite has one writer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LIFE_LOCK, row.source_id % 2**31])
