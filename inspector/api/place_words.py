"""The words at places in texts of a source, for who may read them; each text is read once, however many places."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from lineage.access import Reader
from lineage.evidence.digests import digest_from_raw
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.withholding import find_withheld_ids

LONGEST = 2_000
NOT_READABLE, TAKEN, NOT_KEPT = "not_readable", "taken_away", "not_kept"


class Place(NamedTuple):
    """`artifact` is a row with its version and its content without the body; no range is the whole text."""

    artifact: Any
    start: int | None
    end: int | None


class Words(NamedTuple):
    """What may be said of a place. `withheld` is why there are no words; `cut`: there are more than these."""

    version: str | None = None
    artifact: str | None = None
    digest: str | None = None
    start: int | None = None
    end: int | None = None
    words: str | None = None
    cut: bool = False
    withheld: str | None = None


def read_words(reader: Reader, places: Iterable[Place]) -> dict[Place, Words]:
    """Four statements, and one for each distinct text. Raises ContentDamaged."""
    wanted = list(dict.fromkeys(places))
    ids = {place.artifact.pk for place in wanted}
    readable = set(rows.Artifact.objects.visible_to(reader).filter(pk__in=ids).values_list("pk", flat=True))
    taken = find_withheld_ids(reader.tenant_id, ids, reader)
    found: dict[Place, Words] = {}
    by_content: dict[int, list[Place]] = {}
    for place in wanted:
        withheld = _why_withheld(place.artifact, readable, taken.keys())
        found[place] = _said(place, withheld)
        if withheld is None:
            by_content.setdefault(place.artifact.content_id, []).append(place)
    for content, here in by_content.items():
        text = _read_text(content)
        for place in here:
            found[place] = _with_words(place, found[place], text)
    return found


def _why_withheld(artifact: Any, readable: set[int], taken: Collection[int]) -> str | None:
    if artifact.pk not in readable:
        return NOT_READABLE
    if artifact.pk in taken:
        return TAKEN
    return NOT_KEPT if artifact.content_id is None else None


def _said(place: Place, withheld: str | None) -> Words:
    if withheld == NOT_READABLE:
        return Words(withheld=withheld)
    one = place.artifact
    held = one.content.sha256 if one.content is not None and one.start is None else one.digest
    return Words(
        version=one.version.public_id if one.version is not None else None,
        artifact=one.key,
        digest=digest_from_raw(bytes(held)) if held is not None and withheld is None else None,
        start=place.start,
        end=place.end,
        withheld=withheld,
    )


def _with_words(place: Place, said: Words, text: str | None) -> Words:
    if text is None:
        return said._replace(withheld=NOT_KEPT, digest=None)
    one = place.artifact
    whole = text if one.start is None else text[one.start : one.end]
    words = whole if place.start is None else whole[place.start : place.end]
    return said._replace(words=words[:LONGEST], cut=len(words) > LONGEST)


def _read_text(content: int) -> str | None:
    """None where it was erased."""
    try:
        text: str = rows.Content.objects.get(pk=content).get_text()
    except ContentAbsent:
        return None
    return text
