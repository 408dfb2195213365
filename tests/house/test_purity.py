"""The pure packages know no framework, clock, chance, setting or outside world."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator

from tests.house.tree import Module, parse, read_modules
from tests.servers import ROOT

OUTSIDE = {
    *("django", "celery", "asyncio", "concurrent", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib"),
    *("random", "secrets", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading"),
    *("time", "urllib.request", "uuid"),
}
# Bytes and characters that only look like a file.
IN_MEMORY = {"io.BytesIO", "io.StringIO"}
CALLS = {"open", "print", "input", "eval", "exec", "__import__"}
CLOCK = {"now", "utcnow", "today"}
# One module each hides a library, so that its habits stay in one place.
SOLE_USERS = {
    "hashlib": "lineage.evidence.digests",
    "diff_match_patch": "lineage.text.alignment",
    "edlib": "lineage.text.edit_distance",
}

IMPORT_ALL = """
import importlib, json, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "celery"):
            raise ImportError(f"{name} is not to be imported here")

sys.meta_path.insert(0, Refuse())
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] in ("django", "celery"))))
"""


def find_outside(module: Module) -> Iterator[str]:
    for line, imported in module.imports():
        if imported not in IN_MEMORY and any(imported == name or imported.startswith(f"{name}.") for name in OUTSIDE):
            yield f"{module.path}:{line}: {module.name} imports {imported}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in CALLS:
                yield f"{module.path}:{node.lineno}: {module.name} calls {called.id}()"
            if isinstance(called, ast.Attribute) and called.attr in CLOCK:
                yield f"{module.path}:{node.lineno}: {module.name} reads the clock"


def test_every_pure_module_is_imported_where_django_and_celery_cannot_be() -> None:
    names = [module.name for module in read_modules() if module.is_pure or module.name == "lineage.__main__"]
    assert names
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, json.dumps(names)], cwd=ROOT, env={}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def test_pure_modules_use_no_clock_no_chance_and_no_outside_world() -> None:
    assert [fault for module in read_modules() if module.is_pure for fault in find_outside(module)] == []


def test_use_of_clock_chance_and_outside_world_is_seen() -> None:
    for text in ("import os.path", "from random import choice", "open('x')", "datetime.now()", "from django import db"):
        assert list(find_outside(parse("lineage.text.span", text))), text
        assert parse("lineage.pipeline.run", text).is_pure
    assert list(find_outside(parse("lineage.text.span", "import re\nfrom datetime import datetime"))) == []


def test_a_library_that_has_a_sole_user_is_imported_by_no_other_module() -> None:
    faults = [
        f"{module.path}:{line}: {module.name} imports {imported}"
        for module in read_modules()
        for line, imported in module.imports()
        if module.name != SOLE_USERS.get(imported.partition(".")[0], module.name)
    ]
    assert faults == []
