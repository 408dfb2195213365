"""Imports go one way, and what begins with an underscore stays in its module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.tree import PACKAGES, Module, is_within, parse, read_modules

# From the bottom up; the first row that a module is within is its layer. A module may import its own layer and below.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("lineage.text",),
    ("lineage.evidence",),
    ("lineage.formats", "lineage.pipeline", "lineage.__main__"),
    ("inspector.figures",),
    ("inspector.labels",),
    ("lineage.models", "lineage.migrations"),
    ("lineage",),
    ("inspector.models", "inspector.migrations"),
    (
        "inspector.pages",
        "inspector.api",
        "inspector.urls",
        "inspector.wsgi",
        "inspector.apps",
        "inspector.management",
        "inspector.templatetags",
    ),
    ("inspector",),
)
# `inspector` alone (write verbs, middleware, settings) lies under the pages, though it is matched last.
RANK = {row: rank for rank, row in enumerate((*LAYERS[:-2], LAYERS[-1], LAYERS[-2]))}


def find_layer(name: str) -> int:
    return next(RANK[row] for row in LAYERS if is_within(name, row))


def find_upward_imports(module: Module) -> Iterator[str]:
    for line, imported in module.imports():
        if is_within(imported, PACKAGES) and find_layer(imported) > find_layer(module.name):
            yield f"{module.path}:{line}: {module.name} imports {imported}"


def find_foreign_underscores(module: Module, known: set[str]) -> Iterator[str]:
    """Underscore names imported from a module of ours, or read as an attribute of one."""
    modules_here: set[str] = set()
    for line, imported in module.imports():
        owner, _, name = imported.rpartition(".")
        if is_within(owner, PACKAGES) and is_private(name):
            yield f"{module.path}:{line}: {module.name} imports {imported}"
        if imported in known:
            modules_here.add(name)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in modules_here and is_private(node.attr):
                yield f"{module.path}:{node.lineno}: {module.name} reads {node.value.id}.{node.attr}"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_imports_go_one_way() -> None:
    assert [fault for module in read_modules() for fault in find_upward_imports(module)] == []


def test_no_module_uses_the_underscore_name_of_another() -> None:
    modules = read_modules()
    known = {module.name for module in modules}
    assert [fault for module in modules for fault in find_foreign_underscores(module, known)] == []


def test_an_import_upwards_is_seen_however_it_is_written() -> None:
    late = "def late():\n    from ..models import Claim"
    for text in ("import inspector.pages", "from inspector import models", late):
        assert list(find_upward_imports(parse("lineage.text.span", text))), text
    assert list(find_upward_imports(parse("lineage.pipeline.run", "from lineage.models import rows")))
    assert list(find_upward_imports(parse("inspector.reviewing", "from inspector.pages.claim import read")))
    assert list(find_upward_imports(parse("inspector.pages.claim", "from inspector.reviewing import record"))) == []
    assert list(find_upward_imports(parse("lineage.formats.ragas", "from lineage.evidence.bundle import Bundle"))) == []


def test_an_underscore_name_of_another_module_is_seen_however_it_is_reached() -> None:
    known = {"lineage.text.span"}
    for text in ("from lineage.text.span import _cut", "from lineage.text import span\nspan._cut()"):
        assert list(find_foreign_underscores(parse("lineage.evidence.paths", text), known)), text
    own = "from lineage.models import Claim\nClaim._meta\nself._text"
    assert list(find_foreign_underscores(parse("lineage.ingest", own), known)) == []
