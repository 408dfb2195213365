"""Names, states and recorded values of the answer page as HTML: hundreds of them, too many for a template each."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from inspector.pages.answer_region import Fact, Passage
from inspector.pages.evidence_view import Said
from inspector.templatetags.reading import named, shown

register = template.Library()

MASKED_PASSAGE = mark_safe('<span class="absent-words">a passage that you may not read</span>')
MASKED = mark_safe('<span class="absent-words">masked</span>')
NOT_RECORDED = mark_safe('<span class="absent-words">not recorded</span>')
UNKNOWN = mark_safe(' <span class="absent-words">its text was not recorded</span>')
NOTHING = mark_safe("")


@register.filter
def said(value: Said) -> SafeString:
    """A word with its look, and the code beside it."""
    code = format_html(' <span class="code">{}</span>', value.code) if value.code else NOTHING
    return format_html('<span class="state state-{}">{}</span>{}', value.state, shown(value.word), code)


@register.filter
def passage(value: Passage, how: str = "") -> SafeString:
    """A passage by its names; `bare` leaves label and origin to what stands beside it."""
    if value.is_masked:
        return MASKED_PASSAGE
    is_bare = how == "bare"
    label = NOTHING if is_bare or value.label in ("", value.key) else _label(value.label)
    key = format_html("<code>{}</code>", shown(value.key))
    link = format_html('<a href="{}" title="{}">{}</a>', value.url, value.title, key) if value.url else key
    origin = NOTHING if is_bare or not value.is_generated else _origin(value.origin)
    unknown = NOTHING if value.is_known else UNKNOWN
    return format_html('<span class="passage-name">{}{}{}{}</span>', label, link, origin, unknown)


def _label(label: str) -> SafeString:
    return format_html('<b class="label">{}</b> ', shown(label))


def _origin(origin: str) -> SafeString:
    return format_html(' <span class="state state-generated small">{}</span>', origin)


@register.filter
def fact(value: Fact) -> SafeString:
    """What was recorded under a name, deaf to htmx; or that nothing was, or that it is masked."""
    if value.is_masked:
        return MASKED
    if value.value is None:
        return NOT_RECORDED
    return format_html('<span dir="auto" hx-disable>{}</span>', named(value.value))
