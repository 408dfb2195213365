"""The linter: `python -m lineage inspect FILE...`, `explain RULE`, `schema`. No Django, no database, no network."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from lineage.evidence.bundle import Bundle
from lineage.evidence.gate import UNUSABLE, exit_code
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy, read_policy
from lineage.evidence.reading import PayloadError, PayloadProblems, Problem, adapter
from lineage.evidence.rules.registry import RULES, find_rule
from lineage.evidence.rules.rule import Rule
from lineage.formats.registry import FORMAT_NAMES, read_payload
from lineage.formats.report import Inspected, as_json, as_text

MAXIMUM_BYTES = 512 * 1024 * 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is that of DESIGN 7: 0 released, 1 held or blocked, 2 unusable input."""
    options = _parser().parse_args(arguments)
    if options.command == "explain":
        return _explain(options.rule)
    if options.command == "schema":
        print(json.dumps(adapter(Bundle).json_schema(), indent=1))
        return 0
    return _inspect(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lineage", description="A linter for citations.")
    commands = parser.add_subparsers(dest="command", required=True)
    inspecting = commands.add_parser("inspect", help="inspect the answers of files")
    inspecting.add_argument("files", nargs="+", metavar="FILE", help="a payload, a bundle, or - for standard input")
    inspecting.add_argument("--format", default="auto", choices=("auto", *FORMAT_NAMES))
    inspecting.add_argument("--policy", type=Path, help="a gate policy as JSON")
    inspecting.add_argument("--output", default="text", choices=("text", "json"))
    inspecting.add_argument(
        "--as-of", type=_moment, help="the moment of inspection, as 2026-11-02T14:10:00Z (default: now)"
    )
    explaining = commands.add_parser("explain", help="what a rule means; without a rule, the list of all")
    explaining.add_argument("rule", nargs="?", metavar="RULE")
    commands.add_parser("schema", help="the JSON Schema of a bundle")
    return parser


def _moment(written: str) -> datetime:
    moment = datetime.fromisoformat(written)
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError("a moment has a time zone, such as 2026-11-02T14:10:00Z")
    return moment


def _inspect(options: argparse.Namespace) -> int:
    try:
        policy = read_policy(options.policy.read_bytes()) if options.policy else DEFAULT_POLICY
    except (OSError, PayloadError, PayloadProblems) as error:
        print(f"{options.policy}: {error}", file=sys.stderr)
        return UNUSABLE
    as_of = options.as_of or datetime.now(UTC)
    inspected: list[Inspected] = []
    problems: list[Problem] = []
    for name in options.files:
        answers, found = _inspect_file(name, options.format, policy, as_of)
        inspected += answers
        problems += found
    is_json = options.output == "json"
    written = as_json(inspected, problems) if is_json else as_text(inspected, problems)
    # JSON is UTF-8; a screen that knows less gets escapes, and so do file names that are no text.
    encoding = "utf-8" if is_json else sys.stdout.encoding or "utf-8"
    sys.stdout.buffer.write(written.encode(encoding, "backslashreplace"))
    return exit_code((found.inspection.decision for found in inspected), len(problems))


def _inspect_file(
    name: str, form: str, policy: GatePolicy, as_of: datetime
) -> tuple[list[Inspected], Iterable[Problem]]:
    try:
        data = sys.stdin.buffer.read(MAXIMUM_BYTES) if name == "-" else Path(name).read_bytes()
    except OSError as error:
        return [], [Problem(name, "", f"cannot be read: {error.strerror}")]
    reading = read_payload(data, form)
    problems = [p._replace(place=f"{name}: {p.place}" if p.place else name) for p in reading.problems]
    inspected = []
    for place, answer in reading.answers:
        dossier = reading.dossier(answer)
        inspected.append(Inspected(f"{name}{f' {place}' if place else ''}", answer, inspect(dossier, policy, as_of)))
    if not inspected and not problems:
        problems = [Problem(name, "", "there is no answer in this file")]
    return inspected, problems


def _explain(code: str | None) -> int:
    if code is None:
        for rule in RULES:
            print(f"{rule.code:<38} {rule.meaning}")
        return 0
    found = find_rule(code)
    if found is None:
        near = [rule.code for rule in RULES if code in rule.code]
        hint = f" Did you mean {', '.join(near)}?" if near else " `explain` without a rule lists them."
        print(f"There is no rule {code}.{hint}", file=sys.stderr)
        return UNUSABLE
    print(explanation(found))
    return 0


def explanation(rule: Rule) -> str:
    """What a person needs to know of a rule."""
    lines = [
        rule.code,
        f"  {rule.meaning}",
        f"  contract   {rule.contract.label}: {rule.contract.meaning}",
        f"  owner      {rule.owner.label}",
        f"  level      {rule.level.label} (default policy)",
        f"  route      {rule.route.label}",
        f"  repair     {rule.repair}",
    ]
    if rule.proves_not:
        lines.append(f"  a pass does not show  {rule.proves_not}")
    if rule.requirements:
        lines.append(f"  sources    {', '.join(rule.requirements)}")
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read our output, `head` for one, has had enough; nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNUSABLE)
