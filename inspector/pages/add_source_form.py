"""The form that adds sources: what was written in it, what became of each file, and what is wrong at which field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.http import QueryDict
from django.template.defaultfilters import filesizeformat
from django.urls import reverse

from inspector.pages.choices import Choice
from inspector.pages.source_files import EVERY_ENDING
from lineage.accepting import CHOICES
from lineage.access import Reader
from lineage.evidence.vocabulary import SourceKind
from lineage.new_sources import NotAccepted, add_source, find_labels

OWN = ("title", "key", "version", "uri")
"""What is said of one file, and cannot be said of several at once."""
SHARED = ("owner", "language", "jurisdiction")
NO_FILE = "choose a file, or drop one here"
OF_SEVERAL = "of several files each is named after its own: leave this empty, or send them one by one"
NO_KIND = "choose one of the list"
LONGEST_NAME = 200


class FileOutcome(NamedTuple):
    """What became of one file: the address of the run that reads it, or why not, and where it is kept already."""

    name: str
    url: str
    message: str
    kept_url: str = ""
    kept: str = ""

    @property
    def is_added(self) -> bool:
        return bool(self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceForm:
    """The form, empty or as it came back. `errors` are by field; no browser keeps the choice of files."""

    known_labels: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    labels: tuple[str, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)
    outcomes: tuple[FileOutcome, ...] = ()

    @property
    def kinds(self) -> tuple[Choice, ...]:
        found = Choice("", "find out from the file", "", not self.kind)
        return (found, *(Choice(kind.value, kind.label, "", kind.value == self.kind) for kind in CHOICES))

    @property
    def label_choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(label, label, "", label in self.labels) for label in self.known_labels)

    @property
    def accepts(self) -> str:
        return EVERY_ENDING

    @property
    def most_files(self) -> int:
        return int(settings.DATA_UPLOAD_MAX_NUMBER_FILES)

    @property
    def most_bytes(self) -> str:
        return str(filesizeformat(settings.REQUEST_MAX_BYTES))

    @property
    def shows_more(self) -> bool:
        """Whether something is written, or wrong, in what is folded away at first."""
        folded = {*OWN, *SHARED, "labels"} - {"title"}
        return bool(self.labels or folded & self.errors.keys() or any(self.words.get(name) for name in folded))


def empty_form(reader: Reader) -> SourceForm:
    return SourceForm(known_labels=find_labels(reader))


def read_form(reader: Reader, given: QueryDict, files: Sequence[Any]) -> SourceForm:
    """What was sent, with what can be seen to be wrong before any file is looked at."""
    words = {name: given.get(name, "").strip() for name in (*OWN, *SHARED)}
    errors = {} if files else {"file": NO_FILE}
    if len(files) > 1:
        errors |= {name: OF_SEVERAL for name in OWN if words[name]}
    kind = given.get("kind", "")
    if kind not in ("", *(one.value for one in CHOICES)):
        kind, errors = "", errors | {"kind": NO_KIND}
    form = empty_form(reader)
    return replace(form, words=words, kind=kind, labels=tuple(given.getlist("labels")), errors=errors)


def add_files(reader: Reader, form: SourceForm, files: Sequence[Any]) -> SourceForm:
    """Each file as a source of its own; the form says what became of each. Nothing is added of a form with errors."""
    outcomes: list[FileOutcome] = []
    for file in files if not form.errors else ():
        name = (file.name or "file")[:LONGEST_NAME]
        try:
            outcomes.append(FileOutcome(name, add_file(reader, form, file), ""))
        except NotAccepted as refusal:
            if refusal.field != "file":
                return replace(form, errors={refusal.field: str(refusal)}, outcomes=tuple(outcomes))
            outcomes.append(refused(name, refusal))
    if len(files) == 1 and outcomes and not outcomes[0].is_added:
        return alone(form, outcomes[0])
    return replace(form, outcomes=tuple(outcomes))


def alone(form: SourceForm, outcome: FileOutcome) -> SourceForm:
    """What is wrong with the only file stands at its field; above it only the way to where it is kept already."""
    if outcome.kept_url:
        return replace(form, errors={"file": f"{outcome.name}: kept already"}, outcomes=(outcome,))
    return replace(form, errors={"file": f"{outcome.name}: {outcome.message}"})


def add_file(reader: Reader, form: SourceForm, file: Any) -> str:
    """The address of the run that reads it. Raises NotAccepted."""
    run = add_source(
        reader,
        file.read(),
        name=file.name or "",
        kind=SourceKind(form.kind) if form.kind else None,
        labels=form.labels,
        media_type=file.content_type or "",
        **form.words,
    )
    return reverse("run", args=[run.public_id])


def refused(name: str, refusal: NotAccepted) -> FileOutcome:
    version = refusal.version
    if version is None:
        return FileOutcome(name, "", str(refusal))
    kept = f"{version.source.key}, version {version.version}"
    return FileOutcome(name, "", str(refusal), reverse("source", args=[version.public_id]), kept)
