"""Publishing a revision: a form that says first what follows, shows what would change, and keeps what was written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector import restating
from inspector.pages.evidence_view import Difference
from inspector.pages.policy_compare import compare_bodies, named
from inspector.pages.policy_flags import FlagLine, read_flags
from inspector.pages.policy_form_reading import PolicyForm, form_from, read_policy_form
from inspector.pages.policy_reading import open_policy
from inspector.pages.policy_words import (
    OPERATIONS,
    PURPOSES,
    Entry,
    field_entries,
    find_body,
    label_of,
    rule_entries,
    series_name,
)
from inspector.policy_effects import read_effects
from inspector.readers import reader_of
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.policy_bodies import MOST_JUDGEMENTS, TYPES, body_of
from lineage.evidence.vocabulary import DecisiveField, ExemptionRule, PolicyKind
from lineage.models import rows
from lineage.publishing import Overtaken, newest_of_series, publish

SEE_FIRST = "look"
LAST = 100
MEANWHILE = "was published after you opened this page. Nothing of yours was published, and your words are below."


class Place(NamedTuple):
    """One operation of a normalization, with the place that it has in the order; empty where it is not used."""

    code: str
    label: str
    meaning: str
    place: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyFormPage:
    """`newest` is the revision in force, `next` the number of the one that would follow.

    `meanwhile` says that another was published, and then `difference` sets it against what was written here.
    """

    kind: PolicyKind
    name: str
    purpose: str
    action: str
    back_url: str
    newest: str
    newest_url: str
    next: int
    seen: str
    form: PolicyForm
    entries: tuple[Entry, ...]
    places: tuple[Place, ...]
    effects: tuple[str, ...]
    flags: tuple[FlagLine, ...]
    difference: Difference | None
    is_same: bool
    meanwhile: str
    most_judgements: int = MOST_JUDGEMENTS


def read_policy_form_page(
    reader: Reader, policy: rows.Policy, form: PolicyForm, *, looks: bool = False, meanwhile: str = ""
) -> PolicyFormPage:
    """The form on the newest revision, whatever revision it began with."""
    newest, kind = newest_of_series(policy), PolicyKind(policy.kind)
    compared, is_same = None, False
    if (looks or meanwhile) and not form.errors:
        old, new = newest.body.get_bytes(), body_of(kind, form.value)
        compared, is_same = compare_bodies(kind, named(newest), old, "yours", new), old == new
    return PolicyFormPage(
        kind=kind,
        name=series_name(kind, policy.name),
        purpose=PURPOSES[kind],
        action=reverse("policy_form", args=[policy.public_id]),
        back_url=reverse("policy", args=[policy.public_id]),
        newest=named(newest),
        newest_url=reverse("policy", args=[newest.public_id]),
        next=newest.revision + 1,
        seen=newest.public_id,
        form=form,
        entries=_entries(kind, form),
        places=_places(form) if kind is PolicyKind.NORMALIZATION else (),
        effects=read_effects(reader, policy),
        flags=read_flags(reader, newest),
        difference=compared,
        is_same=is_same,
        meanwhile=meanwhile,
    )


def _entries(kind: PolicyKind, form: PolicyForm) -> tuple[Entry, ...]:
    if kind is PolicyKind.EXEMPTION:
        return rule_entries(ExemptionRule(one) for one in form.chosen)
    if kind is PolicyKind.ADJUDICATION:
        return field_entries(DecisiveField(one) for one in form.chosen)
    return ()


def _places(form: PolicyForm) -> tuple[Place, ...]:
    """Those that are used first, in their order; then the others."""
    found = [
        Place(one.value, label_of(one), meaning, form.places.get(one.value, ""), form.errors.get(one.value, ""))
        for one, meaning in OPERATIONS.items()
    ]
    return tuple(sorted(found, key=_by_place))


def _by_place(one: Place) -> int:
    return int(one.place) if one.place.isdecimal() and len(one.place) < 3 else LAST


@require_http_methods(["GET", "HEAD", "POST"])
def policy_form(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the revision; 422 with what is wrong, 409 with both texts where another was published meanwhile."""
    reader = reader_of(request)
    require(reader, Action.PUBLISH_POLICY)
    policy = open_policy(reader, public_id)
    kind = PolicyKind(policy.kind)
    if kind not in TYPES:
        raise NotVisible(public_id)
    if request.method != "POST":
        begun = form_from(find_body(kind, policy.body.get_bytes()))
        return _draw(request, read_policy_form_page(reader, policy, begun))
    form = read_policy_form(kind, _lists(request.POST))
    if form.errors:
        return _draw(request, read_policy_form_page(reader, policy, form), 422)
    if SEE_FIRST in request.POST:
        return _draw(request, read_policy_form_page(reader, policy, form, looks=True))
    return _publish(request, policy, form)


def _publish(request: HttpRequest, policy: rows.Policy, form: PolicyForm) -> HttpResponse:
    reader = reader_of(request)
    try:
        published = publish(reader, policy, form.value, request.POST.get("seen", ""))
    except Overtaken as overtaken:
        said = f"{named(overtaken.newest).capitalize()} {MEANWHILE}"
        return _draw(request, read_policy_form_page(reader, policy, form, meanwhile=said), 409)
    if published.is_new and policy.kind == PolicyKind.GUIDELINE:
        restating.ring_after_commit()
    after = "published" if published.is_new else "unchanged"
    address = f"{reverse('policy', args=[published.policy.public_id])}?after={after}"
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    response = redirect(address)
    response.status_code = 303
    return response


def _lists(sent: Any) -> Mapping[str, Sequence[str]]:
    return dict(sent.lists())


def _draw(request: HttpRequest, page: PolicyFormPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/policy_form.html", {"page": page, "here": "policies"}, status=status)
