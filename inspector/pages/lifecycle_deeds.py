"""What people do to a version of a source: who may, when it is possible, what follows, in words; and the verbs.

Each deed has a page of its own that says what it will do before anybody does it; none has a key.
"""

from collections.abc import Callable
from typing import NamedTuple

from lineage import lifecycle
from lineage.access import Action, Reader
from lineage.evidence import life
from lineage.evidence.life import Life
from lineage.evidence.vocabulary import SourceEventKind
from lineage.models import rows

Verb = Callable[[Reader, rows.SourceVersion, str], rows.SourceEvent]


class Deed(NamedTuple):
    """`what` follows from it; `undo` says what takes it back. `hides`: words that others rest on are taken away."""

    name: str
    label: str
    action: Action
    kind: SourceEventKind
    refuse: Callable[[Life, str], str | None]
    verb: Verb | None
    what: str
    undo: str
    hides: bool = False
    needs_reason: bool = True


def _alone(refuse: Callable[[Life], str | None]) -> Callable[[Life, str], str | None]:
    """Of what does not depend on who does it."""
    return lambda one, actor: refuse(one)


WITHDRAW = Deed(
    "withdraw",
    "Withdraw this version",
    Action.CHANGE_SOURCES,
    SourceEventKind.WITHDRAWN,
    _alone(life.refuse_withdraw),
    lifecycle.withdraw,
    "At once nobody but auditors reads its words, its title or its address: on no page, in no export, through no "
    "program. What was quoted from it and what was made from it is hidden with it. The answers’ own words stay, and "
    "so do the verdicts, which say since when the source is withdrawn.",
    "It can be restored at any time.",
    hides=True,
)
DELETE = Deed(
    "delete",
    "Delete this version",
    Action.ERASE_SOURCES,
    SourceEventKind.TOMBSTONED,
    _alone(life.refuse_tombstone),
    None,
    "Its words, its title and its address are hidden at once, as by a withdrawal, and do not come back. They are "
    "erased on the day that you name, or as soon as two people have agreed. What retrieves or shows its passages "
    "elsewhere is asked to forget them.",
    "Nothing takes it back. Withdraw it instead if it might be needed again.",
    hides=True,
)
DEEDS: tuple[Deed, ...] = (
    Deed(
        "publish",
        "Publish this draft",
        Action.CHANGE_SOURCES,
        SourceEventKind.ACTIVATED,
        _alone(life.refuse_publish),
        lifecycle.publish,
        "It becomes the version that holds, in the place of the one that holds now. Every citation of this source is "
        "then looked for in it.",
        "It can be withdrawn; it does not become a draft again.",
        needs_reason=False,
    ),
    WITHDRAW,
    Deed(
        "restore",
        "Restore this version",
        Action.CHANGE_SOURCES,
        SourceEventKind.RESTORED,
        _alone(life.refuse_restore),
        lifecycle.restore,
        "Its words, title and address are shown again to whoever could read them before.",
        "It can be withdrawn again.",
    ),
    DELETE,
    Deed(
        "hold",
        "Set a legal hold",
        Action.ERASE_SOURCES,
        SourceEventKind.HELD,
        _alone(life.refuse_hold),
        lifecycle.hold,
        "While it stands nothing of this source is erased: not on its day, and not though two people agreed. It hides "
        "nothing and shows nothing.",
        "It can be released at any time.",
    ),
    Deed(
        "release",
        "Release the legal hold",
        Action.ERASE_SOURCES,
        SourceEventKind.RELEASED,
        _alone(life.refuse_release),
        lifecycle.release,
        "What was due or agreed upon in the meantime is erased within minutes, where no other hold stands on "
        "this source.",
        "A new hold can be set until then.",
    ),
    Deed(
        "ask-erasure",
        "Ask for its erasure",
        Action.ERASE_SOURCES,
        SourceEventKind.PURGE_REQUESTED,
        _alone(life.refuse_request),
        lifecycle.request_purge,
        "Another person is asked to agree. Nothing is erased before that.",
        "You or anybody with this right can decline it until it is carried out.",
    ),
    Deed(
        "agree-erasure",
        "Agree to its erasure",
        Action.ERASE_SOURCES,
        SourceEventKind.PURGE_REQUESTED,
        life.refuse_confirm,
        lifecycle.confirm_purge,
        "You are the second person. Its bytes, its text, what was quoted and made from it, its title and its address "
        "are erased, in the database and in every copy that this house keeps, as soon as no hold stands. Id, dates and "
        "digest stay for audit.",
        "Until it is carried out it can be declined. Afterwards nothing brings the words back.",
        hides=True,
    ),
    Deed(
        "decline-erasure",
        "Decline its erasure",
        Action.ERASE_SOURCES,
        SourceEventKind.PURGE_DECLINED,
        _alone(life.refuse_decision),
        lifecycle.decline_purge,
        "What was asked for or agreed upon falls; the version stays deleted, and its words stay hidden.",
        "Somebody may ask for it again.",
    ),
)
BY_NAME = {deed.name: deed for deed in DEEDS}


def find_deed(name: str) -> Deed | None:
    return BY_NAME.get(name)
