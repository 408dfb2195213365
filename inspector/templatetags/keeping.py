"""What somebody typed, back in the field that it was typed in."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

CARRIAGE_RETURN = mark_safe("&#13;")
NUL, ITS_SIGN = "\0", "\u2400"


@register.filter
def kept(words: str) -> SafeString:
    """Escaped; a carriage return survives the browser, and NUL, which no page can hold, is its sign."""
    lines = words.replace(NUL, ITS_SIGN).split("\r")
    return format_html("{}", format_html_join(CARRIAGE_RETURN, "{}", ((line,) for line in lines)))
