"""What a run found, twenty citations to a page: the same few statements whatever its size."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from inspector.pages.evidence_view import Said
from inspector.pages.run_change import Sent, change_of
from inspector.pages.run_counts import read_neighbours
from inspector.pages.run_decided import count_decided, read_decisions
from inspector.pages.run_details import Details, details_of
from inspector.pages.run_found import Found
from inspector.pages.run_head import is_open, tallies_of
from inspector.pages.run_set_aside import read_set_aside
from inspector.pages.run_states import SETTLED, WAITING, said_of_outcome
from inspector.pages.run_texts import read_shown
from inspector.pages.run_view import Change, RunChanges, Tally
from inspector.pages.run_wanted import NEIGHBOURS, NEIGHBOURS_SAID, SETTLED_WORD, Wanted, filter_words
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import RelocationOutcome
from lineage.models import rows
from lineage.reprocessing import Progress

PAGE = 20


def read_changes(
    reader: Reader, run: Any, progress: Progress, wanted: Wanted, sent: Mapping[str, Sent] | None = None
) -> RunChanges:
    """One page of what the run found so far. `sent` are forms that came back, by the key of their change."""
    url = reverse("run", args=[run.public_id])
    first = (wanted.page - 1) * PAGE
    # Their ids first: to sort a hundred thousand with all that is joined to them takes twice as long.
    chosen = rows.Relocation.objects.visible_to(reader).filter(wanted.chosen, run=run).order_by("id")
    ids = list(chosen.values_list("pk", flat=True)[first : first + PAGE])
    found = list(_visible(reader, run).filter(pk__in=ids).order_by("id")) if ids else []
    changes = _drawn(reader, run, found, sent or {})
    counted = progress.outcomes
    neighbours = read_neighbours(run, counted, progress.quarantined)
    groups = {"": _sum(counted, WAITING) + neighbours, SETTLED_WORD: _sum(counted, SETTLED) - neighbours}
    total = (groups | {NEIGHBOURS: neighbours}).get(wanted.outcome, _sum(counted, wanted.outcomes))
    if RelocationOutcome.ERROR in wanted.outcomes:
        total -= progress.quarantined
    shows_aside = progress.quarantined and RelocationOutcome.ERROR in wanted.outcomes and wanted.page == 1
    set_aside = read_set_aside(reader, run) if shows_aside else ()
    opened = is_open(run)
    return RunChanges(
        url=url,
        here=wanted.address(url),
        waiting=Tally(Said("need a person", "none"), groups[""], url, not wanted.outcome),
        waiting_parts=(*tallies_of(counted, WAITING, url, wanted.outcome), *_neighbours(neighbours, url, wanted)),
        settled=Tally(
            Said("need nobody", "none"),
            groups[SETTLED_WORD],
            wanted.address(url, outcome=SETTLED_WORD, page=1),
            wanted.outcome == SETTLED_WORD,
        ),
        kept=tallies_of(counted, SETTLED, url, wanted.outcome),
        filter_words=filter_words(wanted),
        changes=changes,
        decided=count_decided(reader, run),
        number_from=first + 1,
        number_to=first + len(found),
        number_of=max(total, first + len(found)),
        earlier_url=wanted.address(url, page=wanted.page - 1) if wanted.page > 1 else "",
        later_url=wanted.address(url, page=wanted.page + 1) if first + len(found) < total and found else "",
        set_aside=set_aside,
        set_aside_more=progress.quarantined - len(set_aside) if shows_aside else 0,
        may_retry=reader.may(Action.CHANGE_SOURCES),
        is_open=opened,
        # A list that somebody may be writing in is never exchanged under their hands.
        reloads=opened and not any(change.form for change in changes),
        read_at=timezone.now(),
        query=wanted.address(""),
        meanings=(
            *(said_of_outcome(outcome) for outcome in (*WAITING, *SETTLED) if counted.get(outcome)),
            *([NEIGHBOURS_SAID] if neighbours else []),
        ),
    )


def read_change(reader: Reader, run: Any, row: Any, sent: Sent | None = None) -> Change:
    """One change alone, as it stands now. `row` is one of `find_relocation`."""
    (change,) = _drawn(reader, run, [row], {Found(row, Details()).key: sent} if sent else {})
    return change


def find_relocation(reader: Reader, run: Any, key: str) -> Any | None:
    """The relocation of the run whose citation has this public id of its answer and this place in it."""
    answer, _, ordinal = key.rpartition("-")
    is_number = ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 10
    if not is_number or "\0" in answer:
        return None
    found = _visible(reader, run).filter(citation__answer__public_id=answer, citation__ordinal=int(ordinal))
    return found.first()


def _visible(reader: Reader, run: Any) -> Any:
    named = {
        "was_key": F("was__key"),
        "now_key": F("now__key"),
        "citation_key": F("citation__key"),
        "ordinal": F("citation__ordinal"),
        "claim_key": F("citation__claim__key"),
        "claim_public_id": F("citation__claim__public_id"),
        "answer_public_id": F("citation__answer__public_id"),
        "heading": F("citation__answer__state__heading"),
    }
    return rows.Relocation.objects.visible_to(reader).filter(run=run).select_related("details").annotate(**named)


def _drawn(reader: Reader, run: Any, found: Sequence[Any], sent: Mapping[str, Sent]) -> tuple[Change, ...]:
    each = [Found(row, details_of(row)) for row in found]
    shown = read_shown(reader, (place for one in each for place in one.places))
    decisions = read_decisions(reader, [row.pk for row in found])
    may = reader.may(Action.DECIDE_RELOCATION)
    return tuple(
        change_of(one, shown, decisions.get(one.row.pk, ()), run=run.public_id, may_decide=may, sent=sent.get(one.key))
        for one in each
    )


def _sum(counted: Mapping[RelocationOutcome, int], outcomes: Sequence[RelocationOutcome]) -> int:
    return sum(counted.get(outcome, 0) for outcome in outcomes)


def _neighbours(number: int, url: str, wanted: Wanted) -> tuple[Tally, ...]:
    address = wanted.address(url, outcome=NEIGHBOURS, page=1)
    return (Tally(NEIGHBOURS_SAID, number, address, wanted.outcome == NEIGHBOURS),) if number else ()
