"""Addresses of label sets: a revision, one of its items, and the items that a number counts."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.http import urlencode

Asked = str | Sequence[str]
"""What a parameter says; several strata are several of one name."""


def set_url(public_id: str) -> str:
    return reverse("calibration_set", args=[public_id])


def revision_url(public_id: str) -> str:
    return reverse("calibration_revision", args=[public_id])


def item_url(public_id: str, **asked: Asked) -> str:
    """A version of an item; with `revision` and the parameters of a list of its items, in its place there."""
    return _with(reverse("calibration_item", args=[public_id]), asked)


def items_url(revision: str, **asked: Asked) -> str:
    """The items of a revision that a number counts; the parameters are those of `calibration_filters.ItemFilters`."""
    return _with(reverse("calibration_items", args=[revision]), asked)


def _with(address: str, asked: Mapping[str, Asked]) -> str:
    query = urlencode({name: value for name, value in asked.items() if value}, doseq=True)
    return f"{address}?{query}" if query else address
