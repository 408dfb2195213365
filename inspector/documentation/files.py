"""Every file that `manage.py write_docs` writes, with what it should hold."""

from pathlib import Path

from inspector.documentation.bundle_page import bundle_page, schema_text
from inspector.documentation.cases import read_cases
from inspector.documentation.grants import grants
from inspector.documentation.markdown import code, compact_json, fill_blocks, table
from inspector.documentation.relocation_page import read_relocations, relocation_page
from inspector.documentation.rule_pages import rule_index, rule_page
from inspector.documentation.tables import roles_page, settings_table, term_table, words_page
from inspector.glossary import CATEGORIES, MISTAKES
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import Contract, Diagnosis, Origin, ResolutionStatus

EXAMPLE = "coverage/uncited-claim"
"""The golden case that the documentation shows as a whole bundle."""

FILLED = ("concepts.md", "formats.md", "operations.md")


def expected_files(root: Path) -> dict[Path, str]:
    """Path and text of every generated file, and of every page with generated blocks. Deterministic."""
    docs = root / "docs"
    cases = read_cases(root / "tests" / "cases")
    example = next(case for case in cases if case.name == EXAMPLE)
    blocks = {
        "categories": table(("kind", "meaning"), [(each.kind.label, each.meaning) for each in CATEGORIES]),
        "contracts": term_table(Contract),
        "diagnoses": term_table(Diagnosis),
        "example": f"```json\n{compact_json(example.bundle)}\n```",
        "mistakes": table(
            ("mistake", "what happens", "what catches it"),
            [(each.name, each.what, " ".join((each.caught, *map(code, each.rules)))) for each in MISTAKES],
        ),
        "origins": term_table(Origin),
        "settings": settings_table(root / "inspector" / "settings.py"),
        "statuses": term_table(ResolutionStatus),
    }
    return {
        docs / "bundle.md": bundle_page(),
        docs / "bundle.schema.json": schema_text(),
        docs / "example.json": compact_json(example.bundle) + "\n",
        docs / "postgresql-grants.sql": grants(),
        docs / "relocations.md": relocation_page(read_relocations(root / "tests" / "relocations")),
        docs / "roles.md": roles_page(),
        docs / "rules.md": rule_index(),
        docs / "words.md": words_page(),
        **{docs / "rules" / f"{rule.code}.md": rule_page(rule, cases) for rule in RULES},
        **{docs / name: fill_blocks((docs / name).read_text(), blocks) for name in FILLED},
    }


def find_leftovers(root: Path, expected: dict[Path, str]) -> list[Path]:
    """Pages of rules that no longer exist."""
    return sorted(path for path in (root / "docs" / "rules").rglob("*.md") if path not in expected)
