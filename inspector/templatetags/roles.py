"""What the reader may do, for templates that offer a link to it; the view checks again."""

from django import template

from lineage.access import Action, Reader

register = template.Library()


@register.filter
def may(reader: Reader | None, action: str) -> bool:
    return reader is not None and reader.may(Action(action))
