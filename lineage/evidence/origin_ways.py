"""Every stretch of a text -> where its way through the recorded steps ends, as one span map for each end (S3-37).

What `paths.trace` follows for one span is here composed once for all characters of a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from lineage.evidence.bundle import Artifact
from lineage.evidence.dossier import Dossier
from lineage.evidence.origin_links import PACKING, Link, find_layout, is_end, links_of
from lineage.evidence.origin_maps import Mask, everywhere, in_place, mask_of, united, words_of
from lineage.evidence.vocabulary import Mediation, Origin
from lineage.text.segments import INSERTED, Codes, SpanMapError
from lineage.text.spanmap import SpanMap

MAXIMUM_PIECES = 1_000_000
"""More pieces than this come from maps built to exhaust memory, not from a text."""


class Ending(StrEnum):
    """How a way upstream ends."""

    SOURCE = "source"
    INSERTED = "inserted"
    GENERATED = "generated"
    WRITTEN = "written"
    UNKNOWN = "unknown"
    UNMARKED = "unmarked"


class Way(NamedTuple):
    """An end that characters lead to, in the text of `artifact`; "" is the text asked for itself.

    `by` is the step that inserted the words, or whoever wrote them; "" where nobody recorded it. `verified` is True
    where every map on the way was applied again and holds, None where code cannot check one, False where one fails.
    """

    ending: Ending
    artifact: str
    by: str = ""
    reason: str = ""
    verified: bool | None = True

    @property
    def holds(self) -> bool:
        """Whether no map on the way is known to fail."""
        return self.verified is not False


Ways = Mapping[Way, SpanMap]
"""From a text to the texts in which its ways end; together the maps cover every character."""


class Followed(NamedTuple):
    """Where the links of a text lead, which of its characters they cover, who inserted others, what was lost."""

    found: list[tuple[Way, SpanMap]]
    covered: Mask
    inserted: list[tuple[str, Mask]]
    lost: list[str]


def ways_from(dossier: Dossier, key: str, known: dict[str, Ways]) -> Ways:
    """The ways of a recorded text; {} where it was not kept. `known` is filled with those of all texts upstream.

    A step that leads back to a text it came from is no way: what only it explains is not known.
    """
    path = [] if key in known else [(key, iter(links_of(dossier, key)))]
    entered = {key}
    while path:
        here, links = path[-1]
        following = next((link.input for link in links if link.input not in entered and link.input not in known), None)
        if following is None:
            known[here] = _ways_of(dossier, here, known)
            path.pop()
        else:
            entered.add(following)
            path.append((following, iter(links_of(dossier, following))))
    return known[key]


def _ways_of(dossier: Dossier, key: str, known: Mapping[str, Ways]) -> Ways:
    artifact = dossier.artifacts.get(key)
    if artifact is None or artifact.text is None:
        return {}
    length = len(artifact.text)
    if is_end(dossier, artifact):
        return join(length, [], _ends(artifact, length))
    links = links_of(dossier, key)
    followed = follow(length, links, known)
    inserted = [(Way(Ending.INSERTED, key, by), mask) for by, mask in followed.inserted] if not followed.lost else []
    rest = [*inserted, *_separators(dossier, artifact, links), *_unexplained(artifact, length, links, followed.lost)]
    return join(length, followed.found, rest, followed.covered)


def follow(length: int, links: Sequence[Link], known: Mapping[str, Ways]) -> Followed:
    """Through the links of a text of `length` code points to the ends of the texts that they lead to."""
    followed = Followed([], np.zeros(length, dtype=np.bool_), [], [])
    for link in links:
        if link.spans is None or link.input not in known:
            followed.lost.append(link.reason or f"the way to {link.input} leads back to where it came from")
            continue
        words = words_of(link.spans)
        try:
            through = [(_beyond(way, link), words.compose(spans)) for way, spans in known[link.input].items()]
        except SpanMapError as error:
            followed.lost.append(str(error))
            continue
        followed.found.extend((way, spans) for way, spans in through if len(spans))
        columns = link.spans.columns
        np.logical_or(followed.covered, mask_of(length, words.columns), out=followed.covered)
        followed.inserted.append((link.by, mask_of(length, columns.take(columns.kind == INSERTED))))
    return followed


def join(
    length: int, found: Iterable[tuple[Way, SpanMap]], rest: Iterable[tuple[Way, Mask]], covered: Mask | None = None
) -> Ways:
    """One map for each end; of `rest`, which ends in this text itself, only what nothing before it covers."""
    gathered: dict[Way, list[SpanMap]] = {}
    for way, spans in found:
        gathered.setdefault(way, []).append(spans)
    missing = everywhere(length) if covered is None else ~covered
    for way, mask in rest:
        own = missing & mask
        missing &= ~mask
        if own.any():
            gathered.setdefault(way, []).append(in_place(own))
    ways = {way: united(spans) for way, spans in gathered.items()}
    if sum(len(spans) for spans in ways.values()) > MAXIMUM_PIECES:
        reason = f"the text comes in more than {MAXIMUM_PIECES:,} pieces"
        return {Way(Ending.UNKNOWN, next(iter(ways)).artifact, reason=reason): SpanMap.identity(length)}
    return ways


def _beyond(way: Way, link: Link) -> Way:
    """A way as it is beyond one more step: as sure as its least sure step."""
    if way.verified is False or link.verified is True:
        return way
    return way._replace(verified=link.verified, reason=link.reason if link.verified is False else way.reason)


def _ends(artifact: Artifact, length: int) -> Iterator[tuple[Way, Mask]]:
    """Text that ends every way: the source's own words, but for ranges that are marked as somebody else's."""
    origins, key = _origins(artifact, length), artifact.key
    yield Way(Ending.SOURCE, key), _is(origins, Origin.ORIGINAL, artifact.origin)
    yield Way(Ending.GENERATED, key), _is(origins, Origin.GENERATED, Origin.MIXED)
    yield Way(Ending.UNKNOWN, key, reason=f"nobody recorded where these words of {key} come from"), everywhere(length)


def _separators(dossier: Dossier, artifact: Artifact, links: Sequence[Link]) -> Iterator[tuple[Way, Mask]]:
    """What stands between the parts of a packed block and is none of them, where the manifest says so."""
    layout = find_layout(dossier, artifact)
    steps = {link.by for link in links}
    by = next(iter(steps)) if len(steps) == 1 else PACKING
    mask = np.zeros(len(artifact.text or ""), dtype=np.bool_)
    for gap in layout.gaps if layout is not None else ():
        mask[gap.start : gap.end] = True
    yield Way(Ending.INSERTED, artifact.key, by), mask


def _unexplained(
    artifact: Artifact, length: int, links: Sequence[Link], lost: Sequence[str]
) -> Iterator[tuple[Way, Mask]]:
    """Words of which no map says anything: their writer's own where they are marked as generated."""
    key = artifact.key
    writers = {link.by for link in links if link.edge and link.edge.transformation.mediation in _WRITING}
    generated = _is(_origins(artifact, length), Origin.GENERATED, Origin.MIXED)
    reason = next(iter(lost), "")
    yield Way(Ending.GENERATED, key, next(iter(writers)) if len(writers) == 1 else "", reason), generated
    silent = f"no map says where these words of {key} come from"
    nothing = f"nobody recorded what {key} was made from"
    yield Way(Ending.UNKNOWN, key, reason=reason or (silent if links else nothing)), everywhere(length)


_WRITING = (Mediation.MODEL, Mediation.HUMAN)
_CODE_OF_ORIGIN = {origin: code for code, origin in enumerate(Origin)}


def _origins(artifact: Artifact, length: int) -> Codes:
    origins = np.full(length, _CODE_OF_ORIGIN[artifact.origin], dtype=np.uint8)
    for marked in artifact.origins:
        origins[marked.span.start : marked.span.end] = _CODE_OF_ORIGIN[marked.origin]
    return origins


def _is(origins: Codes, *wanted: Origin) -> Mask:
    return np.isin(origins, [_CODE_OF_ORIGIN[origin] for origin in wanted])
