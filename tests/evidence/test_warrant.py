"""Does a derived value follow from its operands? The first rows are the ones of S0-62; the others computed by hand."""

import pytest

from lineage.evidence.bundle import Operand, Warrant
from lineage.evidence.vocabulary import DerivationVerdict
from lineage.evidence.warrant import named_operands, recompute
from lineage.text.span import Span

WARRANTED = DerivationVerdict.WARRANTED
INCOMPLETE = DerivationVerdict.INCOMPLETE_WARRANT
INVALID = DerivationVerdict.INVALID_TRANSFORMATION


def warrant(formula: str, result: str, *operands: str, explanation: str = "") -> Warrant:
    """Operands and result as `31 days`: the value, then its unit."""
    value, _, unit = result.partition(" ")
    return Warrant(
        rule="arithmetic",
        formula=formula,
        result=value,
        unit=unit,
        explanation=explanation,
        operands=tuple(_operand(words) for words in operands),
    )


def _operand(words: str) -> Operand:
    role, _, rest = words.rpartition("=")
    value, _, unit = rest.partition(" ")
    return Operand(artifact="schedule", span=Span(0, 7), value=value, unit=unit, role=role)


TABLE = [
    ("a-b", "7 days", ("31 days", "24 days"), WARRANTED),
    ("a-b", "8 days", ("31 days", "24 days"), INVALID),
    ("a-b", "7 days", ("31", "24 days"), INCOMPLETE),
    ("a-b", "7 days", (), INCOMPLETE),
    ("a-b", "7", ("31 days", "24 days"), INCOMPLETE),
    ("a-c", "7 days", ("31 days", "24 days"), INCOMPLETE),
    # One day and two days are one unit; days and hours are two, and nothing is converted.
    ("a-b", "1 day", ("25 days", "24 days"), WARRANTED),
    ("a-b", "7 days", ("31 days", "24 hours"), INVALID),
    ("a-b", "7 hours", ("31 days", "24 days"), INVALID),
    # 31 - 24 = 7 days from 24 to 31 January; February of 2028 has 29 days.
    ("days(a, b)", "7 days", ("2026-01-24 date", "2026-01-31 date"), WARRANTED),
    ("b - a", "30 days", ("2028-02-01 date", "2028-03-02 date"), WARRANTED),
    ("days(a, b)", "-7 days", ("2026-01-31 date", "2026-01-24 date"), WARRANTED),
    ("a + b", "7 days", ("2026-01-31 date", "2026-01-24 date"), INVALID),
    # 30 September and 90 days: 31 of October, 30 of November and 29 of December.
    ("a + b", "2026-12-29 date", ("2026-09-30 date", "90 days"), WARRANTED),
    ("b + a", "2026-12-28 date", ("2026-09-30 date", "90 days"), INVALID),
    ("a - b", "2026-09-30 date", ("2026-12-29 date", "90 days"), WARRANTED),
    ("a + b", "2026-12-29 date", ("2026-09-30 date", "90 hours"), INVALID),
    ("a + b", "2026-12-29 date", ("2026-09-30 date", "9.5 days"), INVALID),
    ("a + b", "9999-12-31 date", ("2026-09-30 date", "99999999999 days"), INVALID),
    ("a - b", "7 days", ("2026-02-30 date", "2026-01-24 date"), INVALID),
    ("days(a, b)", "7 days", ("31 days", "24 days"), INVALID),
    # 12 EUR a day for 3 days are 36 EUR; the other way round they are 4.
    ("a * b", "36 EUR", ("12 EUR/day", "3 days"), WARRANTED),
    ("a / b", "12 EUR per day", ("36 EUR", "3 days"), WARRANTED),
    ("a * b", "36 USD", ("12 EUR/day", "3 days"), INVALID),
    ("a * b", "36 eur", ("12 EUR/day", "3 days"), INVALID),
    # 9 of 12 are 75 %, and 1/3 is 33.3 % to three digits, not 33.4.
    ("a / b", "75 %", ("9 cases", "12 cases"), WARRANTED),
    ("a / b", "0.75 1", ("9 cases", "12 cases"), WARRANTED),
    ("a / b", "33.3 %", ("1 case", "3 cases"), WARRANTED),
    ("a / b", "33.4 %", ("1 case", "3 cases"), INVALID),
    ("a / b", "50 %", ("54 cases", "100 cases"), INVALID),
    ("a - b", "20 %", ("25 %", "5 %"), WARRANTED),
    # Both ways of rounding a half are in use.
    ("a / b", "2 cases", ("5 cases", "2 1"), WARRANTED),
    ("a / b", "3 cases", ("5 cases", "2 1"), WARRANTED),
    ("a / b", "4 cases", ("5 cases", "2 1"), INVALID),
    # Decimals stay decimals: in binary 0.1 + 0.2 is not 0.3.
    ("a + b", "0.3 kg", ("0.1 kg", "0.2 kg"), WARRANTED),
    ("a * 1.10", "110.00 EUR", ("100 EUR",), WARRANTED),
    ("min(a, b, c)", "2 days", ("5 days", "2 days", "9 days"), WARRANTED),
    ("max(a, b, c)", "9 days", ("5 days", "2 days", "9 days"), WARRANTED),
    ("sum(a, b, c)", "16 days", ("5 days", "2 days", "9 days"), WARRANTED),
    ("max(a, b)", "5 days", ("5 days", "2 hours"), INVALID),
    ("(a + b) * 2 - -c", "23 days", ("5 days", "2 days", "9 days"), WARRANTED),
    ("a / b", "1 1", ("5 days", "0 days"), INVALID),
    ("a", "five days", ("5 days",), INVALID),
    # A call-out of 38 and two and a half hours of 62 each.
    ("a + 2.5 × b", "193.00 euros", ("38.00 euros", "62.00 euros"), WARRANTED),
    ("38.00 + 2.5 × 62.00", "193.00 euros", ("38.00 euros", "62.00 euros"), None),
    ("total − left", "7 days", ("total=31 days", "left=24 days"), WARRANTED),
    ("total - left", "7 days", ("total=31 days", "left=24 days"), WARRANTED),
]


@pytest.mark.parametrize(("formula", "result", "operands", "verdict"), TABLE)
def test_a_derivation_is_computed_again(
    formula: str, result: str, operands: tuple[str, ...], verdict: DerivationVerdict | None
) -> None:
    found = recompute(warrant(formula, result, *operands))
    assert found.verdict is verdict, found.sentence


def test_what_came_out_is_said_beside_what_is_claimed() -> None:
    assert recompute(warrant("a-b", "8 days", "31 days", "24 days")).sentence == "a-b is 7 days, the claim says 8 days."
    assert recompute(warrant("a/b", "33 %", "1 case", "3 cases")).sentence == (
        "a/b is 33.333333 %, which the claim gives as 33 %."
    )


def test_a_rule_in_words_is_left_to_a_person() -> None:
    found = recompute(warrant("", "7 days", "31 days", explanation="A stay ends with the month."))
    assert found.verdict is None and "for a person to say" in found.sentence
    assert recompute(warrant("", "7 days", "31 days")).verdict is INCOMPLETE


HOSTILE = [
    "__import__('os')",
    "a.real",
    "a ** 9999999999",
    "a << 99",
    "a if a else b",
    "[a for a in b]",
    "lambda: a",
    "(a := b)",
    "'a' * 99999999999",
    "1e999 * a",
    "0x10 + a",
    "1_000 + a",
    "a // b",
    "a % b",
    "eval(a)",
    "min(*a)",
    "min(a, key=b)",
    "min()",
    "ａ - b",
    "a - b\n- a",
    "a; b",
    "(" * 150 + "a" + ")" * 49,
    "-" * 150 + "a",
    "a" * 201,
    "1" * 31,
    "f'{a}'",
    "True",
]


@pytest.mark.parametrize("formula", HOSTILE)
def test_a_formula_of_other_words_computes_nothing(formula: str) -> None:
    assert recompute(warrant(formula, "7 days", "31 days", "24 days")).verdict in (None, INCOMPLETE, INVALID)


def test_numbers_without_end_are_computed_and_shown_short() -> None:
    found = recompute(warrant("*".join("a" * 35), "7 1", "9" * 30 + " 1"))
    assert found.verdict is INVALID and len(found.sentence) < 300


def test_operands_are_named_in_order_and_by_roles_that_are_names_of_their_own() -> None:
    def names(*operands: str) -> list[str]:
        return list(named_operands(warrant("", "1 1", *operands)))

    assert names("total=3 days", "left=2 days") == ["a", "b", "total", "left"]
    assert names("the total=3 days", "min=2 days") == ["a", "b"]
    assert names("x=3 days", "x=2 days") == ["a", "b"]
    # What is called b there is the second one, whatever the first calls itself.
    swapped = named_operands(warrant("", "1 1", "b=3 days", "a=2 days"))
    assert (swapped["a"].value, swapped["b"].value) == ("3", "2")
