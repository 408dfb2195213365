"""What may come in as the bytes of a source, under which names; and why not, in words for whoever sent it."""

from collections.abc import Iterable
from typing import Any

from lineage.access import Reader
from lineage.evidence.vocabulary import SourceKind
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.models import rows
from lineage.models.content import Packed
from lineage.pipeline.extract.kinds import MEDIA_TYPES, OLE, READABLE, ZIP, find_foreign, find_kind, find_signed_kind

LONGEST_TITLE = 300
LONGEST_WORDS = 2_000
# Of these a text could be had from the bytes, but not the one that people read.
OTHER_ENDINGS = {
    "eml": SourceKind.EMAIL,
    "mbox": SourceKind.EMAIL,
    "msg": SourceKind.EMAIL,
    "srt": SourceKind.TRANSCRIPT,
    "vtt": SourceKind.TRANSCRIPT,
}
TEXTUAL = frozenset({"text/plain", "text/markdown", "text/html", "text/csv", "application/xhtml+xml"})
CHOICES = tuple(kind for kind in SourceKind if kind in READABLE)
READ_HERE = ", ".join(kind.label for kind in CHOICES)


class NotAccepted(ValueError):
    """These bytes cannot come in as that; the message says why, and what to do.

    `code` for programs: wrong_kind, empty, erased, unchanged, version_taken, kept_already, key_taken, name, labels.
    `field` is the one that the message belongs to. `version` is the row that stands in the way, if the reader sees it.
    """

    def __init__(self, message: str, code: str, field: str = "file", version: Any = None) -> None:
        self.code = code
        self.field = field
        self.version = version
        super().__init__(message)


def choose_kind(data: bytes, name: str) -> SourceKind:
    """What a file is, by its bytes and then by its name. Raises NotAccepted for what is not read here."""
    require_bytes(data)
    other = OTHER_ENDINGS.get(name.rpartition(".")[2].lower())
    if other is not None:
        require_readable(other)
    found = find_kind(data, name)
    if found is None:
        what = find_foreign(data) or "of no kind that is known here"
        raise NotAccepted(
            f"The file is {what}, which is not read here. Read are: {READ_HERE}. "
            "Its text can come in a bundle, or as a file of text.",
            "wrong_kind",
        )
    return found


def require_bytes(data: bytes) -> None:
    if not data:
        raise NotAccepted("The file is empty: there is nothing to read, and no citation to look for in it.", "empty")


def require_readable(kind: SourceKind) -> None:
    if kind not in READABLE:
        raise NotAccepted(
            f"No file is read here for a source of the kind {kind.label}. Read are: {READ_HERE}. "
            "Import a bundle that brings its text.",
            "wrong_kind",
            "kind",
        )


def require_kind(kind: SourceKind, data: bytes) -> None:
    """Raises NotAccepted where the bytes show plainly that they are of another kind.

    What may be a damaged or locked file of the right kind is taken, and read as far as it goes.
    """
    require_readable(kind)
    require_bytes(data)
    found = find_contradiction(kind, data)
    if found:
        raise NotAccepted(
            f"The file is {found}, and what is asked for is {kind.label}. Add it as a source of the kind that it is, "
            f"or bring the {kind.label} itself.",
            "wrong_kind",
        )


def find_contradiction(kind: SourceKind, data: bytes) -> str:
    """What the bytes plainly are, in words, where it is not this kind; else empty."""
    signed, foreign = find_signed_kind(data), find_foreign(data)
    if kind not in (SourceKind.PDF, SourceKind.DOCX):
        return foreign
    if signed is kind or (kind is SourceKind.PDF and b"%PDF-" in data[:1024]):
        return ""
    if kind is SourceKind.DOCX and data.startswith((ZIP, OLE)):
        return ""
    return foreign or ("an HTML page" if signed is SourceKind.HTML else "a text" if is_utf8(data) else "")


def require_not_erased(tenant_id: int, content: Packed) -> None:
    """What was erased for good is not brought back by sending it again."""
    erased = rows.Content.objects.filter(tenant_id=tenant_id, sha256=content.sha256, purged_at__isnull=False)
    if erased.exists():
        raise NotAccepted(
            "These very bytes were kept here and erased for good, so they are not taken again. "
            "If that was a mistake, bring another copy of the document and say so in its title.",
            "erased",
        )


def require_names(version: str, title: str) -> None:
    if len(version) > MAXIMUM_KEY_LENGTH or "\0" in version:
        said = f"The name of a version has at most {MAXIMUM_KEY_LENGTH} characters, and no NUL."
        raise NotAccepted(said, "name", "version")
    if len(title) > LONGEST_TITLE or "\0" in title:
        raise NotAccepted(f"A title has at most {LONGEST_TITLE} characters, and no NUL.", "name", "title")


def require_key(key: str) -> None:
    """Of a source; empty where one is to be proposed."""
    if len(key) > MAXIMUM_KEY_LENGTH or not key.isprintable():
        said = f"A key is a name of at most {MAXIMUM_KEY_LENGTH} characters that can be seen."
        raise NotAccepted(said, "name", "key")


def require_words(**fields: str) -> None:
    """What is said of a source: an owner, a language, an address."""
    for name, said in fields.items():
        if len(said) > LONGEST_WORDS or not said.isprintable():
            message = f"This is one line of at most {LONGEST_WORDS:,} characters that can be seen."
            raise NotAccepted(message, "name", name)


def require_labels(reader: Reader, labels: Iterable[str]) -> None:
    """Who adds a source gives it access labels that they hold: else they would lose sight of it at once."""
    for label in labels:
        if not label or len(label) > MAXIMUM_KEY_LENGTH or not label.isprintable():
            raise NotAccepted("An access label is a name of characters that can be seen.", "labels", "labels")
    missing = sorted(set(labels) - reader.labels)
    if missing and not reader.reads_every_label:
        said = f"You do not hold the access label {missing[0]}. Choose of those you hold."
        raise NotAccepted(said, "labels", "labels")


def media_type_of(kind: SourceKind, given: str = "") -> str:
    """The media type that came with a file, where it can be one of its kind; else that of its kind."""
    said = given.partition(";")[0].strip().lower()
    fits = said == MEDIA_TYPES[kind] if kind in (SourceKind.PDF, SourceKind.DOCX) else said in TEXTUAL
    return given if fits else MEDIA_TYPES[kind]


def is_plain(kind: SourceKind, data: bytes) -> bool:
    """Whether the bytes are the text itself, in UTF-8."""
    return kind in (SourceKind.TEXT, SourceKind.MARKDOWN) and is_utf8(data)


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
