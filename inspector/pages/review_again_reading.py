"""Claims whose verdicts are on evidence of before: the reader's own first, then the others', a page at a time.

Stale is what the stored states say; a verdict's own digest against theirs says whose of several verdicts are.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from inspector.blindness import is_sealed
from inspector.models import rows as opinions
from inspector.pages.run_people import named_by
from lineage.access import Reader
from lineage.models import rows
from lineage.stretches import Wanted, read_stretches
from lineage.text.span import Span

PAGE = 10
LONGEST_CLAIM = 600


class Judged(NamedTuple):
    """A stale verdict with its claim; `given` and `today` are the digests of the claim's evidence."""

    item: int
    claim: int
    claim_id: str
    ordinal: int
    heading: str
    digest: bytes
    given: bytes
    coverage: str | None
    recorded_at: datetime
    reviewer: str
    name: str


COLUMNS = (
    *("item_id", "claim_id", "claim__public_id", "claim__ordinal", "claim__answer__state__heading"),
    *("evidence_digest", "item__state__given", "coverage", "recorded_at", "reviewer"),
)


def stale_verdicts(reader: Reader) -> QuerySet[opinions.Verdict]:
    """Each reviewer's last verdict on each item, where it was given on other evidence than today's."""
    later = opinions.Verdict.objects.filter(item=OuterRef("item"), reviewer=OuterRef("reviewer"), pk__gt=OuterRef("pk"))
    verdicts: QuerySet[opinions.Verdict] = opinions.Verdict.objects.visible_to(reader).filter(
        ~Q(evidence_digest=F("item__state__today")), ~Exists(later), item__state__stale=True
    )
    return verdicts


def own_stale(reader: Reader) -> QuerySet[opinions.Verdict]:
    return stale_verdicts(reader).filter(reviewer=reader.actor)


def others_stale(reader: Reader) -> QuerySet[opinions.ItemState]:
    """Items with a stale verdict and none of the reader's. In a blind queue nobody is told of a colleague's."""
    own = own_stale(reader).filter(item=OuterRef("pk"))
    states: QuerySet[opinions.ItemState] = opinions.ItemState.objects.visible_to(reader).filter(
        ~Exists(own), _is_told(reader), stale=True
    )
    return states


def _is_told(reader: Reader) -> Q:
    """Not of a claim either that the reader is yet to judge blind in another queue."""
    return Q(queue__blind=False) & ~Q(is_sealed(reader, OuterRef("item__claim")))


def all_stale(reader: Reader) -> QuerySet[opinions.ItemState]:
    """The items of both parts."""
    seen = _is_told(reader) | Exists(own_stale(reader).filter(item=OuterRef("pk")))
    states: QuerySet[opinions.ItemState] = opinions.ItemState.objects.visible_to(reader).filter(seen, stale=True)
    return states


def read_own(reader: Reader, after: str, size: int) -> list[Judged]:
    """In the order in which they were taken up, so that claims of one answer stand as in it. One statement."""
    found = own_stale(reader)
    if after:
        found = found.filter(item__gt=_item_of(reader, after))
    return _judged(found.order_by("item"), size)


def read_others(reader: Reader, after: str, size: int) -> list[Judged]:
    """As queues order them, each with the last of its stale verdicts. One statement."""
    items = others_stale(reader)
    if after:
        last = opinions.ItemState.objects.visible_to(reader).filter(item=_item_of(reader, after))
        priority = Subquery(last.values("priority")[:1])
        behind = Q(priority=priority, item__gt=_item_of(reader, after))
        items = items.filter(Q(priority__lt=priority) | behind)
    wanted = items.order_by("-priority", "item").values("item")[:size]
    newest = stale_verdicts(reader).filter(item=OuterRef("item")).order_by("-pk").values("pk")[:1]
    found = stale_verdicts(reader).filter(item__in=Subquery(wanted), pk=Subquery(newest))
    return _judged(found.order_by("-item__state__priority", "item"), size)


def _item_of(reader: Reader, claim: str) -> Subquery:
    """By the claim's public id, because a row id in an address would count the items of other tenants (G2)."""
    items = opinions.Item.objects.visible_to(reader).filter(claim__public_id=claim).order_by("pk")
    return Subquery(items.values("pk")[:1])


def _judged(found: Any, size: int) -> list[Judged]:
    columns = (*COLUMNS, "first_name", "username")
    judged = []
    for row in named_by(found, "reviewer").values_list(*columns)[:size]:
        *about, digest, given, coverage, recorded_at, reviewer, first_name, username = row
        name = first_name or username or "a former member"
        judged.append(Judged(*about, bytes(digest), bytes(given or b""), coverage, recorded_at, reviewer, name))
    return judged


def read_claims(claim_ids: Sequence[int]) -> dict[int, str]:
    """The words of claims, their beginnings only; those are left out whose words are not kept. Three statements."""
    texts = ("text", "answer__text")
    found = rows.Claim.objects.filter(pk__in=claim_ids).select_related(*texts).defer(*(f"{one}__body" for one in texts))
    claims = [claim for claim in found if _content_of(claim) is not None]
    stretches = read_stretches([Wanted(_content_of(claim), _choice_of(claim)) for claim in claims])
    return {claim.pk: stretch.text for claim, stretch in zip(claims, stretches, strict=True) if stretch is not None}


def _content_of(claim: Any) -> Any:
    return claim.text or (claim.answer.text if claim.start is not None else None)


def _choice_of(claim: Any) -> Any:
    start, end = (0, None) if claim.text is not None else (claim.start, claim.end)

    def choose(length: int) -> Span:
        stop = length if end is None else min(end, length)
        first = min(start, stop)
        return Span(first, min(stop, first + LONGEST_CLAIM))

    return choose


class Text(NamedTuple):
    """A text of a version that the reader may read; `begins` is where its words begin in the stored content, if any."""

    version: str
    version_id: int | None
    content: Any
    begins: int
    end: int | None


def read_texts(reader: Reader, artifacts: Iterable[str]) -> dict[str, Text]:
    """By their keys, without their words. One statement."""
    keys = sorted(set(artifacts))
    if not keys:
        return {}
    found = rows.Artifact.objects.visible_to(reader).filter(key__in=keys).select_related("content", "version")
    return {
        row.key: Text(_name(row.version), row.version_id, row.content, row.start or 0, row.end)
        for row in found.defer("content__body")
    }


def _name(version: Any) -> str:
    return version.version if version is not None else ""


Place = tuple[str, Span]


def read_around(texts: Mapping[str, Text], places: Iterable[Place], reach: int) -> dict[Place, tuple[str, int]]:
    """For each place the stretch of its text with `reach` code points to either side, and where that begins.

    Two statements; places whose words are not kept, or may not be read, are left out.
    """
    known = [place for place in dict.fromkeys(places) if place[0] in texts and texts[place[0]].content is not None]
    wanted = [Wanted(texts[artifact].content, _around(texts[artifact], span, reach)) for artifact, span in known]
    found = read_stretches(wanted)
    return {
        place: (stretch.text, stretch.start - texts[place[0]].begins)
        for place, stretch in zip(known, found, strict=True)
        if stretch is not None
    }


def _around(text: Text, span: Span, reach: int) -> Any:
    def choose(length: int) -> Span:
        low, high = text.begins, length if text.end is None else min(text.end, length)
        start = min(max(low, low + span.start - reach), high)
        return Span(start, max(start, min(high, low + span.end + reach)))

    return choose


def read_versions(reader: Reader, named: Iterable[tuple[str, str]]) -> dict[tuple[str, str], tuple[int, str]]:
    """Of the named versions (source key, version) those that the reader may read: row id and public id."""
    wanted = set(named)
    if not wanted:
        return {}
    sources, versions = zip(*wanted, strict=True)
    found = rows.SourceVersion.objects.visible_to(reader).filter(source__key__in=sources, version__in=versions)
    return {
        (source, version): (pk, public_id)
        for pk, public_id, source, version in found.values_list("pk", "public_id", "source__key", "version")
        if (source, version) in wanted
    }
