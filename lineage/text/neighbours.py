"""How well the recorded words before and after a quotation fit a place: 0 nothing alike, 1 the same."""

from __future__ import annotations

from lineage.text.edit_distance import find_ends

_SLACK = 8
"""Words that came between count as edits; further away than this they are not looked for."""


def likeness_before(recorded: str, text: str, start: int) -> float:
    """Of `recorded` to the words that end at `start`; 1.0 where none was recorded."""
    if not recorded or text.endswith(recorded, 0, start):
        return 1.0
    return _likeness(recorded[::-1], text[max(0, start - len(recorded) - _SLACK) : start][::-1])


def likeness_after(recorded: str, text: str, end: int) -> float:
    """Of `recorded` to the words that begin at `end`; 1.0 where none was recorded."""
    if text.startswith(recorded, end):
        return 1.0
    return _likeness(recorded, text[end : end + len(recorded) + _SLACK])


def _likeness(recorded: str, there: str) -> float:
    """Both begin next to the quotation; where the likest words there end is free."""
    found = find_ends(recorded, there, len(recorded), from_start=True)
    return 1 - found.distance / len(recorded) if found else 0.0
