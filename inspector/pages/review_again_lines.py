"""What changed in the evidence of a claim since somebody judged it, by its relocations: old words against new. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from inspector.evidence_today import combine
from inspector.pages.claim_relocated import MASKED, said_of
from inspector.pages.claim_relocation_view import Placed, Relocated
from inspector.pages.claim_sentences import Sentences, compare_sentences, sentences_at
from inspector.pages.drawing import draw
from inspector.pages.review_again_reading import Judged, Place, Text
from inspector.pages.review_again_view import AgainLine, ChangedSince
from lineage.evidence.vocabulary import CoverageVerdict, RelocationOutcome

MOST_SHOWN = 3
WHY_MASKED = "Words of a version that you may not read are others now. Leave this claim to somebody who may read it."
TAKEN = "The words are not shown: their version was withdrawn or deleted since."
NOT_KEPT = "The words of that text are not kept, so the sentences cannot stand here beside each other."
SEVERAL = "Several places fit equally well, and none was chosen; the claim shows them."
OTHER_WORDS = "The verdict was given on yet other words; these are those that the answer was given."
NO_RUN = "No run changed this: the review guideline was revised since, or the answer was inspected anew."


class Since(NamedTuple):
    """The newest relocation of a citation, and what was known of it when the verdict was given."""

    newest: Relocated
    then: Relocated | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """What may be read of the texts that relocations lead to: versions by source and version, stretches by place."""

    versions: Mapping[tuple[str, str], tuple[int, str]]
    taken_away: frozenset[int]
    texts: Mapping[str, Text]
    stretches: Mapping[Place, tuple[str, int]]

    def is_hidden(self, one: Relocated) -> bool:
        was = one.was
        return (one.source, one.version) not in self.versions or (was is not None and was.artifact not in self.texts)

    def is_taken_away(self, one: Relocated) -> bool:
        """Whether the version that the run looked in, or the one that the words were in, was taken away since."""
        was = self.texts[one.was.artifact].version_id if one.was is not None else None
        return not self.taken_away.isdisjoint({self.versions[one.source, one.version][0], was})

    def find_sentences(self, at: Placed | None) -> Sentences | None:
        stretch = self.stretches.get((at.artifact, at.span)) if at is not None else None
        return sentences_at(stretch[0], at.span, stretch[1]) if stretch is not None and at is not None else None

    def url(self, one: Relocated) -> str:
        return reverse("source", args=[self.versions[one.source, one.version][1]])


def changed_since(judged: Judged, relocated: Mapping[str, tuple[Relocated, ...]]) -> tuple[tuple[Since, ...], bool]:
    """The citations of which something else is known than when the verdict was given, in the answer's order.

    Whether it is known what the verdict was given on: the digest of the relocations until then says so. Where it is
    not, the words that the answer was given stand for them.
    """
    then = {key: _until(judged, found) for key, found in relocated.items()}
    digests = {key: one.changed if one is not None else None for key, one in then.items()}
    is_known = combine(judged.given, digests) == judged.digest
    if not is_known:
        then = dict.fromkeys(then)
        is_known = judged.given == judged.digest
    pairs = [Since(found[0], then[key]) for key, found in relocated.items() if found]
    others = [since for since in pairs if since.newest.changed != (since.then.changed if since.then else None)]
    return tuple(sorted(others, key=lambda since: since.newest.ordinal)), is_known


def _until(judged: Judged, found: tuple[Relocated, ...]) -> Relocated | None:
    return next((one for one in found if one.at <= judged.recorded_at), None)


def places_of(since: Since) -> list[Placed]:
    """The places whose sentences stand in the line."""
    places = [since.newest.was, *since.newest.places[:1], *(since.then.places[:1] if since.then else ())]
    return [place for place in places if place is not None]


def line_of(
    judged: Judged, actor: str, claim: str | None, relocated: Mapping[str, tuple[Relocated, ...]], later: Later
) -> AgainLine:
    changed, is_known = changed_since(judged, relocated)
    is_mine = judged.reviewer == actor
    shown = tuple(_changed(since, later) for since in changed[:MOST_SHOWN])
    coverage = CoverageVerdict(judged.coverage).label if judged.coverage else "coverage left open"
    return AgainLine(
        heading=judged.heading,
        ordinal=judged.ordinal + 1,
        url=_url(judged, shown),
        claim=claim or "",
        is_mine=is_mine,
        said=coverage if is_mine else "",
        judged_by="you" if is_mine else judged.name,
        judged_at=judged.recorded_at,
        changed=shown,
        more=len(changed) - len(shown),
        note=NO_RUN if not changed else "" if is_known else OTHER_WORDS,
    )


def _url(judged: Judged, shown: tuple[ChangedSince, ...]) -> str:
    """The claim with the first citation that changed open."""
    url = reverse("claim", args=[judged.claim_id])
    return f"{url}?{urlencode({'span': shown[0].citation})}" if shown else url


def _changed(since: Since, later: Later) -> ChangedSince:
    one = since.newest
    if later.is_hidden(one) or (since.then is not None and later.is_hidden(since.then)):
        return ChangedSince(
            citation=one.citation, said=MASKED, changes=(), version="", version_url="", run_url="", at=one.at,
            difference=None, old=None, note="", why_masked=WHY_MASKED,
        )  # fmt: skip
    was_elsewhere = since.then is not None and since.then.changed is not None
    old_at = next(iter(since.then.places), None) if was_elsewhere and since.then else one.was
    old_version = since.then.version if was_elsewhere and since.then else _version_of(one.was, later)
    old, new = later.find_sentences(old_at), later.find_sentences(next(iter(one.places), None))
    compared, note = None, ""
    if later.is_taken_away(one) or (since.then is not None and later.is_taken_away(since.then)):
        old, note = None, TAKEN
    elif one.outcome is RelocationOutcome.AMBIGUOUS:
        note = SEVERAL
    elif one.places and old is not None and new is not None:
        compared = compare_sentences(f"version {old_version}", old, f"version {one.version}", new)
        note = compared.note
    elif one.places:
        note = NOT_KEPT
    return ChangedSince(
        citation=one.citation,
        said=said_of(one),
        changes=tuple(change.label for change in one.changes),
        version=one.version,
        version_url=later.url(one),
        run_url=f"{reverse('run', args=[one.run])}?{urlencode({'outcome': one.outcome.value})}#c-{one.key}",
        at=one.at,
        difference=compared.difference if compared else None,
        old=draw(old.own) if compared is None and old is not None else None,
        note=note,
    )


def _version_of(place: Placed | None, later: Later) -> str:
    return (later.texts[place.artifact].version if place is not None else "") or "before"
