"""Cells of the origin inventory as HTML: in one go, since a long one has thousands of them."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from inspector.pages.evidence_view import Said
from inspector.pages.inventory_view import Use

register = template.Library()

LOOKS = {"absent": '<span class="absent-words">{}</span>', "none": '<span class="no-words">{}</span>'}
PLAIN = "<strong>{}</strong>"


@register.filter
def seen_cells(answers: Iterable[Said]) -> SafeString:
    """A cell for each surface: yes, no, or not recorded."""
    return format_html_join("", '<td class="narrow-cell">{}</td>', ((_word(said),) for said in answers))


@register.filter
def use_cells(uses: Iterable[Use]) -> SafeString:
    """A cell for each use, with how, or why not, below the word."""
    return format_html_join("", '<td class="use-cell">{}{}</td>', ((_word(use.said), _how(use.how)) for use in uses))


def _word(said: Said) -> SafeString:
    return format_html(LOOKS.get(said.state, PLAIN), said.word)


def _how(how: str) -> SafeString:
    return format_html('<br><span class="small">{}</span>', how) if how else SafeString("")
