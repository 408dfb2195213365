"""Formulas of derived claims: names, numbers, + - * / ( ), min, max, sum, days, and nothing else is evaluated. Pure."""

import ast
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from lineage.evidence.quantities import (
    PLAIN,
    NoQuantity,
    Quantity,
    add,
    days_after,
    days_between,
    multiply,
    same_unit,
)

LONGEST, DEEPEST = 200, 40
NO_NAME = "the formula names none of the operands"
WORDS = "a formula has names of operands, numbers, + - * / ( ), min, max, sum and days, and no more"

PRINTED = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
"""Signs as people and word processors write them."""

Value = Quantity | date


class NotReadable(ValueError):
    """The formula is none of ours: nothing was computed, and a person has to say whether it holds."""


class UnknownOperand(ValueError):
    """A name in the formula that no operand has."""


def evaluate(formula: str, names: Mapping[str, Value]) -> Value:
    """Raises NotReadable, UnknownOperand, and NoQuantity where units or kinds do not fit.

    A formula of numbers alone is none: nothing would tie its result to the operands.
    """
    formula = formula.strip().translate(PRINTED)
    if len(formula) > LONGEST or not formula.isascii():
        raise NotReadable(WORDS)
    try:
        tree = ast.parse(formula, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise NotReadable(WORDS) from None
    value = _evaluate(tree, formula, names, 0)
    if not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(tree)):
        raise NotReadable(NO_NAME)
    return value


def _evaluate(node: ast.expr, formula: str, names: Mapping[str, Value], depth: int) -> Value:
    if depth > DEEPEST:
        raise NotReadable(WORDS)
    match node:
        case ast.Name(id=name):
            if name not in names:
                raise UnknownOperand(name)
            return names[name]
        case ast.Constant():
            # The digits as they were written: a float would be another number.
            written = ast.get_source_segment(formula, node) or ""
            if not PLAIN.fullmatch(written):
                raise NotReadable(WORDS)
            return Quantity(Decimal(written))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = _number(_evaluate(inner, formula, names, depth + 1))
            return Quantity(-value.value, value.unit)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
            both = (_evaluate(side, formula, names, depth + 1) for side in (left, right))
            return OPERATORS[type(sign)](*both)
        case ast.Call(func=ast.Name(id=called), args=[_, *_] as given, keywords=[]) if called in FUNCTIONS:
            return FUNCTIONS[called](*(_evaluate(one, formula, names, depth + 1) for one in given))
    raise NotReadable(WORDS)


def _number(value: Value) -> Quantity:
    if isinstance(value, date):
        raise NoQuantity("a day is no number: days(a, b) gives the days from one to the other")
    return value


def _plus(one: Value, other: Value) -> Value:
    if isinstance(one, date):
        return days_after(one, _number(other))
    return days_after(other, one) if isinstance(other, date) else add(one, other)


def _minus(one: Value, other: Value) -> Value:
    if isinstance(one, date) and isinstance(other, date):
        return days_between(other, one)
    if isinstance(one, date):
        return days_after(one, _number(other), -1)
    return add(one, _number(other), -1)


def _days(*given: Value) -> Value:
    match given:
        case (date() as start, date() as end):
            return days_between(start, end)
    raise NoQuantity("days needs two days, as in days(a, b)")


def _sum(first: Value, *others: Value) -> Value:
    total = _number(first)
    for one in others:
        total = add(total, _number(one))
    return total


def _chosen(choose: Callable[..., Quantity]) -> Callable[..., Value]:
    def chosen(*given: Value) -> Value:
        numbers = [_number(one) for one in given]
        for one in numbers[1:]:
            same_unit(numbers[0], one)
        return choose(numbers, key=lambda one: one.value)

    return chosen


OPERATORS: Mapping[type, Callable[[Value, Value], Value]] = {
    ast.Add: _plus,
    ast.Sub: _minus,
    ast.Mult: lambda one, other: multiply(_number(one), _number(other)),
    ast.Div: lambda one, other: multiply(_number(one), _number(other), -1),
}
FUNCTIONS: Mapping[str, Callable[..., Value]] = {"min": _chosen(min), "max": _chosen(max), "sum": _sum, "days": _days}
