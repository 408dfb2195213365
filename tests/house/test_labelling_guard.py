"""Where labels are made, nothing can be reached that knows what a judge under test said (M-81): not by any import.

A page that cannot import a row cannot leak it, however its templates or queries change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

import pytest

from tests.house.tree import Module, is_within, parse, read_modules
from tests.servers import ROOT

LABELLING = ("inspector.labelling", "inspector.pages.label", "inspector.pages.claim")
"""Packages, and beginnings of the names of modules."""

OF_JUDGES = ("inspector.models.judging", "inspector.judging")
COMMON = frozenset({"labels", "evaluator"})
"""Words of others too: labels of people, and the evaluator that an answer's own records name."""


def makes_labels(name: str) -> bool:
    return any(is_within(name, (start,)) or name.startswith(f"{start}_") for start in LABELLING)


def closure(begin: Iterable[str], modules: Mapping[str, Module]) -> dict[str, str]:
    """Every module of ours that is loaded with these, and by which of them it was found first.

    Importing a module loads the packages around it too; a name imported from a module is the module itself.
    """
    found = dict.fromkeys(begin, "")
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for _, imported in modules[here].imports():
            parts = imported.split(".")
            for length in range(1, len(parts) + 1):
                name = ".".join(parts[:length])
                if name in modules and name not in found:
                    found[name] = here
                    waiting.append(name)
    return found


def way_to(name: str, found: Mapping[str, str]) -> str:
    steps = [name]
    while found[steps[-1]]:
        steps.append(found[steps[-1]])
    return " <- ".join(steps)


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return {module.name: module for module in read_modules()}


def test_no_import_leads_from_where_labels_are_made_to_what_judges_said(modules: dict[str, Module]) -> None:
    begin = [name for name in modules if makes_labels(name)]
    assert {"inspector.labelling.holding", "inspector.pages.label", "inspector.pages.claim_verdicts"} <= set(begin)
    found = closure(begin, modules)
    assert [way_to(name, found) for name in found if is_within(name, OF_JUDGES)] == []


def test_the_module_of_all_rows_names_none_of_a_judge(modules: dict[str, Module]) -> None:
    """It would be the short way: whoever may import rows has every row that it names."""
    of_judges = {node.name for node in modules["inspector.models.judging"].tree.body if isinstance(node, ast.ClassDef)}
    named = {name.rpartition(".")[2] for _, name in modules["inspector.models.rows"].imports()}
    assert of_judges and not of_judges & named


def test_no_query_there_goes_round_by_a_name(modules: dict[str, Module]) -> None:
    """Rows of a judge point at sets and items, and Django offers the way back by a name alone."""
    names = names_of_rows(modules["inspector.models.judging"])
    assert {"judgebatch", "judgelabel"} <= names
    found = closure([name for name in modules if makes_labels(name)], modules)
    # Lineage holds what a judge said in the answer itself; that is veiled where it is read.
    ours = (modules[name] for name in found if is_within(name, ("inspector",)))
    assert [f"{module.name}: {word}" for module in ours for word in words_of(module) if names & set(word)] == []


def names_of_rows(module: Module) -> set[str]:
    """What rows of these models are called in a query: by class, and by what their references are called from afar."""
    classes = {node.name.lower() for node in module.tree.body if isinstance(node, ast.ClassDef)}
    keywords = (node for node in ast.walk(module.tree) if isinstance(node, ast.keyword) and node.arg == "related_name")
    given = {node.value.value for node in keywords if isinstance(node.value, ast.Constant)}
    return (classes | given) - COMMON


def words_of(module: Module) -> Iterator[tuple[str, ...]]:
    """Of every attribute, keyword and string that could be a lookup, the parts between double underscores."""
    for node in ast.walk(module.tree):
        word = {ast.Attribute: "attr", ast.keyword: "arg", ast.Constant: "value"}.get(type(node))
        text = getattr(node, word) if word else None
        if isinstance(text, str) and text.replace("_", "").isalnum():
            yield tuple(part.lower().removesuffix("_set") for part in text.split("__"))


def test_templates_of_labelling_include_nothing_of_a_judge() -> None:
    folder = ROOT / "templates/inspector"
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*label*.html")}
    assert {"label.html", "_label_item.html"} <= set(texts)
    assert [name for name, text in texts.items() if "_judge" in text or "page.judge" in text] == []


def test_a_way_round_is_seen() -> None:
    modules = {
        module.name: module
        for module in (
            parse("inspector.pages.label", "from inspector.queue_adding import add_items"),
            parse("inspector.queue_adding", "def late():\n    from inspector.judging import figures"),
            parse("inspector.judging", ""),
            parse("inspector.judging.figures", "from inspector.models.judging import JudgeLabel"),
            parse("inspector.models.judging", ""),
        )
    }
    found = closure(["inspector.pages.label"], modules)
    assert way_to("inspector.models.judging", found).endswith("inspector.queue_adding <- inspector.pages.label")
