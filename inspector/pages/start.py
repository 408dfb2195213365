"""The start page: for each role what it comes for, and nothing of the others' (M-109, S3-85). It writes nothing."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from inspector.pages.start_house import read_auditing, read_members, read_policies
from inspector.pages.start_parts import count_decisions, read_deciding, read_judging, read_responding
from inspector.pages.start_view import Part, StartPage
from inspector.readers import reader_of
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import Role

ReadPart = Callable[[Reader, Mapping[str, int]], Part]

# In the order of the roles; reviewer and labeller judge, and share a part.
PARTS: tuple[tuple[frozenset[Role], ReadPart], ...] = (
    (frozenset({Role.REVIEWER, Role.LABELER}), read_judging),
    (frozenset({Role.ADJUDICATOR}), read_deciding),
    (frozenset({Role.RESPONDER}), read_responding),
    (frozenset({Role.AUDITOR}), read_auditing),
    (frozenset({Role.POLICY_ADMIN}), lambda reader, _: read_policies(reader)),
    (frozenset({Role.ADMINISTRATOR}), lambda reader, _: read_members(reader)),
)


def read_start(reader: Reader, name: str) -> StartPage:
    """The parts of all roles that the reader has.

    At most twelve statements for one role, with those of the session; eighteen for all of them at once.
    """
    decisions = count_decisions(reader)
    return StartPage(
        name=name,
        roles=tuple(role.label for role in Role if role in reader.roles),
        is_empty_house=not decisions,
        may_import=reader.may(Action.IMPORT_ANSWERS),
        parts=tuple(read(reader, decisions) for roles, read in PARTS if not roles.isdisjoint(reader.roles)),
    )


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    user = request.user
    page = read_start(reader_of(request), user.get_short_name() or user.get_username())  # type: ignore[union-attr]
    return render(request, "inspector/start.html", {"page": page, "here": "start"})
