"""Numbers with units, and dates, as the operands of a derivation. Pure, in decimals: 0.1 is 0.1.

Units are compared by name and never converted: days and hours do not add up here.
"""

import re
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

PLAIN = re.compile(r"[+-]?\d{1,30}(\.\d{1,20})?", re.ASCII)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
PERCENT = ("%", "percent", "per cent", "pct")
ONE = ("1", "one", "none", "count")
"""How a number without a unit is declared: a count, a ratio."""
DAYS = (("day", 1),)

Unit = tuple[tuple[str, int], ...]
"""Names with their powers, in order: EUR/day is (("EUR", 1), ("day", -1)), () is a plain number."""


class Quantity(NamedTuple):
    value: Decimal
    unit: Unit = ()


class NoQuantity(ValueError):
    """A value that is no number, or units that do not fit each other; says so in words."""


def read_quantity(value: str, unit: str) -> Quantity | date:
    """A value as somebody wrote it, such as 31 with days, 5 with %, or 2026-03-01 with date. Raises NoQuantity."""
    value = value.strip()
    if DATE.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise NoQuantity(f"“{value}” is no day of the calendar") from None
    if not PLAIN.fullmatch(value):
        raise NoQuantity(f"“{value}” is no number: write 1200.5 for a number, 2026-03-01 for a day")
    number = Decimal(value)
    # Scaled, not divided: 50 % keeps its two digits.
    return Quantity(number.scaleb(-2)) if is_percent(unit) else Quantity(number, read_unit(unit))


def read_unit(words: str) -> Unit:
    """`EUR/day`, `EUR per day` and `kg*m` with powers; one day and two days are the same unit."""
    above, *below = re.split(r"/|\bper\b", words)
    powers: dict[str, int] = {}
    for part, power in ((above, 1), *((part, -1) for part in below)):
        for word in re.split(r"[*·]", part):
            name = _name(word)
            if name and name not in ONE:
                powers[name] = powers.get(name, 0) + power
    return _unit(powers)


def add(one: Quantity, other: Quantity, sign: int = 1) -> Quantity:
    """Raises NoQuantity where the units differ."""
    return Quantity(one.value + sign * other.value, same_unit(one, other))


def multiply(one: Quantity, other: Quantity, power: int = 1) -> Quantity:
    """Divides where `power` is -1. Raises NoQuantity for a division by zero."""
    if power < 0 and other.value == 0:
        raise NoQuantity("nothing can be divided by zero")
    powers = dict(one.unit)
    for name, times in other.unit:
        powers[name] = powers.get(name, 0) + power * times
    value = one.value * other.value if power > 0 else one.value / other.value
    return Quantity(value, _unit(powers))


def days_between(start: date, end: date) -> Quantity:
    """From the first day to the second; negative where that is earlier."""
    return Quantity(Decimal((end - start).days), DAYS)


def days_after(day: date, days: Quantity, sign: int = 1) -> date:
    """Raises NoQuantity for what is no whole number of days, and beyond the calendar."""
    if days.unit != DAYS or days.value != days.value.to_integral_value():
        raise NoQuantity("only whole days can be added to a day, or taken from it")
    try:
        return day + timedelta(days=sign * int(days.value))
    except OverflowError:
        raise NoQuantity("the day lies beyond the calendar") from None


def same_unit(one: Quantity, other: Quantity) -> Unit:
    if one.unit != other.unit:
        raise NoQuantity(f"{show_unit(one.unit)} and {show_unit(other.unit)} are different units")
    return one.unit


def show_unit(unit: Unit) -> str:
    above = "*".join(name for name, power in unit for _ in range(power))
    below = "".join(f"/{name}" for name, power in unit for _ in range(-power))
    return f"{above or '1'}{below}" if below else above or "a plain number"


def is_percent(unit: str) -> bool:
    return _name(unit) in PERCENT


def _unit(powers: dict[str, int]) -> Unit:
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def _name(words: str) -> str:
    """Symbols keep their case (m is no M); longer words lose it, and an s at the end."""
    name = " ".join(words.split())
    return name.casefold().removesuffix("s") if len(name) > 2 and name != name.upper() else name
