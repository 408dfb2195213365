"""The items that a figure of agreement counts, fifty a page: what each person said of them, or why that is left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.agreeing.patterns import Pattern
from inspector.agreeing.scopes import Scope
from inspector.agreeing.verdict_ratings import TERMS, Unit, hides_any, read_units
from inspector.models import rows as opinions
from inspector.pages.agreement_asked import AGREE, ALL, DIFFER, SHOWS, USED, Asked, read_asked
from inspector.pages.agreement_people import find_pair, read_names
from inspector.pages.agreement_reading import unit_of, word_of
from inspector.pages.agreement_view import Option
from inspector.pages.review_again_reading import read_claims
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import DecisiveField
from lineage.models import rows

PAGE = 50
COLUMNS = ("pk", "public_id", "claim_id", "claim__public_id", "claim__ordinal", "claim__answer__state__heading")
QUEUES = ("queue__name", "queue__key")


class SaidLine(NamedTuple):
    """What one person said; `why_not` says why it is not counted, and `word` is empty then."""

    who: str
    word: str
    why_not: str = ""
    meaning: str = ""


class UnitLine(NamedTuple):
    """`citation` is the key of the citation where each is judged by itself."""

    citation: str
    said: tuple[SaidLine, ...]
    differs: bool


class AgreedLine(NamedTuple):
    url: str
    claim: str
    heading: str
    queue: str
    units: tuple[UnitLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedItemsPage:
    field: str
    unit_name: str
    total: int
    said: tuple[str, ...]
    shows: tuple[Option, ...]
    kept: tuple[tuple[str, str], ...]
    lines: tuple[AgreedLine, ...]
    hides_any: bool
    figures_url: str
    whole_url: str
    first_url: str
    next_url: str


def read_agreement_items(reader: Reader, asked: Asked) -> AgreedItemsPage:
    """Eight statements, whatever there is. Raises NotAllowed, and NotVisible for a foreign queue."""
    require(reader, Action.READ_FIGURES)
    pair = find_pair(reader, asked.handles)
    asked = asked if pair else asked._replace(pair="", first="", second="")
    scope = asked.scope(pair)
    total, found, has_more = _chosen(reader, asked, scope)
    names = read_names(reader, {rater for units in found.values() for unit in units for rater in _raters(unit.pattern)})
    lines, last = _lines(reader, scope, found, names)
    kept = [name for name in Asked._fields if name not in ("show", "after", "field") and getattr(asked, name)]
    return AgreedItemsPage(
        field=DecisiveField(scope.field).label,
        unit_name=unit_of(scope),
        total=total,
        said=tuple(_words(asked, scope, read_names(reader, pair) if pair else {})),
        shows=tuple(Option(value, label, value == asked.show) for value, label in SHOWS.items()),
        kept=(("field", asked.field), *((name, getattr(asked, name)) for name in kept)),
        lines=lines,
        hides_any=hides_any(reader),
        figures_url=asked.page.address("agreement"),
        whole_url="" if asked == Asked(field=asked.field) else Asked(field=asked.field).address("agreement_items"),
        first_url=asked.address("agreement_items", after="") if asked.after else "",
        next_url=asked.address("agreement_items", after=last) if has_more else "",
    )


def is_chosen(pattern: Pattern, asked: Asked, pair: Sequence[str] = ()) -> bool:
    """Whether items that were rated so are in the list that is asked for."""
    words = [word for _, word in pattern.said]
    told = [word == asked.label for word in words] if asked.label else words
    if asked.show == USED and len(words) < 2:
        return False
    if asked.show in (AGREE, DIFFER) and (len(words) < 2 or (len(set(told)) == 1) != (asked.show == AGREE)):
        return False
    if asked.show not in (ALL, USED, AGREE, DIFFER) and pattern.why_not_used != asked.show:
        return False
    if asked.ratings and len(words) != int(asked.ratings):
        return False
    if asked.said and asked.said not in words:
        return False
    said, wanted = dict(pattern.said), zip(pair, (asked.first, asked.second), strict=False)
    return all(not word or said.get(rater) == word for rater, word in wanted)


def _chosen(reader: Reader, asked: Asked, scope: Scope) -> tuple[int, dict[int, list[Unit]], bool]:
    """How many there are, those of this page by item, and whether more follow."""
    behind = opinions.Item.objects.visible_to(reader).filter(public_id=asked.after).values_list("pk", flat=True).first()
    total, found, has_more = 0, dict[int, list[Unit]](), False
    known: dict[Pattern, bool] = {}
    for unit in read_units(reader, scope):
        if unit.pattern not in known:
            known[unit.pattern] = is_chosen(unit.pattern, asked, scope.pair)
        if not known[unit.pattern]:
            continue
        total += 1
        if unit.item > (behind or 0):
            if unit.item in found or len(found) < PAGE:
                found.setdefault(unit.item, []).append(unit)
            else:
                has_more = True
    return total, found, has_more


def _lines(
    reader: Reader, scope: Scope, found: Mapping[int, Sequence[Unit]], names: Mapping[str, str]
) -> tuple[tuple[AgreedLine, ...], str]:
    """The lines in the order of the items, and the public id of the last."""
    items = opinions.Item.objects.visible_to(reader).filter(pk__in=list(found)).order_by("pk")
    about: list[dict[str, Any]] = list(items.values(*COLUMNS, *QUEUES))
    words = read_claims([row["claim_id"] for row in about])
    citations = {unit.citation for units in found.values() for unit in units if unit.citation is not None}
    keys = dict(rows.Citation.objects.filter(pk__in=citations).values_list("pk", "key")) if citations else {}
    lines = tuple(
        AgreedLine(
            url=reverse("claim", args=[row["claim__public_id"]]),
            claim=words.get(row["claim_id"], ""),
            heading=row["claim__answer__state__heading"] or "",
            queue=row["queue__name"] or row["queue__key"],
            units=tuple(_unit(scope, unit, keys, names) for unit in found[row["pk"]]),
        )
        for row in about
    )
    return lines, about[-1]["public_id"] if about else ""


def _unit(scope: Scope, unit: Unit, keys: Mapping[int, str], names: Mapping[str, str]) -> UnitLine:
    word = word_of(scope)
    said = [SaidLine(names[rater], word(value)) for rater, value in unit.pattern.said]
    left_out = [SaidLine(names[rater], "", why.label, why.meaning) for rater, why in unit.pattern.left_out]
    differs = len({value for _, value in unit.pattern.said}) > 1
    return UnitLine(keys.get(unit.citation or 0, ""), tuple(sorted((*said, *left_out))), differs)


def _raters(pattern: Pattern) -> list[str]:
    return [rater for rater, _ in (*pattern.said, *pattern.left_out)]


def _words(asked: Asked, scope: Scope, names: Mapping[str, str]) -> list[str]:
    """What narrows the list, in words."""
    terms = TERMS[DecisiveField(scope.field)]
    found = []
    if scope.pair:
        first, second = (names[one] for one in scope.pair)
        said = [(first, asked.first), (second, asked.second)]
        told = [f"{who} said “{terms(value).label}”" for who, value in said if value]
        found += told or [f"{first} and {second} alone are looked at"]
    if asked.said:
        found.append(f"somebody said “{terms(asked.said).label}”")
    if asked.label:
        found.append(f"“{terms(asked.label).label}” is held against all others")
    if asked.ratings:
        found.append(f"there are {asked.ratings} ratings")
    if asked.source:
        found.append(f"the claim cites {asked.source}")
    if asked.blind:
        found.append("only verdicts given blind count")
    return found


@require_safe
def agreement_items(request: HttpRequest) -> HttpResponse:
    page = read_agreement_items(reader_of(request), read_asked(request.GET))
    return render(request, "inspector/agreement_items.html", {"page": page, "here": "figures"})
