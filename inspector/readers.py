"""From a session to a Reader: one membership a request, and the sign-in page for who has none."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Subquery, Sum
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from inspector.http import session_ended
from inspector.models import rows
from lineage.access import Reader
from lineage.evidence.vocabulary import QueueKind, Role, SlotState
from lineage.written import Given, written

GetResponse = Callable[[HttpRequest], HttpResponseBase]
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
TENANT = "tenant"
OF_READER = ("actor", "tenant_id", "tenant__key", "roles", "labels")
"""Of a membership, what a Reader is made of, in its order."""


def public(view: View) -> View:
    """Marks a view that needs no reader: sign-in and what a process is asked about itself."""
    view.is_public = True  # type: ignore[attr-defined]
    return view


def open_by(setting: str) -> Callable[[View], View]:
    """Marks a view that needs no reader where this setting is on; there `request.reader` may be None."""

    def mark(view: View) -> View:
        view.opened_by = setting  # type: ignore[attr-defined]
        return view

    return mark


def find_reader(request: HttpRequest) -> Reader | None:
    """The signed-in person's part in the session's tenant, else in their first; None for who has none.

    How many claims they are to judge again, and whether there is a queue of labels, stands in every page's head: it is
    asked here, at no statement's cost.
    """
    user = request.user
    if not user.is_authenticated:
        return None
    memberships = _memberships.rows(user=user.pk)
    chosen = [one for one in memberships if one["tenant_id"] == request.session.get(TENANT)]
    membership = next(iter((*chosen, *memberships)), None)
    if membership is None:
        return None
    request.to_judge_again = membership["again"] or 0  # type: ignore[attr-defined]
    request.has_labels = membership["has_labels"]  # type: ignore[attr-defined]
    return _reader(*(membership[name] for name in OF_READER))


def _count_again() -> Subquery:
    """Own places whose verdict counts no more, in queues that are worked on: a look into an index for each queue."""
    slots = rows.Slot.objects.filter(queue=OuterRef("pk"), reviewer=OuterRef(OuterRef("actor")))
    again = slots.filter(state=SlotState.AGAIN.value).order_by().values("reviewer").annotate(number=Count("pk"))
    queues = rows.Queue.objects.filter(tenant=OuterRef("tenant"), closed_at__isnull=True).order_by()
    counted = queues.annotate(again=Subquery(again.values("number"))).values("tenant")
    return Subquery(counted.annotate(total=Sum("again")).values("total"))


def find_reader_of_actor(tenant_id: int, actor: str) -> Reader | None:
    """`READER_OF_ACTOR`: what an actor may do now, for work that outlives their request; None for who is no member."""
    membership = rows.Membership.objects.filter(tenant_id=tenant_id, actor=actor, user__is_active=True)
    found = membership.select_related("tenant").first()
    return None if found is None else as_reader(found)


def as_reader(membership: rows.Membership) -> Reader:
    one = membership
    return _reader(one.actor, one.tenant_id, one.tenant.key, one.roles, one.labels)


def _reader(actor: str, tenant_id: int, tenant: str, roles: Iterable[str], labels: Iterable[str]) -> Reader:
    return Reader(actor, tenant_id, tenant, frozenset(Role(role) for role in roles), frozenset(labels))


@written
def _memberships() -> Any:
    """Of one person, the first one first."""
    labels = rows.Queue.objects.filter(kind=QueueKind.CALIBRATION.value, closed_at__isnull=True)
    known = {"again": _count_again(), "has_labels": Exists(labels.filter(tenant=OuterRef("tenant")))}
    found = rows.Membership.objects.filter(user_id=Given("user")).annotate(**known)
    return found.order_by("pk").values(*OF_READER, *known)


def reader_of(request: HttpRequest) -> Reader:
    """Who asks. Every view that is not public has one: ReaderMiddleware lets nobody else through."""
    reader = getattr(request, "reader", None)
    if not isinstance(reader, Reader):
        raise TypeError(f"{request.path} is read by somebody without a membership")
    return reader


def has_membership(user: Any) -> bool:
    """Whether a person belongs to any tenant; one who does not has nothing to see here."""
    return rows.Membership.objects.filter(user_id=user.pk).exists()


class ReaderMiddleware:
    """Gives every view but public ones `request.reader`. After authentication."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.reader = None  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], arguments: Any, options: Any
    ) -> HttpResponse | None:
        if getattr(view, "is_public", False):
            return None
        request.reader = find_reader(request)  # type: ignore[attr-defined]
        opened_by = getattr(view, "opened_by", "")
        if request.reader is not None or (opened_by and getattr(settings, opened_by)):  # type: ignore[attr-defined]
            return None
        if request.headers.get("HX-Request") == "true":
            return session_ended(request)
        address = reverse("sign_in")
        if request.method == "GET" and request.path != "/":
            address += "?" + urlencode({"next": request.get_full_path()})
        return redirect(address)
