"""Does a derived value follow from its operands? Said by code where it can compute it again (S0-62, M-65). Pure."""

import re
from collections import Counter
from datetime import date
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from typing import NamedTuple

from lineage.evidence.bundle import Operand, Warrant
from lineage.evidence.formulas import FUNCTIONS, NotReadable, UnknownOperand, Value, evaluate
from lineage.evidence.quantities import NoQuantity, is_percent, read_quantity, show_unit
from lineage.evidence.vocabulary import DerivationVerdict

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_OPERANDS = len(LETTERS)
# More digits than any operand and any claimed result has: what is compared is never rounded before.
PRECISION = 120
LONGEST_SHOWN = 20
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}", re.ASCII | re.IGNORECASE)
NO_FORMULA = "Without a formula code cannot compute it again; whether the rule holds is for a person to say."


class Recomputed(NamedTuple):
    """`verdict` is None where code cannot say. `sentence` says what came out, or what is missing."""

    verdict: DerivationVerdict | None
    sentence: str


def recompute(warrant: Warrant) -> Recomputed:
    """What code can say of a derivation."""
    missing = _missing(warrant)
    if missing:
        return Recomputed(DerivationVerdict.INCOMPLETE_WARRANT, missing)
    if not warrant.formula.strip():
        return Recomputed(None, NO_FORMULA)
    try:
        with localcontext(prec=PRECISION):
            found = evaluate(warrant.formula, {name: _read(one) for name, one in named_operands(warrant).items()})
            return _compare(warrant, found, read_quantity(warrant.result, warrant.unit))
    except NotReadable as error:
        return Recomputed(None, f"Code cannot compute this again: {error}.")
    except UnknownOperand as error:
        return Recomputed(DerivationVerdict.INCOMPLETE_WARRANT, f"The formula names {error}, which is no operand.")
    except NoQuantity as error:
        return Recomputed(DerivationVerdict.INVALID_TRANSFORMATION, f"It does not hold: {error}.")


def named_operands(warrant: Warrant) -> dict[str, Operand]:
    """By their names in the formula: a, b, c in order, and their roles where these are names that no other one has."""
    named = dict(zip(LETTERS, warrant.operands, strict=False))
    roles = Counter(operand.role.strip() for operand in warrant.operands)
    for operand in warrant.operands:
        role = operand.role.strip()
        if NAME.fullmatch(role) and roles[role] == 1 and role not in FUNCTIONS:
            named.setdefault(role, operand)
    return named


def _missing(warrant: Warrant) -> str:
    """What a whole warrant would also say; empty where nothing is missing."""
    if not warrant.operands:
        return "No operand is named: a derivation starts from values that stand in a source."
    if len(warrant.operands) > MOST_OPERANDS:
        return f"These are {len(warrant.operands)} operands; at most {MOST_OPERANDS} are computed with."
    for name, operand in zip(LETTERS, warrant.operands, strict=False):
        if not operand.value.strip():
            return f"Operand {name} has no value."
        if not operand.unit.strip():
            return f"Operand {name} has no unit; write 1 for a plain number, date for a day."
    if not (warrant.formula.strip() or warrant.explanation.strip()):
        return "Neither a formula nor an explanation connects the operands with the result."
    if warrant.formula.strip() and not (warrant.result.strip() and warrant.unit.strip()):
        return "The claimed result has no value or no unit; write 1 for a plain number."
    return ""


def _read(operand: Operand) -> Value:
    return read_quantity(operand.value, operand.unit)


def _compare(warrant: Warrant, found: Value, claimed: Value) -> Recomputed:
    """Equal to the digits that the claim gives."""
    claim = f"{warrant.result.strip()} {warrant.unit.strip()}"
    if isinstance(found, date) or isinstance(claimed, date):
        holds, came_out = found == claimed, _show(found, warrant.unit)
    elif found.unit != claimed.unit:
        sentence = f"It comes out in {show_unit(found.unit)}, the claim says {show_unit(claimed.unit)}."
        return Recomputed(DerivationVerdict.INVALID_TRANSFORMATION, sentence)
    else:
        holds, came_out = _is_rounded(found.value, claimed.value), _show(found, warrant.unit)
    if not holds:
        sentence = f"{warrant.formula.strip()} is {came_out}, the claim says {claim}."
        return Recomputed(DerivationVerdict.INVALID_TRANSFORMATION, sentence)
    rounded = "" if found == claimed else f", which the claim gives as {claim}"
    return Recomputed(DerivationVerdict.WARRANTED, f"{warrant.formula.strip()} is {came_out}{rounded}.")


def _is_rounded(found: Decimal, claimed: Decimal) -> bool:
    """Whether the claim is what was found, rounded to the digits of the claim."""
    exponent = claimed.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    if abs(found - claimed) > step:
        return False
    return any(found.quantize(step, rounding) == claimed for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP))


def _show(value: Value, unit: str) -> str:
    if isinstance(value, date):
        return value.isoformat()
    shown = value.value * 100 if is_percent(unit) else value.value
    shortest = f"{shown:.6f}".rstrip("0").rstrip(".") if shown.adjusted() < LONGEST_SHOWN else f"{shown:.6g}"
    return f"{shortest} {unit.strip() if unit.strip() not in ('1', '') else ''}".strip()
