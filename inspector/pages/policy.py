"""One frozen revision of a policy, readable, with the revisions beside it."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.pages.policy_flags import FlagLine, read_flags
from inspector.pages.policy_reading import RevisionLine, next_url, open_policy, read_revisions
from inspector.pages.policy_words import PURPOSES, Drawn, draw_body, series_name
from inspector.pages.start_house import level_line
from inspector.pages.start_view import LevelLine
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows
from lineage.policies import read_gate

AFTER = {
    "published": "It is published, and in force from now on.",
    "unchanged": "Nothing was published: this revision says the same already, word for word.",
}
"""What is said at the head of the page to who comes from the form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPage:
    """`newest` is the revision in force, `levels` what a gate makes of each rule."""

    kind: PolicyKind
    name: str
    purpose: str
    line: RevisionLine
    newest: RevisionLine
    lines: tuple[RevisionLine, ...]
    drawn: Drawn
    levels: tuple[LevelLine, ...]
    flags: tuple[FlagLine, ...]
    against_newest_url: str
    next_url: str
    after: str


def read_policy_page(reader: Reader, public_id: str, after: str) -> PolicyPage:
    """Four statements at most, whatever it says. Raises NotVisible."""
    policy = open_policy(reader, public_id)
    lines = read_revisions(reader, policy)
    line = next(one for one in lines if one.revision == policy.revision)
    newest, kind = lines[0], PolicyKind(policy.kind)
    newest_id = newest.url.rstrip("/").rpartition("/")[2]
    return PolicyPage(
        kind=kind,
        name=series_name(kind, policy.name),
        purpose=PURPOSES[kind],
        line=line,
        newest=newest,
        lines=lines,
        drawn=draw_body(kind, policy.body.get_bytes()),
        levels=_levels(policy) if kind is PolicyKind.GATE else (),
        flags=read_flags(reader, policy),
        against_newest_url="" if line.is_in_force else reverse("policy_compare", args=[public_id, newest_id]),
        next_url=next_url(reader, policy.kind, line.url),
        after=AFTER.get(after, ""),
    )


def _levels(policy: rows.Policy) -> tuple[LevelLine, ...]:
    gate = read_gate(policy)
    return tuple(level_line(gate, rule) for rule in RULES)


@require_safe
def policy(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_policy_page(reader_of(request), public_id, request.GET.get("after", ""))
    return render(request, "inspector/policy.html", {"page": page, "here": "policies"})
