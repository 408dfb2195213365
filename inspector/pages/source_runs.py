"""Looking through a source again, from its page: who may, what it would do, and the runs so far."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import F, OuterRef, Subquery
from django.urls import reverse

from inspector.pages.evidence_view import Said
from inspector.pages.run_states import said_of_outcome, said_of_run
from inspector.pages.source_files import ACCEPTED, FILE_WORDS
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import RelocationOutcome, RunState, RunTrigger, SourceKind
from lineage.models import rows

LISTED = 5


class RunLink(NamedTuple):
    url: str
    version: str
    trigger: str
    state: Said
    requested_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """The form, empty or as it came back; `why_not` says why this source takes no file here."""

    action: str
    again: str
    key: str
    accepts: str
    file_words: str
    why_not: str
    version: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Processing:
    """`form` is None for who may not change sources. There may be more runs than are listed."""

    runs: tuple[RunLink, ...]
    every_url: str
    form: NewVersion | None


class Standing(NamedTuple):
    """What the newest run found of a citation, and against which version."""

    said: Said
    version: str
    url: str


def read_processing(
    reader: Reader, version: Any, written: str = "", errors: Mapping[str, str] | None = None
) -> Processing:
    """One statement. `version` has its source; `written` and `errors` are of a form that came back."""
    visible = rows.Run.objects.visible_to(reader).filter(source_id=version.source_id)
    columns = ("public_id", "version__version", "trigger", "state", "requested_at")
    return Processing(
        runs=tuple(_link(*row) for row in visible.order_by("-id").values_list(*columns)[:LISTED]),
        every_url=f"{reverse('runs')}?{urlencode({'source': version.source.key})}",
        form=_form(version, written, errors or {}) if reader.may(Action.CHANGE_SOURCES) else None,
    )


def _link(public_id: str, version: str, trigger: str, state: str, requested_at: datetime) -> RunLink:
    url = reverse("run", args=[public_id])
    return RunLink(url, version, RunTrigger(trigger).label, said_of_run(RunState(state)), requested_at)


def _form(version: Any, written: str, errors: Mapping[str, str]) -> NewVersion:
    kind = SourceKind(version.source.kind)
    return NewVersion(
        action=reverse("new_version", args=[version.public_id]),
        again=reverse("find_again", args=[version.public_id]),
        key=secrets.token_hex(16),
        accepts=ACCEPTED.get(kind, ""),
        file_words=FILE_WORDS.get(kind, ""),
        why_not="" if kind in ACCEPTED else f"No file is read here for a source of the kind {kind.label}.",
        version=written,
        errors=errors,
    )


def read_newest_found(reader: Reader, citations: Iterable[int]) -> Mapping[int, Standing]:
    """What became of these citations last, by their row, in one statement; one that no run looked for is left out.

    A run for a version that the reader may not read counts for nothing.
    """
    runs = rows.Run.objects.visible_to(reader).values("pk")
    visible = rows.Relocation.objects.visible_to(reader).filter(run__in=runs)
    newest = visible.filter(citation=OuterRef("citation")).order_by("-id").values("pk")[:1]
    chosen = visible.filter(citation_id__in=list(citations)).annotate(newest=Subquery(newest)).filter(pk=F("newest"))
    found = chosen.values_list("citation_id", "outcome", "run__version__version", "run__public_id")
    return {
        citation: Standing(
            said_of_outcome(RelocationOutcome(outcome)), version, f"{reverse('run', args=[run])}?outcome={outcome}"
        )
        for citation, outcome, version, run in found
    }
