"""Legal holds, and erasure as two people decide on it; what was decided is carried out by `lineage.retention`."""

from lineage.access import Action, Reader
from lineage.evidence import life
from lineage.evidence.life import Life
from lineage.evidence.vocabulary import SourceEventKind
from lineage.lifecycle_asking import Version
from lineage.lifecycle_changing import change
from lineage.models import rows

AGREED = "erasure_agreed"


def hold(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """A legal hold: nothing of the source is erased while it stands, whoever agreed and whatever is due."""
    return change(reader, version, reason, SourceEventKind.HELD, life.refuse_hold, Action.ERASE_SOURCES)


def release(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """Ends the hold on this version; what was due in the meantime is erased by the next job."""
    return change(reader, version, reason, SourceEventKind.RELEASED, life.refuse_release, Action.ERASE_SOURCES)


def request_purge(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """Asks for a deleted version to be erased before its day; another person has to agree."""
    return change(reader, version, reason, SourceEventKind.PURGE_REQUESTED, life.refuse_request, Action.ERASE_SOURCES)


def decline_purge(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """Takes back what was asked for or agreed upon, as long as it was not carried out."""
    return change(reader, version, reason, SourceEventKind.PURGE_DECLINED, life.refuse_decision, Action.ERASE_SOURCES)


def confirm_purge(reader: Reader, version: Version, reason: str) -> rows.SourceEvent:
    """Agrees to what another person asked for; the decision is recorded, and `lineage.retention` carries it out.

    Under a hold it waits. The event is of the kind `purge_requested`: two of them by two people are an agreement.
    """

    def refuse(one: Life) -> str | None:
        return life.refuse_confirm(one, reader.actor)

    kind = SourceEventKind.PURGE_REQUESTED
    return change(reader, version, reason, kind, refuse, Action.ERASE_SOURCES, verb=AGREED)
