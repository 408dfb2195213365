"""Places where words stand in an original, each drawn with its neighbours, and what a reviewer can do with it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from inspector.frozen_originals import generated_ranges
from inspector.located import LONGEST_WORDS, NotLocated, Placed, place, written
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines
from inspector.pages.scan_view import Attachable, Attached, HitLine
from inspector.verdict_fields import Located
from lineage.access import Reader
from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.vocabulary import ClaimKind, SpanRole
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.text.normalization import DEFAULT, NormalizationPolicy
from lineage.text.occurrences import Occurrence
from lineage.text.span import Span, cover
from lineage.text.views import view_of

NEAR, FAR = 200, 600
COMPUTED = (ClaimKind.DERIVED, ClaimKind.EXACT_VALUE, ClaimKind.SYNTHESIS, ClaimKind.UNCLASSIFIED)
"""Claims whose verdict may show a calculation: its operands are stretches of originals too."""
NOT_RECORDED = "What the answer was given was not recorded."
WAS_GIVEN = "The answer was given this sentence."
WAS_NOT_GIVEN = "The answer was not given this sentence: retrieval left it out."
GENERATED = "These words are marked as generated, not written by the source. They are no evidence."
TOO_LONG = f"Longer than the {LONGEST_WORDS} characters that can be attached at once."


class Found(NamedTuple):
    """A place in the text of an artifact row, and the policy by which it was looked through."""

    text: Any
    place: Occurrence
    policy: NormalizationPolicy


@dataclass(frozen=True, slots=True)
class Given:
    """The passages that an answer was given, as they compare; `takes_operands` is of the claim that was asked about."""

    passages: tuple[str, ...] = ()
    takes_operands: bool = False

    def omits(self, text: str, span: Span) -> bool:
        """Whether the sentence that words stand in is in no passage; False where no passage was recorded."""
        sentence = view_of(sentences_around(text, span)[1].slice(text), DEFAULT)
        return bool(self.passages) and not any(sentence in passage for passage in self.passages)

    def said(self, *, is_omission: bool) -> str:
        if not self.passages:
            return NOT_RECORDED
        return WAS_NOT_GIVEN if is_omission else WAS_GIVEN


def read_given(claim: Any) -> Given:
    """What the answer of a claim was given, as far as its words are kept. One statement."""
    entries = rows.ManifestEntry.objects.filter(answer=claim.answer_id, artifact__content__isnull=False)
    passages = []
    for entry in entries.select_related("artifact__content").order_by("ordinal"):
        text = entry.artifact
        try:
            words = text.content.get_text()
        except ContentAbsent:
            continue
        for start, end in ((text.start, text.end), (entry.start, entry.end)):
            words = words if start is None else words[start:end]
        passages.append(view_of(words, DEFAULT))
    return Given(tuple(passages), takes_operands(claim))


def takes_operands(claim: Any) -> bool:
    return ClaimKind(claim.kind) in COMPUTED


def hits_of(found: Iterable[Found], words: Mapping[int, str], given: Given) -> Iterator[HitLine]:
    generated: dict[int, tuple[Span, ...]] = {}
    for text, occurrence, policy in found:
        if text.pk not in generated:
            generated[text.pk] = generated_ranges(text)
        whole, span = words[text.pk], occurrence.span
        is_omission = given.omits(whole, span)
        why_not = GENERATED if any(span.intersect(one) for one in generated[text.pk]) else ""
        why_not = why_not or (TOO_LONG if span.length > LONGEST_WORDS else "")
        version = text.version
        query = urlencode({"artifact": text.key, "at": span.start, "to": span.end})
        yield HitLine(
            title=f"{version.title or version.source.key}, version {version.version}",
            url=f"{reverse('source', args=[version.public_id])}?{query}",
            place=f"characters {span.start} to {span.end}",
            how="exactly" if occurrence.is_exact else f"as {policy.name}@{policy.revision} normalizes words",
            drawn=draw_with_neighbours(text, whole, span),
            given=given.said(is_omission=is_omission),
            attachable=() if why_not else attachable_of(text, whole, span, given, is_omission=is_omission),
            why_not=why_not,
        )


def attachable_of(text: Any, words: str, span: Span, given: Given, *, is_omission: bool) -> tuple[Attachable, ...]:
    """As evidence, and where the claim may be computed, as an operand: an operand is nobody's omission."""
    stretch = Located(text.key, span.start, span.end, span.slice(words), SpanRole.LOCATED, is_omission)
    found = [Attachable(written(stretch), "attach as evidence")]
    if given.takes_operands:
        operand = stretch._replace(role=SpanRole.OPERAND, is_omission=False)
        found.append(Attachable(written(operand), "attach as an operand of the calculation"))
    return tuple(found)


def draw_with_neighbours(text: Any, words: str, span: Span) -> DrawnText:
    """The words marked, with the sentence before and the sentence after; its words can be selected too."""
    near = [one for one in sentences_around(words, span, reach=FAR) if not one.is_empty]
    around = cover([*near, Span(max(0, span.start - NEAR), min(len(words), span.end + NEAR))])
    return draw(
        words,
        [Layer("", span, ("hl", "hl-here"))],
        on_lines(words, around),
        language=text.language,
        direction=text.direction,
        artifact=text.key,
    )


def attached_of(reader: Reader, claim: Any, wanted: Iterable[Located]) -> tuple[Attached, ...]:
    """Stretches as they go with a form. Whether the answer was given them is found out here, whatever was sent.

    Raises NotLocated.
    """
    listed = list(wanted)
    given = read_given(claim) if listed else Given()
    found = []
    for one in place(reader, claim, listed):
        if isinstance(one, NotLocated):
            raise one
        found.append(_attached(one, given))
    return tuple(found)


def _attached(placed: Placed, given: Given) -> Attached:
    located, row, text = placed
    span = Span(located.start, located.end)
    is_operand = located.role is SpanRole.OPERAND
    is_omission = not is_operand and given.omits(text, span)
    version = row.version
    title = version.title or version.source.key
    return Attached(
        value=written(located._replace(is_omission=is_omission)),
        words=located.words,
        is_operand=is_operand,
        place=f"{title}, version {version.version}, characters {span.start} to {span.end}",
        drawn=draw_with_neighbours(row, text, span),
        given="" if is_operand else given.said(is_omission=is_omission),
    )
