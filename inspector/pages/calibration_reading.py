"""Label sets and their revisions from rows: which a reader may open, and which of their items stay hidden."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet

from inspector.blindness import is_sealed
from inspector.calibrating.reading import finished_sets, shown_members
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from inspector.pages.calibration_words import rater_label
from inspector.pages.run_people import name_of, named_by
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.vocabulary import RaterRole


def open_set(reader: Reader, public_id: str) -> opinions.CalibrationSet:
    """Raises NotAllowed for who reads no figures, NotVisible."""
    found: opinions.CalibrationSet = get_visible(named_by(finished_sets(reader), "made_by"), reader, public_id)
    return found


def open_revision(reader: Reader, public_id: str) -> opinions.SetRevision:
    """With its set and guideline. Raises NotAllowed for who reads no figures, NotVisible."""
    require(reader, Action.READ_FIGURES)
    found: opinions.SetRevision = get_visible(revisions_with_names(reader), reader, public_id)
    return found


def open_item(reader: Reader, public_id: str) -> Any:
    """A version of an item with its set, who made it by name. Sealed for the reader counts as missing: NotVisible."""
    sets = finished_sets(reader)
    items = opinions.CalibrationItem.objects.filter(~is_hidden(reader, "claim"), set__in=sets.values("pk"))
    return get_visible(named_by(items.select_related("set", "content", "claim"), "made_by"), reader, public_id)


def revisions_with_names(reader: Reader) -> Any:
    """The revisions of the reader's tenant with their sets, and the names of who froze them."""
    found = opinions.SetRevision.objects.visible_to(reader).select_related("set", "guideline")
    return named_by(found, "frozen_by")


def is_hidden(reader: Reader, claim: str) -> Q:
    """Whether an item is of a claim that the reader is still to judge blind; `claim` is the column that leads to it."""
    return Q(**{f"{claim}__isnull": False}) & Q(is_sealed(reader, OuterRef(claim)))


def members_of(revision: opinions.SetRevision) -> QuerySet[opinions.RevisionItem]:
    members: QuerySet[opinions.RevisionItem] = opinions.RevisionItem.objects.filter(revision=revision)
    return members


class Rater(NamedTuple):
    """Who labelled, as addresses and pages call them."""

    key: str
    name: str
    is_adjudicator: bool


def read_raters(reader: Reader, revision: opinions.SetRevision, field: str) -> tuple[Rater, ...]:
    """Who labelled this field in the revision, adjudicators last. One statement."""
    labels = opinions.ItemLabel.objects.filter(field=field, item__in=shown_members(reader, revision).values("item"))
    found = named_by(labels.annotate(actor=F("verdict__reviewer")), "verdict__reviewer").order_by()
    raters = {
        Rater(key, rater_name(reader, key, *who), role == RaterRole.ADJUDICATOR)
        for key, role, *who in found.values_list("rater", "role", "actor", "first_name", "username").distinct()
    }
    return tuple(sorted(raters, key=lambda one: (one.is_adjudicator, one.name, one.key)))


def rater_name(reader: Reader, key: str, actor: str | None, first_name: str | None, username: str | None) -> str:
    """A member by name, or the word by which an imported set calls its rater."""
    return name_of(reader, actor, first_name, username) if actor else rater_label(key)


def count_hidden(reader: Reader, revision: opinions.SetRevision) -> int:
    """How many of its items the reader is not shown, since their own verdict is not in."""
    return members_of(revision).filter(is_hidden(reader, "item__claim")).count()


def maker_of(reader: Reader, row: Any) -> str:
    return name_of(reader, row.made_by, row.first_name, row.username)


def frozen_by(reader: Reader, row: Any) -> str:
    return name_of(reader, row.frozen_by, row.first_name, row.username)


def find_field(fields: Sequence[Field], name: str) -> Field | None:
    """The field of this name, else the first; None for a set without fields."""
    return next((one for one in fields if one.name == name), fields[0] if fields else None)


