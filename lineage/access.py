"""Who may do and read what. A foreign row looks like a missing one: both are NotVisible, and that is 404.

A source version with access labels is readable only by who holds all of them; auditors and administrators read all
of the tenant. This is the viewer's access: that of the answer's persona is judged by rules and never changes a view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lineage.evidence.vocabulary import Role

READERS = frozenset(Role)


class NotVisible(LookupError):
    """No such row for this reader: it is missing, or belongs to others. The answer does not say which."""


class NotAllowed(PermissionError):
    """The reader may see the tenant's data but may not do this."""


class Action(StrEnum):
    READ_CASES = "read_cases"
    READ_SOURCES = "read_sources"
    READ_EVERY_LABEL = "read_every_label"
    READ_LEDGER = "read_ledger"
    EXPORT = "export"
    IMPORT_ANSWERS = "import_answers"
    RECORD_VERDICT = "record_verdict"
    ADJUDICATE = "adjudicate"
    KEEP_QUEUES = "keep_queues"
    ADD_NOTES = "add_notes"
    REOPEN_REVIEW = "reopen_review"
    CHANGE_SOURCES = "change_sources"
    READ_TAKEN_AWAY = "read_taken_away"
    ERASE_SOURCES = "erase_sources"
    DECIDE_RELOCATION = "decide_relocation"
    PUBLISH_POLICY = "publish_policy"
    CHANGE_MEMBERS = "change_members"
    READ_FIGURES = "read_figures"
    KEEP_SETS = "keep_sets"
    CERTIFY_JUDGES = "certify_judges"


MAY: Mapping[Action, frozenset[Role]] = {
    Action.READ_CASES: READERS,
    Action.READ_SOURCES: READERS,
    Action.READ_EVERY_LABEL: frozenset({Role.AUDITOR, Role.ADMINISTRATOR}),
    Action.READ_LEDGER: frozenset({Role.AUDITOR, Role.ADMINISTRATOR}),
    Action.EXPORT: frozenset({Role.AUDITOR, Role.RESPONDER, Role.ADMINISTRATOR}),
    Action.IMPORT_ANSWERS: frozenset({Role.RESPONDER, Role.ADMINISTRATOR}),
    Action.RECORD_VERDICT: frozenset({Role.REVIEWER, Role.LABELER}),
    Action.ADJUDICATE: frozenset({Role.ADJUDICATOR}),
    Action.KEEP_QUEUES: frozenset({Role.ADJUDICATOR, Role.POLICY_ADMIN, Role.ADMINISTRATOR}),
    Action.ADD_NOTES: READERS - {Role.AUDITOR},
    Action.REOPEN_REVIEW: frozenset({Role.RESPONDER, Role.ADJUDICATOR, Role.ADMINISTRATOR}),
    Action.CHANGE_SOURCES: frozenset({Role.RESPONDER, Role.ADMINISTRATOR}),
    Action.READ_TAKEN_AWAY: frozenset({Role.AUDITOR}),
    Action.ERASE_SOURCES: frozenset({Role.ADMINISTRATOR, Role.POLICY_ADMIN}),
    Action.DECIDE_RELOCATION: frozenset({Role.REVIEWER, Role.ADJUDICATOR, Role.RESPONDER, Role.ADMINISTRATOR}),
    Action.PUBLISH_POLICY: frozenset({Role.POLICY_ADMIN}),
    Action.CHANGE_MEMBERS: frozenset({Role.ADMINISTRATOR}),
    # Whoever only labels reads no figures: they would tell what others said, and what a judge did.
    Action.READ_FIGURES: READERS - {Role.REVIEWER, Role.LABELER},
    Action.KEEP_SETS: frozenset({Role.ADJUDICATOR, Role.POLICY_ADMIN, Role.ADMINISTRATOR}),
    Action.CERTIFY_JUDGES: frozenset({Role.POLICY_ADMIN, Role.ADMINISTRATOR}),
}
"""Who may do what; a person with several roles may do what any of them may. An auditor writes nothing (S3-85)."""

WRITING = frozenset(
    {
        Action.IMPORT_ANSWERS,
        Action.RECORD_VERDICT,
        Action.ADJUDICATE,
        Action.KEEP_QUEUES,
        Action.ADD_NOTES,
        Action.REOPEN_REVIEW,
        Action.CHANGE_SOURCES,
        Action.ERASE_SOURCES,
        Action.DECIDE_RELOCATION,
        Action.PUBLISH_POLICY,
        Action.CHANGE_MEMBERS,
        Action.KEEP_SETS,
        Action.CERTIFY_JUDGES,
    }
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks, in which tenant: built once a request, and anew before each piece of background work.

    `actor` is a pseudonym, `tenant` the tenant's key.
    """

    actor: str
    tenant_id: int
    tenant: str
    roles: frozenset[Role]
    labels: frozenset[str]

    def may(self, action: Action) -> bool:
        return not self.roles.isdisjoint(MAY[action])

    @property
    def is_member(self) -> bool:
        return self.may(Action.READ_CASES)

    @property
    def reads_every_label(self) -> bool:
        return self.may(Action.READ_EVERY_LABEL)

    def holds(self, labels: frozenset[str]) -> bool:
        """Whether a text with these access labels may be shown."""
        return self.reads_every_label or labels <= self.labels


def require(reader: Reader, action: Action) -> None:
    """Raises NotVisible for who has no part in the tenant, NotAllowed for who lacks the role."""
    if not reader.is_member:
        raise NotVisible(reader.tenant)
    if not reader.may(action):
        raise NotAllowed(f"{action.value.replace('_', ' ')} is for: {', '.join(sorted(MAY[action]))}")


def get_visible(rows: Any, reader: Reader, public_id: str) -> Any:
    """The one row of a query set (or manager) with this public id that the reader may see; else NotVisible."""
    row = rows.visible_to(reader).filter(public_id=public_id).first() if "\0" not in public_id else None
    if row is None:
        raise NotVisible(public_id)
    return row
