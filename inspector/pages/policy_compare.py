"""Two revisions of a policy against each other: what only either says, and what became of numbered sentences."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.pages.evidence_view import Difference
from inspector.pages.policy_difference import changed_sentences, compare_lines
from inspector.pages.policy_reading import RevisionLine, open_policy, read_revisions
from inspector.pages.policy_words import draw_body, lines_of, series_name
from inspector.readers import reader_of
from lineage.access import NotVisible, Reader
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyComparison:
    """`difference` is None where both say the same. `sentences` is what became of the numbers of a guideline's."""

    name: str
    old: RevisionLine
    new: RevisionLine
    turned_url: str
    difference: Difference | None
    sentences: tuple[str, ...]


def read_policy_comparison(reader: Reader, public_id: str, other_id: str) -> PolicyComparison:
    """Four statements. Raises NotVisible, also for revisions of two kinds or two series."""
    old, new = open_policy(reader, public_id), open_policy(reader, other_id)
    if (old.kind, old.name) != (new.kind, new.name):
        raise NotVisible(other_id)
    by_number = {line.revision: line for line in read_revisions(reader, old)}
    kind, bodies = PolicyKind(old.kind), (old.body.get_bytes(), new.body.get_bytes())
    before, after = (draw_body(kind, body).sentences for body in bodies)
    older_first = (before, after) if old.revision <= new.revision else (after, before)
    return PolicyComparison(
        name=series_name(kind, old.name),
        old=by_number[old.revision],
        new=by_number[new.revision],
        turned_url=reverse("policy_compare", args=[other_id, public_id]),
        difference=compare_bodies(kind, named(old), bodies[0], named(new), bodies[1]),
        sentences=changed_sentences(*older_first) if bodies[0] != bodies[1] else (),
    )


def compare_bodies(kind: PolicyKind, first: str, old: bytes, second: str, new: bytes) -> Difference | None:
    """What two bodies say against each other; None where it is the same."""
    if old == new:
        return None
    return compare_lines(first, lines_of(kind, old), second, lines_of(kind, new))


def named(policy: rows.Policy) -> str:
    return f"revision {policy.revision}"


@require_safe
def policy_compare(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    page = read_policy_comparison(reader_of(request), public_id, other_id)
    return render(request, "inspector/policy_compare.html", {"page": page, "here": "policies"})
