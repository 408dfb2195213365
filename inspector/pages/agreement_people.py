"""Who judged, as pages and addresses of agreement call them: by name, and under a handle."""

from collections.abc import Iterable, Sequence

from inspector.models import rows as opinions
from inspector.pages.queue_people import handle_of
from inspector.pages.run_people import name_of
from lineage.access import Reader

NAMES = ("actor", "user__first_name", "user__username")


def read_names(reader: Reader, actors: Iterable[str]) -> dict[str, str]:
    """By actor; one statement."""
    wanted = set(actors)
    members = opinions.Membership.objects.filter(tenant_id=reader.tenant_id, actor__in=wanted)
    known = {actor: (first, user) for actor, first, user in members.values_list(*NAMES)}
    return {actor: name_of(reader, actor, *known.get(actor, (None, None))) for actor in wanted}


def find_pair(reader: Reader, handles: Sequence[str]) -> tuple[str, ...]:
    """The two actors behind the handles, in their order; empty where one of them is nobody's here.

    One statement, two where somebody is no member any more.
    """
    if not handles:
        return ()
    members = opinions.Membership.objects.filter(tenant_id=reader.tenant_id).values_list("actor", flat=True)
    found = _behind(handles, members)
    if len(found) < len(handles):
        judged = opinions.Verdict.objects.visible_to(reader).order_by().values_list("reviewer", flat=True).distinct()
        found = _behind(handles, judged)
    return tuple(found[one] for one in handles) if len(found) == len(handles) else ()


def _behind(handles: Sequence[str], actors: Iterable[str]) -> dict[str, str]:
    return {handle: actor for actor in actors if (handle := handle_of(actor)) in handles}
