"""Revisions of policies as their pages show them: who published which, when, and what is in force."""

import re
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.policy_words import ORDER, PURPOSES, series_name
from inspector.pages.run_people import FORMER, name_of, named_by
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.policy_bodies import TYPES
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows

SHOWN = 10
ACTOR = re.compile("[0-9a-f]{32}")


class RevisionLine(NamedTuple):
    """`compare_url` sets it against the one before; empty for the first. `label` is what records call it."""

    label: str
    revision: int
    url: str
    digest: str
    author: str
    recorded_at: datetime
    is_in_force: bool
    compare_url: str


class Series(NamedTuple):
    """The revisions of one policy, newest first; `earlier` more are not listed. `next_url` is empty for who may not."""

    kind: PolicyKind
    name: str
    purpose: str
    lines: tuple[RevisionLine, ...]
    earlier: int
    next_url: str


def author_of(reader: Reader, author: str, first_name: str | None, username: str | None) -> str:
    """A member by name; a pseudonym never stands on a page, and our own revisions name this program."""
    if first_name or username or author == reader.actor:
        return name_of(reader, author, first_name, username)
    return FORMER if ACTOR.fullmatch(author) else author


def read_series(reader: Reader) -> tuple[Series, ...]:
    """Every policy of the tenant, in the order in which people ask for them; one statement."""
    require(reader, Action.READ_CASES)
    found = named_by(rows.Policy.objects.visible_to(reader), "author")
    series = []
    for (kind, name), revisions in groupby(found.order_by("kind", "name", "-revision"), key=_series_of):
        lines = lines_of(reader, revisions)
        series.append(
            Series(
                kind=PolicyKind(kind),
                name=series_name(PolicyKind(kind), name),
                purpose=PURPOSES[PolicyKind(kind)],
                lines=lines[:SHOWN],
                earlier=len(lines) - SHOWN if len(lines) > SHOWN else 0,
                next_url=next_url(reader, kind, lines[0].url),
            )
        )
    return tuple(sorted(series, key=lambda one: (ORDER.index(one.kind), one.name)))


def read_revisions(reader: Reader, policy: rows.Policy) -> tuple[RevisionLine, ...]:
    """All revisions of the policy's series, newest first; one statement."""
    found = rows.Policy.objects.visible_to(reader).filter(kind=policy.kind, name=policy.name)
    return lines_of(reader, named_by(found, "author").order_by("-revision"))


def open_policy(reader: Reader, public_id: str) -> rows.Policy:
    """A revision with what it says. Raises NotVisible."""
    require(reader, Action.READ_CASES)
    found: rows.Policy = get_visible(rows.Policy.objects.select_related("body"), reader, public_id)
    return found


def next_url(reader: Reader, kind: str, url: str) -> str:
    """Where a revision that begins with the words of this one is published; empty for who may not, and for a gate."""
    return f"{url}next/" if PolicyKind(kind) in TYPES and reader.may(Action.PUBLISH_POLICY) else ""


def lines_of(reader: Reader, revisions: Iterable[Any]) -> tuple[RevisionLine, ...]:
    """Of one series, newest first, annotated by `named_by`."""
    every = list(revisions)
    before = [*every[1:], None]
    return tuple(
        RevisionLine(
            label=f"{one.name}@{one.revision}",
            revision=one.revision,
            url=reverse("policy", args=[one.public_id]),
            digest=digest_from_raw(bytes(one.digest)),
            author=author_of(reader, one.author, one.first_name, one.username),
            recorded_at=one.recorded_at,
            is_in_force=number == 0,
            compare_url=reverse("policy_compare", args=[older.public_id, one.public_id]) if older else "",
        )
        for number, (one, older) in enumerate(zip(every, before, strict=True))
    )


def _series_of(policy: Any) -> tuple[str, str]:
    return policy.kind, policy.name
