"""The product's own modules, read as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ROOT

PACKAGES = ("lineage", "inspector")
PURE = (
    *("lineage.text", "lineage.evidence", "lineage.formats", "lineage.pipeline"),
    *("inspector.figures", "inspector.labels"),
)


@dataclass(frozen=True)
class Module:
    """One file: its dotted name ("lineage.text" for the package's `__init__`), and what it says."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def is_pure(self) -> bool:
        return is_within(self.name, PURE)

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and dotted name of everything imported; `from a import b` gives a.b, whether b is a module or not."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield node.lineno, alias.name
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield node.lineno, f"{self.resolve(node)}.{alias.name}"

    def resolve(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parents = self.name.split(".")
        kept = len(parents) - node.level + (1 if self.is_package else 0)
        return ".".join([*parents[:kept], *([node.module] if node.module else [])])


def is_within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def read_modules() -> list[Module]:
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return [read_module(path) for path in paths]


def read_module(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path, ast.parse(path.read_text(encoding="utf-8"), str(path)))


def parse(name: str, text: str) -> Module:
    """A module that is in no file, for tests of the rules themselves."""
    return Module(name, Path(f"{name}.py"), ast.parse(text))
