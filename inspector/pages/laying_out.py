"""JSON laid out for reading: only blanks between its tokens are changed, so every number and text stays as it came.

Pure. What is no JSON object or array is left as it is; nothing is parsed, so nothing can be misread.
"""

import re
from typing import NamedTuple

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s"\[\]{},:]+|"', re.DOTALL)
STEP = "  "
DEEPEST = 40


class LaidOut(NamedTuple):
    """The beginning of a text, laid out; `is_all` where nothing of it is left."""

    text: str
    is_all: bool


def lay_out(text: str, enough: int) -> LaidOut:
    """A line for each member, until at least `enough` characters are written: the work follows what is shown."""
    if text.lstrip()[:1] not in ("{", "["):
        return LaidOut(text, is_all=True)
    written: list[str] = []
    length = depth = 0
    token = ""
    for match in TOKEN.finditer(text):
        following = match[0]
        if following == '"':
            # A text that is never closed is no JSON: looking for its end again at each sign would take for ever.
            return LaidOut("".join((*written, token, text[match.start() :])), is_all=True)
        if following in "]}":
            depth -= 1
        if token:
            between = _between(token, following, depth)
            written += (token, between)
            length += len(token) + len(between)
            if length >= enough:
                return LaidOut("".join(written), is_all=False)
        if following in "[{":
            depth += 1
        token = following
    return LaidOut("".join((*written, token)), is_all=True)


def _between(token: str, following: str, depth: int) -> str:
    if token in "[{":
        return "" if following in "]}" else _line(depth)
    if token == ":":
        return " "
    # Of JSON Lines, each record begins a line of its own.
    return "" if following in ",:" else _line(depth)


def _line(depth: int) -> str:
    return "\n" + STEP * max(0, min(depth, DEEPEST))
