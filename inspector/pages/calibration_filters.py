"""Which items of a revision an address asks for: by what people said of a field, what is expected, and strata."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from inspector.models import rows as opinions
from inspector.pages.calibration_json import TextAt
from lineage.evidence.vocabulary import Comparability, RaterRole

LONGEST, MOST_STRATA = 1_000, 10
AGREE, DIFFER, SEVERAL, ONE, NONE = "agree", "differ", "several", "one", "none"
EQUAL, TIE, DIFFERS = "equal", "tie", "differs"
AGREES = {
    AGREE: "raters say the same",
    DIFFER: "raters differ",
    SEVERAL: "two raters or more",
    ONE: "only one rater",
    NONE: "no rater",
}
MAJORITIES = {
    EQUAL: "most say what is expected",
    TIE: "no value was said most often",
    DIFFERS: "most say another value than is expected",
}
COMPARABLES = {"yes": "comparable", "no": "not comparable"}
NO_LABEL = "-"


class ItemFilters(NamedTuple):
    """All that is not empty holds of an item. `value` is what `rater` said, or any rater where none is named.

    `pair` names two raters, a comma between them; `first` and `second` are what they said. Each `stratum` is
    `name:value`. `expected` is a value, or `-` for items without an expected label. `ratings` is how many raters.
    """

    field: str = ""
    value: str = ""
    rater: str = ""
    expected: str = ""
    agree: str = ""
    majority: str = ""
    pair: str = ""
    first: str = ""
    second: str = ""
    stratum: tuple[str, ...] = ()
    comparable: str = ""
    ratings: str = ""


def read_filters(query: Any) -> ItemFilters:
    """From a QueryDict. What is none of ours is dropped: it narrows nothing."""
    given = {name: _words(query.get(name, "")) for name in ItemFilters._fields if name != "stratum"}
    for name, known in (("agree", AGREES), ("majority", MAJORITIES), ("comparable", COMPARABLES)):
        given[name] = given[name] if given[name] in known else ""
    number = given["ratings"]
    given["ratings"] = number if number.isascii() and number.isdigit() and len(number) <= 4 else ""
    strata = dict.fromkeys(filter(None, map(_words, query.getlist("stratum"))))
    return ItemFilters(**given, stratum=tuple(strata)[:MOST_STRATA])


def _words(written: str) -> str:
    return written.replace("\0", "")[:LONGEST]


def pair_in(pair: str, raters: Sequence[str]) -> tuple[str, str] | None:
    """The two raters that a text names; a name may hold a comma itself. None where it names no two of these."""
    for at, sign in enumerate(pair):
        if sign == "," and pair[:at] in raters and pair[at + 1 :] in raters:
            return pair[:at], pair[at + 1 :]
    return None


def narrowed(
    members: QuerySet[opinions.RevisionItem], field: str, filters: ItemFilters, pair: tuple[str, str] | None
) -> QuerySet[opinions.RevisionItem]:
    """Those of the members that the filters ask for; `field` is the one that the page is about."""
    labels = opinions.ItemLabel.objects.filter(item=OuterRef("item"), field=field)
    raters = labels.filter(role=RaterRole.RATER.value)
    found = members.filter(*_said(labels, raters, filters, pair))
    if filters.expected or filters.majority:
        found = found.alias(expected=TextAt("item__expected", field))
    if filters.expected == NO_LABEL:
        found = found.filter(expected__isnull=True)
    elif filters.expected:
        found = found.filter(expected=filters.expected)
    if filters.agree:
        found = _agreeing(found, raters.filter(rater__in=pair) if pair else raters, filters.agree)
    if filters.majority:
        found = _by_majority(found, labels, filters.majority)
    if filters.ratings:
        found = found.alias(n_ratings=Coalesce(Subquery(_counted(raters, "pk")), 0)).filter(n_ratings=filters.ratings)
    for place, stratum in enumerate(filters.stratum):
        name, _, value = stratum.partition(":")
        found = found.alias(**{f"stratum_{place}": TextAt("item__strata", name)}).filter(**{f"stratum_{place}": value})
    if filters.comparable:
        here = Q(item__comparability=Comparability.COMPARABLE.value)
        found = found.filter(here if filters.comparable == "yes" else ~here)
    return found


def _said(labels: Any, raters: Any, filters: ItemFilters, pair: tuple[str, str] | None) -> list[Q]:
    said = []
    if filters.rater:
        by_one = labels.filter(rater=filters.rater)
        said.append(by_one.filter(value=filters.value) if filters.value else by_one)
    elif filters.value:
        said.append(raters.filter(value=filters.value))
    if filters.pair and pair is None:
        return [Q(pk__in=())]
    for rater, value in zip(pair or (), (filters.first, filters.second), strict=False):
        by_one = labels.filter(rater=rater)
        said.append(by_one.filter(value=value) if value else by_one)
    return [Q(Exists(one)) for one in said]


def _agreeing(found: Any, raters: Any, agree: str) -> Any:
    if agree == NONE:
        return found.filter(~Exists(raters))
    found = found.alias(n_raters=Subquery(_counted(raters, "pk")), n_values=Subquery(_counted(raters, "value")))
    if agree == ONE:
        return found.filter(n_raters=1)
    several = found.filter(n_raters__gte=2)
    return {AGREE: several.filter(n_values=1), DIFFER: several.filter(n_values__gte=2)}.get(agree, several)


def _counted(labels: Any, column: str) -> Any:
    """How many different values a column has among the labels of an item."""
    return labels.order_by().values("item").annotate(n=Count(column, distinct=True)).values("n")


def _by_majority(found: Any, labels: Any, majority: str) -> Any:
    """The value that most gave against the expected one, where there is one; an adjudicator is one of them here."""
    counted = labels.order_by().values("value").annotate(n=Count("pk")).order_by("-n", "value")
    found = found.filter(Exists(labels), expected__isnull=False).alias(
        most=Subquery(counted.values("n")[:1]),
        next_most=Subquery(counted.values("n")[1:2]),
        favourite=Subquery(counted.values("value")[:1]),
    )
    if majority == TIE:
        return found.filter(most=F("next_most"))
    clear = found.filter(Q(next_most__isnull=True) | Q(most__gt=F("next_most")))
    return clear.filter(favourite=F("expected")) if majority == EQUAL else clear.filter(~Q(favourite=F("expected")))
