"""The linter: `python -m lineage inspect FILE...`, `why FILE CLAIM`, `explain RULE`, `schema`. It needs no Django."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from lineage.evidence.bundle import Answer, Bundle, case_key
from lineage.evidence.dossier import Dossier
from lineage.evidence.gate import UNUSABLE, exit_code
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy, read_policy
from lineage.evidence.reading import PayloadError, PayloadProblems, Problem, adapter
from lineage.evidence.rules.registry import RULES, find_rule
from lineage.evidence.rules.rule import Rule
from lineage.evidence.why import why_claim
from lineage.evidence.why_words import lines_of
from lineage.formats.registry import FORMAT_NAMES, read_payload
from lineage.formats.report import Inspected, as_json, as_text, printable

MAXIMUM_BYTES = 512 * 1024 * 1024
MOST_OFFERED = 50


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is that of DESIGN 7: 0 released, 1 held or blocked, 2 unusable input."""
    options = _parser().parse_args(arguments)
    if options.command == "explain":
        return _explain(options.rule)
    if options.command == "schema":
        print(json.dumps(adapter(Bundle).json_schema(), indent=1))
        return 0
    if options.command == "why":
        return _why(options)
    return _inspect(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lineage", description="A linter for citations.")
    commands = parser.add_subparsers(dest="command", required=True)
    inspecting = commands.add_parser("inspect", help="inspect the answers of files")
    inspecting.add_argument("files", nargs="+", metavar="FILE", help="a payload, a bundle, or - for standard input")
    inspecting.add_argument("--format", default="auto", choices=("auto", *FORMAT_NAMES))
    inspecting.add_argument("--policy", type=Path, help="a gate policy as JSON")
    inspecting.add_argument("--output", default="text", choices=("text", "json"))
    moment = "the moment of inspection, as 2026-11-02T14:10:00Z (default: now)"
    inspecting.add_argument("--as-of", type=_moment, help=moment)
    asking = commands.add_parser("why", help="what a claim rests on: the five audit questions, answered with ids")
    asking.add_argument("file", metavar="FILE", help="a payload, a bundle, or - for standard input")
    asking.add_argument("claim", metavar="CLAIM", help="the key of a claim")
    asking.add_argument("--answer", metavar="CASE", help="only the answers of this case")
    asking.add_argument("--format", default="auto", choices=("auto", *FORMAT_NAMES))
    asking.add_argument("--as-of", type=_moment, help=moment)
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
    inspected = []
    found, problems = _read(name, form)
    for place, answer, dossier in found:
        inspected.append(Inspected(f"{name}{f' {place}' if place else ''}", answer, inspect(dossier, policy, as_of)))
    return inspected, problems


def _read(name: str, form: str) -> tuple[Iterator[tuple[str, Answer, Dossier]], list[Problem]]:
    """The answers of a file with their places and dossiers, one at a time, and what is wrong in the file."""
    try:
        data = sys.stdin.buffer.read(MAXIMUM_BYTES) if name == "-" else Path(name).read_bytes()
    except OSError as error:
        return iter(()), [Problem(name, "", f"cannot be read: {error.strerror}")]
    reading = read_payload(data, form)
    problems = [p._replace(place=f"{name}: {p.place}" if p.place else name) for p in reading.problems]
    if not reading.answers and not problems:
        problems = [Problem(name, "", "there is no answer in this file")]
    return ((place, answer, reading.dossier(answer)) for place, answer in reading.answers), problems


def _why(options: argparse.Namespace) -> int:
    """0 where a claim of this key was found; 2 with the keys that there are where none was."""
    as_of = options.as_of or datetime.now(UTC)
    found, problems = _read(options.file, options.format)
    lines: list[str] = []
    offered: dict[str, None] = {}
    for _, answer, dossier in found:
        if options.answer not in (None, case_key(answer.case)):
            offered[f"case {case_key(answer.case)}"] = None
            continue
        if options.claim not in dossier.claims:
            offered.update(dict.fromkeys(dossier.claims))
            continue
        inspection = inspect(dossier, DEFAULT_POLICY, as_of)
        told = lines_of(why_claim(dossier, inspection, options.claim))
        lines += [Inspected("", answer, inspection).name, *told]
    for problem in problems:
        print(printable(str(problem)), file=sys.stderr)
    if not lines:
        of_case = f" in case {options.answer}" if options.answer else ""
        keys = f" There are: {', '.join(list(offered)[:MOST_OFFERED])}." if offered else ""
        print(printable(f"{options.file}: there is no claim {options.claim}{of_case}.{keys}"), file=sys.stderr)
        return UNUSABLE
    written = "".join(f"{printable(line)}\n" for line in lines)
    sys.stdout.buffer.write(written.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    return UNUSABLE if problems else 0


def _explain(code: str | None) -> int:
    if code is None:
        for rule in RULES:
            print(f"{rule.code:<45} {rule.meaning}")
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
