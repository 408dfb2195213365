"""Figures as HTML: rounded for who reads, exact for a machine, and never a number where there is none (M-81)."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lineage.evidence.vocabulary import MetricStatus

if TYPE_CHECKING:
    from inspector.figures.figure import Figure

register = template.Library()

PERCENT = "percent"
PLACES = {PERCENT: 1}
COMMON_PLACES = 3
"""How many decimals are shown of a share that is written in percent, and of all else."""


@register.simple_tag
def figure(name: str, found: Figure | float | None, form: str = "") -> SafeString:
    """`<data class="figure" data-name="..." value="...">`; without a number the words for it, why, and no `value`.

    A whole number counts something and is shown as it is. `form` may be "percent", for a share from 0 to 1; `value`
    stays the share.
    """
    if found is None or (isinstance(found, float) and not isfinite(found)):
        return _absent(name, MetricStatus.NOT_MEASURED, "")
    if isinstance(found, int | float):
        return _number(name, found, form)
    if found.value is None or not isfinite(found.value):
        return _absent(name, found.status, found.why)
    return _number(name, float(found.value), form)


@register.simple_tag
def interval(name: str, found: Figure | None, form: str = "") -> SafeString:
    """From where to where a figure may lie; nothing where that was not computed. One bound alone says "at least"."""
    if found is None or found.low is None:
        return SafeString("")
    low = _bound(f"{name}_low", float(found.low), form)
    if found.high is None:
        return format_html('<span class="interval">at least {}</span>', low)
    high = _bound(f"{name}_high", float(found.high), form)
    return format_html('<span class="interval">{} to {}</span>', low, high)


@register.filter
def rounded(value: float | None, form: str = "") -> str:
    """A number as a page shows it, as text: for a title of a drawing or a cell of a table."""
    return "" if value is None else _words(value, form)


def _number(name: str, value: float, form: str) -> SafeString:
    exact = str(value) if isinstance(value, int) else repr(float(value))
    return format_html('<data class="figure" data-name="{}" value="{}">{}</data>', name, exact, _words(value, form))


def _bound(name: str, value: float, form: str) -> SafeString:
    shown = _words(value, form)
    return format_html('<data class="bound" data-name="{}" value="{}">{}</data>', name, repr(value), shown)


def _absent(name: str, status: MetricStatus, why: str) -> SafeString:
    said = format_html('<span class="figure absent-words" data-name="{}">{}</span>', name, MetricStatus(status).label)
    return format_html('{} <span class="figure-why">{}</span>', said, why) if why else said


def _words(value: float, form: str) -> str:
    """What is not quite all never reads as all, and what is not quite none never as none."""
    if isinstance(value, int):
        return f"{value:,}"
    shown, places = (100 * value, PLACES[PERCENT]) if form == PERCENT else (float(value), COMMON_PLACES)
    whole, step = (100.0 if form == PERCENT else 1.0), 10.0**-places
    unit = " %" if form == PERCENT else ""
    if whole - step / 2 <= shown < whole:
        return f"> {whole - step:.{places}f}{unit}"
    if 0 < shown < step / 2:
        return f"< {step:.{places}f}{unit}"
    return f"{shown:z.{places}f}{unit}"
