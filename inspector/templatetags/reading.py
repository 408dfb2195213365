"""Drawn text, digests and times as HTML. The only place where a text from outside becomes markup, always escaped."""

from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import quote

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from inspector.pages.calibration_words import field_label
from inspector.pages.choices import Choice
from inspector.pages.drawing import DrawnText, TextPiece
from inspector.pages.unseen import Glyphs, runs_of
from lineage.evidence.digests import DIGEST_PATTERN

register = template.Library()

SHORT_DIGEST = 8
CARRIAGE_RETURN = mark_safe("&#13;")
ON_SELECTED, ON_CHECKED = mark_safe(" selected"), mark_safe(" checked")


def _escaped(text: str) -> SafeString:
    # A parser turns a carriage return into a line feed; written as a reference it survives, and so do copied texts.
    return format_html_join(CARRIAGE_RETURN, "{}", ((line,) for line in text.split("\r")))


def _run(run: Glyphs) -> SafeString:
    if not run.name:
        return _escaped(run.text)
    kind = "unseen drawn" if run.substitute else "unseen"
    return format_html('<span class="{}" data-name="{}">{}</span>', kind, run.name, _escaped(run.text))


def _piece(piece: TextPiece) -> SafeString:
    inner = format_html_join("", "{}", ((_run(run),) for run in piece.runs))
    looks = " ".join(piece.looks)
    if not piece.spans:
        return format_html('<span class="{}">{}</span>', looks, inner) if looks else inner
    count = format_html(' data-count="{}"', len(piece.spans)) if len(piece.spans) > 1 else ""
    spans = " ".join(quote(span, safe="") for span in piece.spans)
    return format_html('<mark class="hl {}" data-spans="{}"{}>{}</mark>', looks, spans, count, inner)


@register.filter
def options(choices: Iterable[Choice]) -> SafeString:
    """The options of a select: in one go, since a long form has a hundred of them."""
    rows = ((choice.value, ON_SELECTED if choice.is_chosen else "", choice.label) for choice in choices)
    return format_html_join("", '<option value="{}"{}>{}</option>', rows)


@register.filter
def radios(choices: Iterable[Choice], name: str) -> SafeString:
    """A radio button for each choice, with its key; style sheets show the key only where it works."""
    row = '<label class="option"><input type="radio" name="{}" value="{}"{}><kbd>{}</kbd> <span>{}</span></label>'
    rows = ((name, c.value, ON_CHECKED if c.is_chosen else "", c.key, c.label) for c in choices)
    return format_html_join("", row, rows)


@register.filter
def checkboxes(choices: Iterable[Choice], name: str) -> SafeString:
    """A box for each choice, of which several may hold."""
    row = '<label class="option"><input type="checkbox" name="{}" value="{}"{}> <span>{}</span></label>'
    return format_html_join("", row, ((name, c.value, ON_CHECKED if c.is_chosen else "", c.label) for c in choices))


@register.filter
def pieces(drawn: DrawnText | None) -> SafeString:
    """The pieces of a drawn text, without an element around them."""
    return format_html_join("", "{}", ((_piece(piece),) for piece in drawn.pieces)) if drawn else SafeString("")


@register.filter
def text(drawn: DrawnText | None) -> SafeString:
    """A drawn text in an element of its own, deaf to htmx: nothing in it can start a request.

    Where words can be selected in it, it says which text it is and at which code point it begins.
    """
    if drawn is None:
        return SafeString("")
    language = format_html(' lang="{}"', drawn.language) if drawn.language else ""
    place = ""
    if drawn.artifact:
        place = format_html(' data-artifact="{}" data-start="{}"', drawn.artifact, drawn.start)
    words = pieces(drawn)
    return format_html('<div class="text" dir="{}"{}{} hx-disable>{}</div>', drawn.direction, language, place, words)


@register.filter
def shown(words: str) -> SafeString:
    """A name or short text from outside, its unseen characters marked as in a drawn text."""
    return format_html_join("", "{}", ((_run(run),) for run in runs_of(words)))


@register.filter
def as_words(name: str) -> str:
    """The name of a field of labels, which files and addresses have as it is."""
    return field_label(name)


@register.filter
def digest(value: str | None) -> SafeString:
    """The first eight characters, the rest on focus or under the pointer, and a button that copies all."""
    if not value:
        return mark_safe('<span class="absent-words">not recorded</span>')
    shown = value.removeprefix("sha256:")
    return format_html(
        '<span class="digest" tabindex="0" data-copy="{}"><span>{}</span><span class="rest">{}</span></span>',
        value,
        shown[:SHORT_DIGEST],
        shown[SHORT_DIGEST:],
    )


@register.filter
def named(name: str | None) -> SafeString:
    """A key: a digest that stands for a name that nobody gave is shortened, any other is shown as it is."""
    return digest(name) if not name or DIGEST_PATTERN.match(name) else shown(name)


@register.filter
def moment(value: datetime | None) -> SafeString:
    """An absolute time in UTC, ISO dates, with its zone."""
    if value is None:
        return mark_safe('<span class="absent-words">time not recorded</span>')
    stamp = value.astimezone(UTC)
    return format_html('<time datetime="{}">{}</time>', f"{stamp:%Y-%m-%dT%H:%M:%SZ}", f"{stamp:%Y-%m-%d %H:%M} UTC")


@register.filter
def recorded(value: object) -> SafeString:
    """The value, or the words "not recorded" with the look of absence."""
    if value in (None, ""):
        return mark_safe('<span class="absent-words">not recorded</span>')
    return conditional_escape(value)
