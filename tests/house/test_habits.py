"""What files may not hold, so that the strict content security policy and the house's order stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import Module, parse, read_modules
from tests.servers import ROOT

LONGEST_FILE = 400
IN_TEMPLATES = {
    "unescaped output": r"\|\s*safe(seq)?\b|\{%\s*autoescape\s+off",
    "a style attribute": r"\sstyle\s*=",
    "an event attribute": r"\son[a-z]+\s*=",
    "an htmx script": r"hx-on|[\"']js:|[\"']javascript:",
    "a script in the page": r"<script(?![^>]*\bsrc=)",
    "a style sheet in the page": r"<style",
    "an address off the machine": r"(src|href|action)\s*=\s*[\"'](https?:)?//",
}
DECLARES_SAFE = {"mark_safe", "SafeString", "SafeText"}


def find_lines(path: Path, pattern: str) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{path}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if re.search(pattern, line)]


@pytest.mark.parametrize("what", IN_TEMPLATES)
def test_no_template_holds(what: str) -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    assert [line for path in templates for line in find_lines(path, IN_TEMPLATES[what])] == []


def find_unproven_safety(module: Module) -> Iterator[str]:
    """Texts that are declared safe without being a literal: format_html and format_html_join escape, these do not."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARES_SAFE:
            if not all(isinstance(argument, ast.Constant) for argument in node.args):
                yield f"{module.path}:{node.lineno}: {node.func.id}"
        if isinstance(node, ast.FunctionDef) and node.name == "__html__":
            yield f"{module.path}:{node.lineno}: {node.name}"


def test_no_code_declares_a_text_safe_that_is_not_a_literal() -> None:
    assert [fault for module in read_modules() for fault in find_unproven_safety(module)] == []
    assert list(find_unproven_safety(parse("inspector.pages.claim", "mark_safe(words)")))
    assert list(find_unproven_safety(parse("inspector.pages.claim", "mark_safe('</div>')"))) == []


def test_every_package_has_an_init_and_it_is_empty() -> None:
    folders = {module.path.parent for module in read_modules()}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
    assert [module.path for module in read_modules() if module.is_package and module.path.stat().st_size] == []


def test_no_file_is_longer_than_a_reader_bears() -> None:
    # A migration is written by Django, and read once.
    written = [module.path for module in read_modules() if module.path.parent.name != "migrations"]
    lengths = {str(path): len(path.read_text().splitlines()) for path in written}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_every_requirement_is_pinned() -> None:
    for name in ("requirements.txt", "tests/requirements.txt"):
        lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
        assert [line for line in lines if line and not re.fullmatch(r"[a-z0-9.-]+==[0-9][\w.]*", line)] == [], name
