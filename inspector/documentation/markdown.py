"""Markdown for generated pages: tables, JSON that a reader can take in, and blocks inside pages that people write."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NOTICE = "<!-- Written by `manage.py write_docs`; edit the code that it comes from. -->"
WIDTH = 108


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table with one line for each sequence of cells; `|` and line breaks in cells are escaped."""
    written = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in written)


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")


def code(words: object) -> str:
    return f"`{words}`"


def compact_json(value: Any, indent: int = 0) -> str:
    """JSON with every object or list on one line where it fits."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    inner, outer = " " * (indent + 2), " " * indent
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {compact_json(item, indent + 2)}" for name, item in value.items()]
        return "{\n" + ",\n".join(inner + item for item in items) + f"\n{outer}}}"
    return "[\n" + ",\n".join(inner + compact_json(item, indent + 2) for item in value) + f"\n{outer}]"


def fill_blocks(page: str, blocks: Mapping[str, str]) -> str:
    """A page with what stands between `<!-- written: NAME -->` and `<!-- end -->` written anew.

    Raises KeyError for a name that is no block.
    """

    def fill(found: re.Match[str]) -> str:
        return f"<!-- written: {found[1]} -->\n{blocks[found[1]]}\n<!-- end -->"

    return re.sub(r"<!-- written: ([a-z-]+) -->.*?<!-- end -->", fill, page, flags=re.DOTALL)
