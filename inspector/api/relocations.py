"""`GET /runs/{id}/relocations`: what became of each citation, a page at a time, with the words that may be read."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from ninja import Query, Router, Schema

from inspector.api.auth import reader_for
from inspector.api.errors import Refused, refusals
from inspector.api.place_words import Place, Words, read_words
from inspector.models.tokens import TokenScope
from lineage.access import Reader, get_visible
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import AnchorMethod, RelocationOutcome, RelocationRuling, WordingChange
from lineage.models import rows

router = Router(tags=["runs"])
PAGE, LARGEST_PAGE = 50, 200


class PlaceOut(Schema):
    """Code points `start` to `end` (half-open) of a text of the source, and the words there.

    `words` are the first 2,000 code points of them; `cut` says that there are more. Where `withheld` says why they are
    not here (`not_readable` for this person, `taken_away`, `not_kept`), a text that may not be read has no name either.
    """

    version: str | None
    artifact: str | None
    digest: str | None
    start: int | None
    end: int | None
    words: str | None
    cut: bool
    withheld: str | None


class CandidateOut(Schema):
    """A place that a person may accept, the likest first: code points of a text, and how many edits away it is."""

    artifact: str
    start: int
    end: int
    distance: int


class RelocationOut(Schema):
    """`id` is the answer's id and the citation's place in it. `answer` and `claim` are ids of pages.

    `changes` name what differs in the wording; `drifted` says that other words stand at the old offsets now. `changed`
    is null where words and neighbouring sentences are the same, so that verdicts stay fresh; else a digest of what
    they are now. `candidates` are proposed places in texts of the run's version, which move nothing by themselves;
    `ruling` is what a person said last of the place that was found.
    """

    id: str
    answer: str
    claim: str | None
    citation: str
    outcome: RelocationOutcome
    method: AnchorMethod | None
    was: PlaceOut | None
    now: PlaceOut | None
    changes: list[WordingChange]
    drifted: bool
    changed: str | None
    candidates: list[CandidateOut]
    ruling: RelocationRuling | None


class RelocationsOut(Schema):
    """`next_url` is the page after this one, null on the last."""

    items: list[RelocationOut]
    next_url: str | None


ABOUT = ("was__version", "now__version", "was__content", "now__content", "details")
DEFERRED = ("was__content__body", "now__content__body")


def read_relocations(
    reader: Reader, public_id: str, outcome: RelocationOutcome | None, after: str, limit: int
) -> RelocationsOut:
    """At most `limit` of a run's, in the order in which they were found. Raises NotVisible, Refused."""
    run = get_visible(rows.Run.objects, reader, public_id)
    newest = rows.RelocationDecision.objects.filter(relocation=OuterRef("pk")).order_by("-id")
    found = rows.Relocation.objects.filter(run=run).select_related("citation__answer", "citation__claim", *ABOUT)
    found = found.defer(*DEFERRED).annotate(ruling=Subquery(newest.values("ruling")[:1])).order_by("id")
    if outcome is not None:
        found = found.filter(outcome=outcome.value)
    if after:
        found = found.filter(id__gt=_get_place(run, after))
    page = list(found[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    words = read_words(reader, (place for row in page for place in (_was(row), _now(row)) if place is not None))
    items = [_out(row, words) for row in page]
    return RelocationsOut(items=items, next_url=_address(public_id, outcome, items[-1].id, limit) if more else None)


def name_of(row: Any) -> str:
    """A name for addresses: a row's id would count the rows of other tenants (G2)."""
    return f"{row.citation.answer.public_id}-{row.citation.ordinal}"


def _get_place(run: Any, after: str) -> int:
    """The id of the relocation that `after` names. Raises Refused."""
    answer, _, ordinal = after.rpartition("-")
    found = None
    if ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 10 and "\0" not in answer:
        of_run = rows.Relocation.objects.filter(run=run, citation__answer__public_id=answer)
        found = of_run.filter(citation__ordinal=int(ordinal)).values_list("id", flat=True).first()
    if found is None:
        raise Refused(422, "after is the id of a relocation of this run; take it from next_url", "after")
    return int(found)


def _was(row: Any) -> Place | None:
    return Place(row.was, row.start, row.end) if row.was is not None else None


def _now(row: Any) -> Place | None:
    return Place(row.now, row.now_start, row.now_end) if row.now is not None else None


def _out(row: Any, words: Mapping[Place, Words]) -> RelocationOut:
    citation = row.citation
    return RelocationOut(
        id=name_of(row),
        answer=citation.answer.public_id,
        claim=citation.claim.public_id if citation.claim is not None else None,
        citation=citation.key,
        outcome=RelocationOutcome(row.outcome),
        method=AnchorMethod(row.method) if row.method else None,
        was=_place_out(_was(row), words),
        now=_place_out(_now(row), words),
        changes=[WordingChange(change) for change in row.changes.split()],
        drifted=row.drifted,
        changed=digest_from_raw(bytes(row.changed)) if row.changed is not None else None,
        candidates=_candidates(row.details),
        ruling=RelocationRuling(row.ruling) if row.ruling else None,
    )


def _candidates(details: Any) -> list[CandidateOut]:
    """None too where what was said of them was erased."""
    said = load_json(details.get_bytes()) if details is not None and details.body is not None else {}
    return [CandidateOut(**candidate) for candidate in said.get("candidates", ())]


def _place_out(place: Place | None, words: Mapping[Place, Words]) -> PlaceOut | None:
    return PlaceOut(**words[place]._asdict()) if place is not None else None


def _address(public_id: str, outcome: RelocationOutcome | None, after: str, limit: int) -> str:
    asked = {"outcome": outcome.value if outcome else "", "after": after, "limit": str(limit)}
    kept = {name: value for name, value in asked.items() if value}
    return f"{reverse('api:relocations', args=[public_id])}?{urlencode(kept)}"


@router.get(
    "/runs/{id}/relocations",
    response={200: RelocationsOut, **refusals(422)},
    url_name="relocations",
    operation_id="relocations",
    summary="What became of each citation",
)
def relocations(
    request: HttpRequest,
    id: str,
    outcome: RelocationOutcome | None = None,
    after: str = "",
    limit: Annotated[int, Query(ge=1, le=LARGEST_PAGE)] = PAGE,
) -> RelocationsOut:
    """What became of each citation of the run, in the order in which it was found; only of one outcome, if named."""
    return read_relocations(reader_for(request, TokenScope.READ), id, outcome, after, limit)
