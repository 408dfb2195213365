"""The annotations of an output text: what each cites, and where its marker stands (formats.md 2 and 4).

The range of a `url_citation` is the link in the text, that of a `container_file_citation` a path; a `file_citation`
has a point where a marker was removed. None of them is a place in a source. xAI often leaves the range out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from lineage.evidence.locating import UNFITTING
from lineage.formats.answer_ranges import Ruler, choose_convention, convention_name, read_offsets
from lineage.formats.node import Node, is_whole_number
from lineage.text.span import Span
from lineage.text.units import PROBING_ORDER, Convention, Unit

DOCUMENTED = PROBING_ORDER[0]
LONGEST_MARKER = 10_000
LONGEST_LABEL = 500
NOT_SETTLED = "code_point or utf16_code_unit"
_LENTICULAR = re.compile(r"\u3010[^\u3010\u3011]*\u3011")


class Annotation(NamedTuple):
    """An annotation as it was written. `cited` is the id or address of its source, which may be anything."""

    raw: Any
    kind: str
    cited: Any
    offsets: tuple[int, int] | None
    point: int | None


class Anchored(NamedTuple):
    """An annotation with the place of its numbers, by which convention, and the points that are possible instead.

    `marker` is the place, or the link of Markdown whose target it is.
    """

    annotation: Annotation
    place: Span | None = None
    convention: str = ""
    points: tuple[int, ...] = ()
    marker: Span | None = None


def read_annotation(node: Node) -> Annotation:
    """What an annotation says. Anything may be wrong with it."""
    fields = node.value if isinstance(node.value, dict) else {}
    kind, index = fields.get("type"), fields.get("index")
    return Annotation(
        raw=node.value,
        kind=kind if isinstance(kind, str) else "",
        cited=fields.get("url") if kind == "url_citation" else fields.get("file_id"),
        offsets=read_offsets(fields.get("start_index"), fields.get("end_index")),
        # `index` of a file_path counts files.
        point=index if kind == "file_citation" and is_whole_number(index) and index > 0 else None,
    )


def is_citation(annotation: Annotation) -> bool:
    """A `file_path` names a file that the model wrote; whatever else annotates an answer cites something."""
    return annotation.kind != "file_path"


def anchor_annotations(text: str, annotations: Sequence[Annotation]) -> tuple[Anchored, ...]:
    """Every annotation with the place of its marker; ranges by the first convention that fits all of them."""
    ruler = Ruler(text)
    finders = [partial(_find_marker, ruler, annotation) for annotation in annotations if annotation.offsets]
    chosen = choose_convention(PROBING_ORDER, finders) or DOCUMENTED
    return tuple(_anchor(ruler, annotation, chosen) for annotation in annotations)


def _anchor(ruler: Ruler, annotation: Annotation, convention: Convention) -> Anchored:
    if annotation.offsets is not None:
        place = _find_marker(ruler, annotation, convention)
        if place is None:
            return Anchored(annotation, None, UNFITTING)
        return Anchored(annotation, place, convention_name(convention), marker=_find_link(ruler.text, place))
    if annotation.point is None:
        return Anchored(annotation)
    found = [ruler.find_point(annotation.point, unit) for unit in (Unit.CODE_POINT, Unit.UTF16)]
    points = tuple(dict.fromkeys(point for point in found if point is not None))
    if not points:
        return Anchored(annotation, None, UNFITTING)
    if len(points) > 1:
        # Nothing in the payload tells the two units apart, and no words are named that would.
        return Anchored(annotation, None, NOT_SETTLED, points)
    unit = Unit.CODE_POINT if found[0] is not None else Unit.UTF16
    point = Span(points[0], points[0])
    return Anchored(annotation, point, f"{unit}, a point", marker=point)


def _find_marker(ruler: Ruler, annotation: Annotation, convention: Convention) -> Span | None:
    """The place of a range that holds what a marker of its source would hold."""
    assert annotation.offsets is not None
    span = ruler.find_place(annotation.offsets, convention)
    if span is None or span.length > LONGEST_MARKER:
        return None
    words = span.slice(ruler.text)
    named = "sandbox:" if annotation.kind == "container_file_citation" else annotation.cited
    if isinstance(named, str) and named and named in words:
        return span
    return span if _LENTICULAR.fullmatch(words) else None


def _find_link(text: str, target: Span) -> Span:
    """The link whose target this is, else the place itself."""
    if not text.endswith("](", 0, target.start) or not text.startswith(")", target.end):
        return target
    start = text.rfind("[", max(0, target.start - LONGEST_LABEL), target.start)
    return target if start < 0 else Span(start, target.end + 1)
