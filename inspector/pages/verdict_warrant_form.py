"""The part of the verdict form that asks for a warrant: operands, formula, result, and what came out of them. Pure."""

from collections.abc import Iterator, Mapping

from inspector.pages.choices import Choice
from inspector.pages.claim_evidence import name_of
from inspector.pages.claim_reading import Reading
from inspector.pages.verdict_view import OperandRow, Question, WarrantForm
from inspector.pages.verdict_warrant import OperandSent, operands_sent, read_warrant
from inspector.verdict_fields import Sent, Sheet
from lineage.evidence.bundle import Warrant
from lineage.evidence.vocabulary import DerivationVerdict
from lineage.evidence.warrant import LETTERS, MOST_OPERANDS, recompute

FEWEST = 2
WHEREVER = "any of them"
COMPUTED = "as computed"
STATES = {DerivationVerdict.WARRANTED: "pass", DerivationVerdict.INVALID_TRANSFORMATION: "fail"}


def warrant_of(reading: Reading, sheet: Sheet, sent: Sent, errors: Mapping[str, str]) -> WarrantForm:
    """As it was sent; at first as the answer's producer gave it, which is for the reviewer to check."""
    given = reading.claim.warrant if not sent.lists else None
    rows = _given(given) if given is not None else operands_sent(sent)
    came_out = recompute(given) if given is not None else read_warrant(sheet, sent, (), {}).recomputed
    chosen = sent.get("derivation")
    derivations = (term for term in DerivationVerdict if term is not DerivationVerdict.NOT_APPLICABLE)
    words = {name: sent.get(f"warrant-{name}") for name in ("formula", "result", "unit", "explanation")}
    if given is not None:
        words = {name: getattr(given, name) for name in words}
    return WarrantForm(
        operands=tuple(_rows(reading, rows, errors)),
        **words,
        derivation=Question(
            name="derivation",
            legend="The derivation",
            choices=(
                Choice("", COMPUTED, "", not chosen),
                *(Choice(term.value, term.label, "", term.value == chosen) for term in derivations),
            ),
            error=errors.get("derivation", ""),
        ),
        said=came_out.sentence if came_out else "",
        state=STATES.get(came_out.verdict, "unclear") if came_out and came_out.verdict else "absent",
        error=errors.get("warrant", ""),
    )


def _given(warrant: Warrant) -> tuple[OperandSent, ...]:
    return tuple(
        OperandSent(number, one.value, one.unit, one.role, "")
        for number, one in enumerate(warrant.operands[:MOST_OPERANDS], start=1)
    )


def _rows(reading: Reading, rows: tuple[OperandSent, ...], errors: Mapping[str, str]) -> Iterator[OperandRow]:
    """What is written, and one row more to write in; two at least."""
    by_number = {row.number: row for row in rows}
    last = min(max(FEWEST, max(by_number, default=0) + 1), MOST_OPERANDS)
    for number in range(1, last + 1):
        row = by_number.get(number, OperandSent(number, "", "", "", ""))
        offered = ((citation.key, name_of(citation)) for citation in reading.citations)
        yield OperandRow(
            number=number,
            letter=LETTERS[number - 1],
            value=row.value,
            unit=row.unit,
            role=row.role,
            places=(
                Choice("", WHEREVER, "", not row.place),
                *(Choice(key, marker, "", key == row.place) for key, marker in offered),
            ),
            error=errors.get(f"operand-{number}", ""),
        )
