"""The page of agreement in people's verdicts, read: figures over today's verdicts, live, and who may see which."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from inspector.agreeing.jobs import intervals_in
from inspector.agreeing.measuring import Measured, measure_again, measure_briefly
from inspector.agreeing.patterns import Pattern
from inspector.agreeing.scopes import Scope
from inspector.agreeing.verdict_ratings import (
    QUEUE,
    SOURCE,
    TERMS,
    hides_any,
    is_per_citation,
    read_divided,
    values_of,
)
from inspector.figures.measures import Measure
from inspector.models import rows as opinions
from inspector.pages.agreement_asked import AGREE, DIFFER, USED, Asked, grouping_of
from inspector.pages.agreement_job import read_job
from inspector.pages.agreement_panel import Words, line_of, panel_of
from inspector.pages.agreement_people import find_pair, read_names
from inspector.pages.agreement_view import AgreementPage, Counted, GroupLine, Option
from inspector.pages.queue_people import handle_of
from inspector.pages.run_people import FORMER
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import DecisiveField, Exclusion, Scale
from lineage.models import rows

MOST_GROUPS = 20
OF_A_GROUP = (Measure.PERCENT, Measure.ALPHA_NOMINAL, Measure.AC1)
BY = {QUEUE: "queue", SOURCE: "source"}


def read_agreement(reader: Reader, asked: Asked) -> AgreementPage:
    """A dozen statements, whatever there is. Raises NotAllowed, and NotVisible for a foreign queue."""
    require(reader, Action.READ_FIGURES)
    pair = find_pair(reader, asked.handles)
    asked = asked if pair else asked._replace(pair="")
    scope, by = asked.scope(pair), grouping_of(asked)
    found = read_divided(reader, scope, by)
    measured = measured_of(scope, found.whole)
    names = read_names(reader, measured.counted.ratings.raters)
    job, panel = read_job(reader, scope, measured.counted.marks)
    queues = _queues(reader)
    groups = _groups(found.parts)
    words = Words(value=word_of(scope), rater=names.__getitem__, key=handle_of, unit=unit_of(scope))
    return AgreementPage(
        fields=tuple(
            Counted(one.value, one.label, "", 0, asked.page.address("agreement", field=one.value, label=""))
            for one in TERMS
        ),
        field=scope.field,
        queues=tuple(Option(queue.public_id, _called(queue), queue.public_id == asked.queue) for queue in queues),
        source=asked.source,
        is_blind=bool(asked.blind),
        kept=tuple((name, getattr(asked, name)) for name in ("pair", "label", "ratings", "by") if getattr(asked, name)),
        whole_url=Asked(field=asked.field).address("agreement") if asked.page != Asked(field=asked.field) else "",
        narrowed=_narrowed(asked, scope, names),
        panel=panel_of(measured, words, VerdictLinks(asked), intervals_in(job)),
        hides_any=hides_any(reader),
        groups=_named(reader, asked, scope, groups[:MOST_GROUPS], queues),
        groups_more=max(len(groups) - MOST_GROUPS, 0),
        groups_by=BY[by],
        other_by=_other_by(asked, by),
        job=panel,
        is_empty_house=asked.page == Asked(field=asked.field) and not measured.counted.units,
    )


def measured_of(scope: Scope, patterns: Sequence[Pattern]) -> Measured:
    return measure_again(tuple(patterns), values_of(scope), Scale.NOMINAL, scope.label, scope.ratings)


class VerdictLinks(NamedTuple):
    """Addresses of lists of items, and of narrower pages, from what is asked here; raters are actors."""

    asked: Asked

    def _items(self, **changes: str) -> str:
        return self.asked.page.address("agreement_items", by="", **changes)

    def used(self) -> str:
        return self._items(show=USED)

    def alike(self, *, agree: bool) -> str:
        return self._items(show=AGREE if agree else DIFFER)

    def excluded(self, reason: Exclusion) -> str:
        return self._items(show=reason.value)

    def said(self, value: str) -> str:
        return self._items(show=USED, said=value)

    def of_pair(self, first: str, second: str) -> str:
        return self._items(show=USED, pair=_pair(first, second))

    def cell(self, first: str, second: str, said_first: str, said_second: str) -> str:
        return self._items(show=USED, pair=_pair(first, second), first=said_first, second=said_second)

    def label_page(self, value: str) -> str:
        return "" if value == self.asked.label else self.asked.page.address("agreement", label=value)

    def pair_page(self, first: str, second: str) -> str:
        return "" if self.asked.pair else self.asked.page.address("agreement", pair=_pair(first, second))

    def sizes_page(self, number: int) -> str:
        return self.asked.page.address("agreement", ratings=str(number))


def _pair(first: str, second: str) -> str:
    return f"{handle_of(first)},{handle_of(second)}"


def word_of(scope: Scope) -> Callable[[str], str]:
    terms = TERMS[DecisiveField(scope.field)]
    return lambda value: terms(value).label


def unit_of(scope: Scope) -> str:
    return "citation" if is_per_citation(scope) else "item"


class Group(NamedTuple):
    """A queue or source by its row, with what was said in it."""

    row: int
    used: int
    patterns: Sequence[Pattern]


def _groups(patterns: Sequence[Pattern]) -> list[Group]:
    """Those with most items first."""
    found: dict[int, list[Pattern]] = {}
    for one in patterns:
        if one.group is not None:
            found.setdefault(one.group, []).append(one)
    groups = [Group(row, sum(one.number for one in own if len(one.said) > 1), own) for row, own in found.items()]
    return sorted(groups, key=lambda group: (-group.used, group.row))


def _named(
    reader: Reader, asked: Asked, scope: Scope, groups: Sequence[Group], queues: Sequence[opinions.Queue]
) -> tuple[GroupLine, ...]:
    """One statement where they are sources."""
    by, wanted = grouping_of(asked), [group.row for group in groups]
    if by == QUEUE:
        named = {queue.pk: (_called(queue), {"queue": queue.public_id}) for queue in queues}
    else:
        sources = rows.Source.objects.visible_to(reader).filter(pk__in=wanted).values_list("pk", "key")
        named = {pk: (key, {"source": key}) for pk, key in sources}
    lines = []
    for group in groups:
        name, narrower = named[group.row]
        found = measure_briefly(group.patterns, values_of(scope), Scale.NOMINAL, scope.label, scope.ratings)
        figures = tuple(line_of(one, found[one]) for one in OF_A_GROUP)
        lines.append(GroupLine(name, asked.page.address("agreement", by="", **narrower), group.used, figures))
    return tuple(lines)


def _queues(reader: Reader) -> list[opinions.Queue]:
    return list(opinions.Queue.objects.visible_to(reader).order_by("name", "key", "pk"))


def _called(queue: opinions.Queue) -> str:
    return str(queue.name or queue.key)


def _narrowed(asked: Asked, scope: Scope, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What narrows the figures beside the form, in words, and the address without it."""
    found = []
    if asked.pair:
        found.append((" and ".join(names.get(one, FORMER) for one in scope.pair), asked.address("agreement", pair="")))
    if asked.label:
        label = f"“{word_of(scope)(asked.label)}” against all others"
        found.append((label, asked.address("agreement", label="")))
    if asked.ratings:
        found.append((f"items with {asked.ratings} ratings", asked.address("agreement", ratings="")))
    return tuple(found)


def _other_by(asked: Asked, by: str) -> tuple[str, str]:
    """The other way to divide, and its address."""
    other = SOURCE if by == QUEUE else QUEUE
    return BY[other], asked.page.address("agreement", by=SOURCE if other == SOURCE else "")
