"""Review again: claims whose evidence changed since somebody judged them, with what changed, one's own first."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.claim_relocation_rows import read_relocated
from inspector.pages.claim_sentences import REACH
from inspector.pages.review_again_lines import Later, changed_since, line_of, places_of
from inspector.pages.review_again_reading import (
    PAGE,
    Judged,
    Text,
    all_stale,
    own_stale,
    read_around,
    read_claims,
    read_others,
    read_own,
    read_texts,
    read_versions,
)
from inspector.pages.review_again_view import AgainLine, AgainPage, Choice
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.withholding import find_withheld

PUBLIC_ID = re.compile("[0-9a-f]{32}")
MINE = "mine"


class Asked(NamedTuple):
    """What an address asks for: `own` and `other` are the claims after which the page begins, of either part."""

    only_mine: bool = False
    own: str = ""
    other: str = ""


def read_again(reader: Reader, asked: Asked) -> AgainPage:
    """One page; at most eighteen statements with those of the session, whatever there is."""
    require(reader, Action.READ_CASES)
    found, following = _read_page(reader, asked)
    return AgainPage(
        lines=_lines(reader, found),
        choices=(
            Choice("all", all_stale(reader).count(), reverse("review_again"), not asked.only_mine),
            Choice("judged by you", own_stale(reader).count(), _address(Asked(only_mine=True)), asked.only_mine),
        ),
        only_mine=asked.only_mine,
        may_record=reader.may(Action.RECORD_VERDICT),
        next_url=_address(following) if following else "",
        first_url=_address(asked._replace(own="", other="")) if asked.own or asked.other else "",
    )


def _read_page(reader: Reader, asked: Asked) -> tuple[list[Judged], Asked | None]:
    """The reader's own, and behind the last of them the others', with where the next page begins."""
    own = read_own(reader, asked.own, PAGE + 1) if not asked.other else []
    if len(own) > PAGE:
        return own[:PAGE], asked._replace(own=own[PAGE - 1].claim_id)
    if asked.only_mine:
        return own, None
    others = read_others(reader, asked.other, PAGE + 1 - len(own))
    found = [*own, *others]
    if len(found) <= PAGE:
        return found, None
    shown = found[:PAGE]
    last = shown[-1].claim_id
    is_own = len(own) == PAGE
    return shown, Asked(own=last) if is_own else Asked(other=last)


def _lines(reader: Reader, found: Sequence[Judged]) -> tuple[AgainLine, ...]:
    if not found:
        return ()
    claims = {one.claim for one in found}
    relocated = read_relocated(reader, claims)
    since = [since for one in found for since in changed_since(one, relocated.get(one.claim, {}))[0]]
    runs = [run for pair in since for run in (pair.newest, pair.then) if run is not None]
    versions = read_versions(reader, ((run.source, run.version) for run in runs))
    texts = read_texts(reader, (place.artifact for pair in since for place in places_of(pair)))
    places = [(place.artifact, place.span) for pair in since for place in places_of(pair)]
    later = Later(
        versions=versions,
        taken_away=frozenset(find_withheld(_ids(versions, texts), reader)),
        texts=texts,
        stretches=read_around(texts, places, REACH),
    )
    words = read_claims(sorted(claims))
    return tuple(
        line_of(one, reader.actor, words.get(one.claim), relocated.get(one.claim, {}), later) for one in found
    )


def _ids(versions: Mapping[tuple[str, str], tuple[int, str]], texts: Mapping[str, Text]) -> set[int]:
    return {pk for pk, _ in versions.values()} | {t.version_id for t in texts.values() if t.version_id is not None}


def _address(asked: Asked) -> str:
    query = {"whose": MINE if asked.only_mine else "", "own": asked.own, "other": asked.other}
    kept = {name: value for name, value in query.items() if value}
    return reverse("review_again") + (f"?{urlencode(kept)}" if kept else "")


def read_asked(query: QueryDict) -> Asked:
    """What is no public id there counts as not said."""
    own, other = (query.get(name, "") for name in ("own", "other"))
    return Asked(
        only_mine=query.get("whose") == MINE,
        own=own if PUBLIC_ID.fullmatch(own) else "",
        other=other if PUBLIC_ID.fullmatch(other) else "",
    )


@require_safe
def review_again(request: HttpRequest) -> HttpResponse:
    page = read_again(reader_of(request), read_asked(request.GET))
    return page_or_fragment(request, "inspector/review_again.html", {}, {"page": page, "here": "review_again"})
