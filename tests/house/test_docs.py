"""The documentation is true: generated parts are current, links lead somewhere, what it names exists, examples work."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import get_commands, load_command_class
from django.urls import get_resolver

from inspector.documentation.bundle_page import bundle_schema
from inspector.documentation.field_words import FIELDS
from inspector.documentation.files import expected_files, find_leftovers
from inspector.documentation.grants import ROLE
from inspector.documentation.setting_words import SETTINGS
from inspector.documentation.tables import read_settings
from inspector.glossary import CATEGORIES, MISTAKES
from lineage.__main__ import main
from lineage.evidence.native import is_record, read_object
from lineage.evidence.policy import read_policy
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import Contract, Decision, Outcome
from lineage.formats.registry import detect, read_payload
from tests.databases import Databases, environment_for, manage
from tests.servers import ROOT

PAGES = [ROOT / "README.md", ROOT / "tests" / "cases" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WRITTEN = [page for page in PAGES if "Written by `manage.py write_docs`" not in page.read_text()]
LONGEST_PAGE = 150
# Variables of a reader's own shell, and of tools.
THEIRS = {"OWNER_URL", "EMPTY_URL", "ON_ERROR_STOP", "POSTGRESQL_BIN", "PROPERTY_EXAMPLES"}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
names = pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))


def test_the_generated_parts_are_what_the_code_and_the_cases_say() -> None:
    expected = expected_files(ROOT)
    stale = [str(path.relative_to(ROOT)) for path, text in expected.items() if path.read_text() != text]
    assert (stale, find_leftovers(ROOT, expected)) == ([], []), "run manage.py write_docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one_and_every_anchor_to_a_heading(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", page.read_text())):
        url = urlsplit(target)
        if not url.scheme:
            path = (page.parent / url.path).resolve() if url.path else page
            if not path.exists() or (url.fragment and url.fragment not in anchors(path)):
                broken.append(target)
    assert broken == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@names
def test_a_page_that_people_write_is_short(page: Path) -> None:
    own = re.sub(r"<!-- written: .*?<!-- end -->", "", page.read_text(), flags=re.DOTALL)
    assert len(own.splitlines()) <= LONGEST_PAGE


@names
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^ {4})make (?:[A-Z]+=\S+ )*([a-z]+)", page.read_text(), re.MULTILINE))
    assert named <= known


@names
def test_every_command_that_is_named_exists_with_its_options(page: Path) -> None:
    unknown = []
    for name, rest in re.findall(r"manage\.py ([a-z_]+)([^`\n]*)", page.read_text()):
        if name not in get_commands():
            unknown.append(name)
            continue
        command = load_command_class(get_commands()[name], name)
        options = set(command.create_parser("manage.py", name)._option_string_actions)
        unknown += [f"{name} {word}" for word in re.findall(r"(?<=\s)--[a-z-]+", rest) if word not in options]
    assert unknown == []


@names
def test_every_command_of_the_linter_that_is_named_exists(page: Path) -> None:
    assert set(re.findall(r"python -m lineage ([a-z]+)", page.read_text())) <= {"inspect", "why", "explain", "schema"}


@names
def test_every_rule_that_is_named_exists(page: Path) -> None:
    contracts = "|".join(Contract)
    named = set(re.findall(rf"`((?:{contracts})/[a-z-]+)`", page.read_text()))
    cases = {name for name in named if (ROOT / "tests" / "cases" / f"{name}.json").exists()}
    assert named - cases <= {rule.code for rule in RULES}


def test_each_of_the_six_principles_names_code_rules_and_pages_that_exist() -> None:
    """S3-13."""
    principles = (ROOT / "docs" / "principles.md").read_text()
    parts = re.split(r"^## (?=\d)", principles, flags=re.MULTILINE)[1:]
    assert [part[:2] for part in parts] == ["1.", "2.", "3.", "4.", "5.", "6."]
    for part in parts:
        rows = dict(re.findall(r"^\| (code|rules|pages) \| (.+) \|$", part, re.MULTILINE))
        assert re.findall(r"\]\((\.\./[^)]+)\)", rows["code"]), part[:40]
        assert re.findall(r"`[a-z]+/[a-z-]+`", rows["rules"]), part[:40]
        assert set(rows["pages"].split(", ")) <= {name for name in get_resolver().reverse_dict if isinstance(name, str)}


def test_the_documentation_names_the_six_kinds_of_evidence_and_the_six_mistakes() -> None:
    """S0-16, S3-79."""
    concepts = (ROOT / "docs" / "concepts.md").read_text()
    assert [each.kind.label for each in CATEGORIES if f"| {each.kind.label} |" not in concepts] == []
    assert [mistake.name for mistake in MISTAKES if f"| {mistake.name} |" not in concepts] == []


def test_every_setting_has_words_and_every_name_in_capitals_is_a_setting() -> None:
    read = {setting.name for setting in read_settings(ROOT / "inspector" / "settings.py")}
    assert read == set(SETTINGS)
    operations = (ROOT / "docs" / "operations.md").read_text()
    assert [name for name in read if f"| `{name}` |" not in operations] == []
    pages = "".join(page.read_text() for page in WRITTEN)
    assert set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", pages)) - read - THEIRS == set()


def test_every_field_of_a_bundle_has_a_line_and_no_other() -> None:
    every = {"Bundle": bundle_schema(), **bundle_schema()["$defs"]}
    assert {name: set(FIELDS[name]) for name in FIELDS} == {name: set(every[name]["properties"]) for name in FIELDS}


def test_every_decision_and_outcome_is_explained() -> None:
    concepts = (ROOT / "docs" / "concepts.md").read_text()
    assert [term.label for term in Decision if f"| {term.label} |" not in concepts] == []
    assert [term.label for term in Outcome if term.label not in concepts.replace("\n", " ")] == []


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_json_example_is_read_without_a_problem(page: Path) -> None:
    for language, example in FENCE.findall(page.read_text()):
        if language == "json":
            assert list(find_example_problems(example)) == []


def find_example_problems(example: str) -> Iterator[str]:
    """What is wrong with a bundle, JSON Lines, other records, a transformation, a policy or its levels."""
    lines = example.strip().splitlines()
    if all(line.startswith("{") and line.endswith("}") for line in lines):
        yield from map(str, read_payload(example.encode()).problems)
        return
    value = json.loads(example)
    if "answers" in value or is_record(value):
        yield from map(str, read_object(value).problems)
    elif "derivations" in value:
        ends = [end for derivation in value["derivations"] for end in (derivation["input"], derivation["output"])]
        words = "x" * 1000
        artifacts = [{"key": key, "kind": "other", "text": words} for key in ends]
        yield from map(str, read_object({"artifacts": artifacts, "transformations": [value]}).problems)
    elif detect(value) is not None:
        yield from map(str, read_payload(example.encode()).problems)
    else:
        policy = value if "levels" in value else {"name": "levels", "revision": 1, "levels": value}
        read_policy(json.dumps(policy).encode())


def test_what_the_readme_shows_of_the_linter_is_what_it_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = (ROOT / "README.md").read_text()
    found = re.search(r"^    \$ \.venv/bin/python -m lineage (.+)\n((?:    .+\n)+)", readme, re.MULTILINE)
    assert found is not None
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(found[1])) == 1
    assert capsys.readouterr().out == re.sub(r"^    ", "", found[2], flags=re.MULTILINE)


def test_the_grants_let_the_product_work_and_change_no_record(databases: Databases) -> None:
    with databases.copy("postgresql", databases.migrated("postgresql")) as owner_url:
        with psycopg.connect(owner_url, autocommit=True) as owner:
            owner.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD 'word'")
            owner.execute((ROOT / "docs" / "postgresql-grants.sql").read_bytes())
        server = urlsplit(owner_url)
        app_url = server._replace(netloc=f"{ROLE}:word@{server.hostname}:{server.port}").geturl()
        try:
            manage(environment_for(app_url), "load_demo")
            assert "Everything is as it was recorded." in manage(environment_for(app_url), "verify")
            with psycopg.connect(app_url, autocommit=True) as app:
                for statement in (
                    "UPDATE lineage_claim SET ordinal = 1",
                    "DELETE FROM lineage_auditevent",
                    "TRUNCATE lineage_answer",
                    "UPDATE lineage_content SET size = 1",
                    "UPDATE lineage_artifact SET section = '', key = 'x'",
                    "DELETE FROM lineage_ledgerhead",
                    "DROP TRIGGER guard_update_lineage_claim ON lineage_claim",
                ):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        app.execute(statement)
                # Erasure is all that it may do to a record, and the guards see to it that it is one.
                with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="append-only"):
                    app.execute("UPDATE lineage_content SET body = NULL")
                newest = "WHERE id = (SELECT max(id) FROM lineage_content WHERE body IS NOT NULL)"
                erased = app.execute(f"UPDATE lineage_content SET body = NULL, purged_at = now() {newest}")
                assert erased.rowcount == 1
        finally:
            with psycopg.connect(owner_url, autocommit=True) as owner:
                owner.execute(f"DROP OWNED BY {ROLE}")
                owner.execute(f"DROP ROLE {ROLE}")
