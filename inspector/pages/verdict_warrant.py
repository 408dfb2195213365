"""The warrant of a derived claim: read from a form, operands found in the source's words, computed again. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pydantic import ValidationError

from inspector.verdict_fields import Cited, Located, Sent, Sheet
from lineage.evidence.bundle import Operand, Warrant
from lineage.evidence.vocabulary import DerivationVerdict, SpanRole
from lineage.evidence.warrant import MOST_OPERANDS, Recomputed, recompute
from lineage.text.span import Span

FIELDS = ("value", "unit", "role", "from")
BY_FORMULA, BY_RULE = "formula", "rule in words"
LONGEST = 2_000
SEPARATORS = re.compile(r"(?<=\d)[,'’\u00a0\u202f ](?=\d{3}(?!\d))")
"""Between thousands: 1,200 and 1 200 are read as 1200."""
NOT_WHOLE = "This has characters that cannot be kept; write it again."


class OperandSent(NamedTuple):
    """One row of the form. `place` is the citation that it names, empty for "wherever it stands"."""

    number: int
    value: str
    unit: str
    role: str
    place: str

    @property
    def is_empty(self) -> bool:
        return not (self.value or self.unit or self.role)


class WarrantSent(NamedTuple):
    """`recomputed` is None where nothing was written."""

    warrant: Warrant | None
    recomputed: Recomputed | None


def operands_sent(sent: Sent) -> tuple[OperandSent, ...]:
    """The rows that somebody wrote in, in their order."""
    rows = (
        OperandSent(number, *(sent.get(f"operand-{number}-{name}").strip() for name in FIELDS))
        for number in range(1, MOST_OPERANDS + 1)
    )
    return tuple(row for row in rows if not row.is_empty)


def read_warrant(sheet: Sheet, sent: Sent, located: Iterable[Located], errors: dict[str, str]) -> WarrantSent:
    """What was written, with a word in `errors` for an operand that stands nowhere."""
    rows = operands_sent(sent)
    formula, result, unit, explanation = (
        sent.get(f"warrant-{name}").strip()[:LONGEST] for name in ("formula", "result", "unit", "explanation")
    )
    if not (rows or formula or explanation):
        return WarrantSent(None, None)
    places = tuple(_places(sheet, located))
    operands = tuple(_operands(rows, places, errors))
    try:
        warrant = Warrant(
            rule=BY_FORMULA if formula else BY_RULE,
            formula=formula,
            result=result,
            unit=unit,
            explanation=explanation,
            operands=operands,
        )
    except ValidationError:
        errors["warrant"] = NOT_WHOLE
        return WarrantSent(None, None)
    return WarrantSent(warrant, recompute(warrant))


def read_derivation(
    written: WarrantSent, chosen: DerivationVerdict | None, errors: dict[str, str]
) -> DerivationVerdict:
    """What code computed, else what the reviewer chose; nobody says "warranted" against either (S0-62, S0-68)."""
    computed = written.recomputed.verdict if written.recomputed else DerivationVerdict.INCOMPLETE_WARRANT
    if chosen is DerivationVerdict.WARRANTED:
        if written.warrant is None or not written.warrant.operands:
            errors.setdefault("derivation", "a derivation is warranted only with its operands; name them")
        elif computed not in (None, DerivationVerdict.WARRANTED) and written.recomputed is not None:
            errors.setdefault("derivation", f"this cannot be called warranted: {written.recomputed.sentence}")
    if chosen is None and computed is None:
        errors.setdefault("derivation", "code cannot compute this again: say whether the derivation holds")
    return chosen or computed or DerivationVerdict.INCOMPLETE_WARRANT


def _places(sheet: Sheet, located: Iterable[Located]) -> Iterator[tuple[str, Cited]]:
    """Where an operand may stand: what the reviewer attached as one, then the source's words behind each citation."""
    for one in located:
        if one.role is SpanRole.OPERAND:
            yield "", Cited(one.artifact, one.start, one.end, one.words)
    for citation in sheet.citations:
        yield from ((citation, cited) for cited in sheet.words.get(citation, ()))


def _operands(
    rows: Iterable[OperandSent], places: tuple[tuple[str, Cited], ...], errors: dict[str, str]
) -> Iterator[Operand]:
    for row in rows:
        offered = [cited for citation, cited in places if not row.place or citation == row.place]
        found = next((cited for cited in offered if stands_in(row.value, cited.words)), None)
        if found is None:
            errors[f"operand-{row.number}"] = _nowhere(row)
            continue
        try:
            span = Span(found.start, found.end)
            yield Operand(artifact=found.artifact, span=span, value=row.value, unit=row.unit, role=row.role)
        except ValidationError:
            errors[f"operand-{row.number}"] = NOT_WHOLE


def _nowhere(row: OperandSent) -> str:
    if not row.value:
        return "write the value as it stands in the source"
    where = "the words of this passage" if row.place else "the words of any cited passage"
    return f"“{row.value[:80]}” does not stand in {where}; attach the words of the source that it stands in"


def stands_in(value: str, words: str) -> bool:
    """Whether a value stands in the words, as a number of its own: 3 does not stand in 31.

    Words without any digit may say it in letters: that is for the reviewer to see.
    """
    if not value:
        return False
    if not re.search(r"\d", words):
        return bool(words.strip())
    joined = SEPARATORS.sub("", words)
    number = rf"(?<![\d.,])(?:{re.escape(value)})(?![\d]|[.,]\d)"
    return any(re.search(number, text) is not None for text in (words, joined)) or _has_day(value, words)


def _has_day(value: str, words: str) -> bool:
    """A day is written in many ways: its year and its day of the month are enough to look."""
    match = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", value)
    if match is None:
        return False
    year, day = match[1], match[3].lstrip("0")
    return all(re.search(rf"(?<!\d)0?{part}(?!\d)", words) for part in (year, day))
