"""Tables of the vocabulary, of who may do what, and of the settings."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inspector.documentation.markdown import NOTICE, code, table
from inspector.documentation.setting_words import SETTINGS
from lineage.access import MAY, WRITING
from lineage.evidence import vocabulary
from lineage.evidence.vocabulary import Role, Term


def terms() -> list[type[Term]]:
    """Every enumeration of the vocabulary, by name."""
    found = (getattr(vocabulary, name) for name in sorted(vocabulary.__all__))
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, Term) and kind is not Term]


def term_table(kind: type[Term]) -> str:
    """Label, value and meaning; the meaning is left out where no member has one."""
    if not any(term.meaning for term in kind):
        return table(("label", "value"), [(term.label, code(term.value)) for term in kind])
    return table(("label", "value", "meaning"), [(term.label, code(term.value), term.meaning) for term in kind])


def words_page() -> str:
    """docs/words.md."""
    parts = [f"## {kind.__name__}\n\n{_about(kind)}{term_table(kind)}" for kind in terms()]
    lead = "Every enumeration of the domain: the label that pages show, the value in bundles, reports and the database."
    return f"# Words\n\n{NOTICE}\n\n{lead}\n\n" + "\n\n".join(parts) + "\n"


def _about(kind: type[Term]) -> str:
    # Without a docstring of its own a class has none here: what StrEnum says of itself is no meaning.
    words = kind.__dict__.get("__doc__")
    return f"{words.strip()}\n\n" if words else ""


def roles_page() -> str:
    """docs/roles.md."""
    head = ("", *(role.label for role in Role))
    lines = [
        (action.value.replace("_", " "), *("yes" if role in MAY[action] else "" for role in Role)) for action in MAY
    ]
    writing = ", ".join(sorted(action.value.replace("_", " ") for action in WRITING))
    return f"""# Who may do what

{NOTICE}

A person has one or several roles in a tenant, and may do what any of them may. What belongs to another tenant answers
as what does not exist.

{table(head, lines)}

- A source version with access labels is shown only to who holds all of them; *read every label* is the exception. To
  all others the source is masked: neither its title nor its address nor its words are shown, and a claim that rests on
  it cannot be judged by them.
- What was withdrawn or deleted is shown to nobody who lacks *read taken away*: an auditor reads it, marked as such, as
  long as the words are kept. It stays so for who holds every label.
- Erasing a version needs two people who may *erase sources*: one asks, another agrees. A legal hold stops it.
- Writing: {writing}. An auditor writes nothing.
- Each role lands on a page of its own: reviewers and labellers on what waits for their judgement, adjudicators on
  claims where people say different things, responders on what is blocked and whose it is, auditors on what is kept and
  where the ledger ends, policy administrators on the policies in force, administrators on the members. Who has several
  roles finds their parts in this order. It changes nothing.
- Whoever is signed in may use the page to try it, whatever the role: nothing is kept of it.
- The table says who may; pages of this version exist for reading cases and sources, exporting inventories and reports,
  importing answers, keeping queues, recording verdicts, settling disagreements, publishing policies, and changing and
  erasing sources. Changing members has no page yet.
"""


class Setting(NamedTuple):
    """One variable that the settings read: how (`secret`, `flag`, ...), its default and bounds as they are shown."""

    name: str
    kind: str
    default: str
    bounds: str


EXPECTED = {
    "secret": "a random secret of at least 50 characters, 10 of them distinct",
    "database": "`sqlite:///path` or `postgresql://user:password@host:port/name`",
    "broker": (
        "`filesystem:///path`, `redis://host:port/number`, `rediss://...`, `amqp://user:password@host:port/vhost` or "
        "`amqps://...`"
    ),
    "host_names": "host names, separated by commas, without `*`",
    "flag": "1, true, yes, on, or 0, false, no, off",
    "text": "a text that is not blank",
}


def settings_table(settings: Path) -> str:
    lines = [
        (code(s.name), s.bounds, s.default or "none: must be set", SETTINGS[s.name]) for s in read_settings(settings)
    ]
    return table(("variable", "expected", "default", "what it sets"), lines)


def read_settings(settings: Path) -> Iterator[Setting]:
    """Every call of `inspector.environment` in the settings, in their order."""
    calls = [node for node in ast.walk(ast.parse(settings.read_text())) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: call.lineno):
        function = call.func
        if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "environment":
            yield _setting(function.attr, call)


def _setting(kind: str, call: ast.Call) -> Setting:
    given = {keyword.arg: _value(keyword.value) for keyword in call.keywords}
    name = str(_value(call.args[0]))
    default = given.get("default", _value(call.args[1]) if kind == "choice" else None)
    if kind == "number":
        bounds = f"a whole number from {given['least']} to {given['most']}"
    elif kind == "choice":
        bounds = "one of " + ", ".join(map(str, _value(call.args[2])))  # type: ignore[call-overload]
    else:
        bounds = EXPECTED[kind]
    shown = {True: "on", False: "off"}.get(default, str(default)) if isinstance(default, bool) else default
    return Setting(name, kind, "" if shown is None else code(shown), bounds)


def _value(node: ast.expr) -> object:
    """The value of an expression of literals, such as 8 * 3600."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Pow)):
        left, right = _value(node.left), _value(node.right)
        assert isinstance(left, int) and isinstance(right, int)
        return left * right if isinstance(node.op, ast.Mult) else left**right
    return None if isinstance(node, ast.Name) else ast.literal_eval(node)
