"""Label sets by name: made, and told what they are for. What is in them comes by importing and freezing."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, get_visible, require

LONGEST_NAME, LONGEST_WORDS, LONGEST_KEY = 100, 2_000, 60
Set = opinions.CalibrationSet | str


class NotASet(ValueError):
    """A set or a revision cannot be as it was asked for; the message says why. `field` is the one it belongs to."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def create_set(
    reader: Reader, name: str, purpose: str = "", origin: str = "", *, shows_gold: bool = False
) -> opinions.CalibrationSet:
    """A new set, empty until something is frozen or imported. Raises NotAllowed, NotASet."""
    require(reader, Action.KEEP_SETS)
    values = _values(name, purpose, origin) | {"shows_gold": shows_gold}
    key = _free_key(reader.tenant_id, slugify(name)[:LONGEST_KEY].strip("-") or "set")
    made = opinions.CalibrationSet(tenant_id=reader.tenant_id, key=key, made_by=reader.actor, **values)
    try:
        with transaction.atomic():
            made.save()
            _record(reader, made, "set_made")
    except IntegrityError:
        # Two sent at once: the other one is made, and this one may be the same again.
        raise NotASet("A set of this name was made just now; choose another name.", "name") from None
    return made


def change_set(
    reader: Reader, asked: Set, name: str, purpose: str = "", origin: str = "", *, shows_gold: bool = False
) -> opinions.CalibrationSet:
    """The set as it is called now; what was frozen stays. Raises NotAllowed, NotVisible, NotASet."""
    require(reader, Action.KEEP_SETS)
    found = read_set(reader, asked)
    values = _values(name, purpose, origin) | {"shows_gold": shows_gold}
    with transaction.atomic():
        hold_set(found)
        opinions.CalibrationSet.objects.filter(pk=found.pk).update(**values)
        found = read_set(reader, found)
        _record(reader, found, "set_changed")
    return found


def ensure_set(reader: Reader, key: str, name: str, purpose: str, origin: str) -> opinions.CalibrationSet:
    """The tenant's set of this key; made where there is none, which belongs to the event of who fills it."""
    values = {"name": name[:LONGEST_NAME], "purpose": purpose, "origin": origin, "made_by": reader.actor}
    found, _ = opinions.CalibrationSet.objects.get_or_create(tenant_id=reader.tenant_id, key=key, defaults=values)
    return found


def read_set(reader: Reader, asked: Set) -> opinions.CalibrationSet:
    """The set of this public id, or as it stands now. Raises NotVisible."""
    public_id = asked if isinstance(asked, str) else asked.public_id
    found: opinions.CalibrationSet = get_visible(opinions.CalibrationSet.objects, reader, public_id)
    return found


def hold_set(found: opinions.CalibrationSet) -> None:
    """Nobody else writes versions or revisions of the set until the caller's transaction ends."""
    list(opinions.CalibrationSet.objects.filter(pk=found.pk).select_for_update(no_key=True).values_list("pk"))


def _values(name: str, purpose: str, origin: str) -> dict[str, Any]:
    name, purpose, origin = name.strip(), purpose.strip(), origin.strip()
    if not 0 < len(name) <= LONGEST_NAME or "\0" in name:
        raise NotASet(f"Give it a name of at most {LONGEST_NAME} characters.", "name")
    for field, value in (("purpose", purpose), ("origin", origin)):
        if len(value) > LONGEST_WORDS or "\0" in value:
            raise NotASet(f"Write at most {LONGEST_WORDS} characters here.", field)
    return {"name": name, "purpose": purpose, "origin": origin}


def _free_key(tenant_id: int, wished: str) -> str:
    alike = opinions.CalibrationSet.objects.filter(tenant_id=tenant_id, key__startswith=wished)
    taken = set(alike.values_list("key", flat=True))
    number, key = 1, wished
    while key in taken:
        number, key = number + 1, f"{wished}-{number + 1}"
    return key


def _record(reader: Reader, found: opinions.CalibrationSet, verb: str) -> None:
    about = {name: getattr(found, name) for name in ("key", "name", "purpose", "origin", "shows_gold")}
    ledger.record(reader.tenant_id, verb, reader.actor, f"calibrationset:{found.public_id}", about)
