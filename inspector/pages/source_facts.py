"""What stands around the text of a source version: its facts, its other texts, and what cites it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from inspector.pages.source_pages import Paging
from inspector.pages.source_runs import Standing
from inspector.pages.source_spans import CitedPlace
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authority,
    Origin,
    ResolutionStatus,
    SourceKind,
)
from lineage.text.span import Span

MOST_OF_A_KIND = 6


class Stage(NamedTuple):
    """A text kept of this version."""

    label: str
    origin: str
    url: str
    is_here: bool
    digest: str
    length: int | None


class Stages(NamedTuple):
    """The texts of a version; of a kind with many of them only how many, as label and number."""

    listed: tuple[Stage, ...]
    counted: tuple[tuple[str, int], ...]
    has_cuts: bool


class Citing(NamedTuple):
    """`page` is None where the text has none."""

    key: str
    heading: str
    claim: str
    url: str
    place: str
    status: str
    how: str
    is_here: bool
    in_window: bool
    page: int | None
    at_url: str
    locator_url: str
    standing: Standing | None


def citing_of(
    place: CitedPlace,
    window: Span,
    base: str,
    selected: str,
    standing: Mapping[int, Standing],
    paging: Paging | None = None,
) -> Citing:
    row, span = place.resolution, place.spans[0]
    claim = row["citation__claim__public_id"]
    end = place.spans[-1].end
    return Citing(
        key=place.key,
        heading=row["inspection__answer__state__heading"],
        claim=row["citation__claim__key"] or "no claim",
        url=reverse("claim", args=[claim]) + "?" + urlencode({"span": row["citation__key"]}) if claim else "",
        place=f"{span.start} to {end}",
        status=ResolutionStatus(row["status"]).label,
        how="" if place.direct else "through a text that was made from this one",
        is_here=place.key == selected,
        in_window=any(one.intersect(window) is not None for one in place.spans),
        page=paging.page_of(span.start) if paging is not None else None,
        at_url=f"{base}{urlencode({'at': span.start, 'span': place.key})}",
        locator_url=f"{base}{urlencode({'at': span.start, 'to': end})}#locator",
        standing=standing.get(row["citation_id"]),
    )


def stages_of(artifacts: tuple[Any, ...], shown: Any, url: str) -> Stages:
    kinds = Counter(one.kind for one in artifacts)
    many = {kind for kind, number in kinds.items() if number > MOST_OF_A_KIND}
    listed = (one for one in artifacts if one.kind not in many or one is shown)
    return Stages(
        tuple(stage_of(one, shown, url) for one in listed),
        tuple((ArtifactKind(kind).label, kinds[kind]) for kind in sorted(many)),
        ArtifactKind.CHUNK in kinds,
    )


def stage_of(one: Any, shown: Any, url: str) -> Stage:
    held = one.content.sha256 if one.content is not None and one.start is None else one.digest
    digest = digest_from_raw(bytes(held)) if held is not None else ""
    here = shown is not None and one.pk == shown.pk
    return Stage(
        ArtifactKind(one.kind).label,
        Origin(one.origin).label,
        f"{url}?{urlencode({'artifact': one.key})}",
        here,
        digest,
        one.length,
    )


def facts_of(version: Any) -> tuple[tuple[str, str], ...]:
    source = version.source
    days = {
        "observed": version.observed_at,
        "taken in": version.ingested_at,
        "valid from": version.valid_from,
        "valid to": version.valid_to,
    }
    return (
        ("kind", SourceKind(source.kind).label),
        ("owner", source.owner),
        ("authority", Authority(source.authority).label),
        ("jurisdiction", source.jurisdiction),
        ("media type", version.media_type),
        *((name, f"{day:%Y-%m-%d %H:%M} UTC" if day else "") for name, day in days.items()),
    )
