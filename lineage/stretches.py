"""Stretches of many stored texts at once: a page of places costs a few statements, however many there are.

What holds for one stretch (`lineage.windows`) holds here: a text that a process reads first is read whole and hashed,
and of a large one that was verified only the bytes around each place are read.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import BinaryField, IntegerField, Value
from django.db.models.functions import Substr

from lineage.bulk import in_parts
from lineage.models import rows
from lineage.models.coding import LARGEST_TEXT, Coding
from lineage.models.content import ContentAbsent, ContentDamaged
from lineage.text.span import Span
from lineage.windows import VERIFIED, Layout, Stretch, lay_out

# SQLite joins at most 500 SELECTs to one statement.
AT_ONCE = 200


class Wanted(NamedTuple):
    """The stretch that `choose` names when it is told the text's length; `content` needs no body."""

    content: Any
    choose: Callable[[int], Span]


def read_stretches(wanted: Sequence[Wanted]) -> list[Stretch | None]:
    """One for each, in their order; None where the bytes are not kept. It does not ask who may read.

    Raises ContentDamaged, UnicodeDecodeError, and ValueError where a choice leaves its text.
    """
    found: list[Stretch | None] = [None] * len(wanted)
    known: dict[int, Layout] = {}
    for one in wanted:
        layout = VERIFIED.find((one.content.pk, bytes(one.content.sha256)))
        if layout is not None:
            known[one.content.pk] = layout
    by_content: dict[int, list[int]] = {}
    for number, one in enumerate(wanted):
        by_content.setdefault(one.content.pk, []).append(number)
    for content in _contents(by_content.keys() - known.keys()):
        text = _text(content)
        for number in by_content[content.pk] if text is not None else ():
            span = wanted[number].choose(len(text or ""))
            found[number] = Stretch(span.slice(text or ""), span.start, len(text or ""))
    pieces = [number for number, one in enumerate(wanted) if one.content.pk in known]
    for part in in_parts(pieces, AT_ONCE):
        _read_pieces(wanted, part, known, found)
    return found


def _contents(ids: Iterable[int]) -> Iterable[Any]:
    """One whole text in memory at a time."""
    wanted = sorted(ids)
    return rows.Content.objects.filter(pk__in=wanted).order_by("pk").iterator(chunk_size=1) if wanted else ()


def _text(content: Any) -> str | None:
    try:
        text: str = content.get_text()
    except ContentAbsent:
        return None
    if content.size > LARGEST_TEXT and content.coding == Coding.PLAIN:
        VERIFIED.remember((content.pk, bytes(content.sha256)), lay_out(text, content.size))
    return text


def _read_pieces(
    wanted: Sequence[Wanted], part: Sequence[int], known: dict[int, Layout], found: list[Stretch | None]
) -> None:
    spans, selects = {}, []
    for number in part:
        pk = wanted[number].content.pk
        span = wanted[number].choose(known[pk].length)
        if not 0 <= span.start <= span.end <= known[pk].length:
            raise ValueError(f"span {span.start}..{span.end} leaves a text of {known[pk].length} code points")
        place, before = known[pk].locate(span)
        spans[number] = span, before
        body = Substr("body", place.start + 1, place.length, output_field=BinaryField())
        selected = rows.Content.objects.filter(pk=pk).annotate(number=Value(number, IntegerField()), part=body)
        selects.append(selected.values_list("number", "part"))
    first, *others = selects
    for number, body in first.union(*others, all=True) if others else first:
        span, before = spans[number]
        content = wanted[number].content
        if body is not None:
            text = _decoded(bytes(body))[before : before + span.length]
            if len(text) != span.length:
                name = f"content sha256:{bytes(content.sha256).hex()}"
                raise ContentDamaged(f"{name} has changed since it was read first")
            found[number] = Stretch(text, span.start, known[content.pk].length)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""
