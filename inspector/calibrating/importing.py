"""A label set comes in: its items become versions of a set's items, and a revision holds them (M-73).

Written in batches, so that nobody waits long for the database; nothing of it is to be seen until the revision stands.
The same again is the same revision, and finishes what was broken off. What judges said goes on to whom it concerns:
nothing here knows them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.text import slugify

from inspector.calibrating.claims import BETWEEN, Facts, read_facts
from inspector.calibrating.drafts import Draft, draft_of
from inspector.calibrating.freezing import write_versions
from inspector.calibrating.keeping import LONGEST_NAME, NotASet, ensure_set
from inspector.calibrating.revisions import write_revision
from inspector.labels.label_set import JudgeResults, LabelItem, LabelSet
from inspector.models import rows as opinions
from lineage.access import Action, Reader, require
from lineage.bulk import in_parts
from lineage.evidence.digests import digest_json
from lineage.models import rows

IMPORTED = "label_set_imported"
PART, LONGEST_KEY, LONGEST_REASON, LONGEST_WORDS = 500, 100, 500, 2_000
MOST_PLACES, DIGITS = 5, 12


class Imported(NamedTuple):
    """`is_new` is False where the set's newest revision holds just this; `judges` are still to be imported."""

    set: opinions.CalibrationSet
    revision: opinions.SetRevision
    is_new: bool
    new_versions: int
    judges: tuple[JudgeResults, ...]


def import_label_set(
    reader: Reader,
    label_set: LabelSet,
    *,
    key: str = "",
    name: str = "",
    reason: str = "",
    made_from: Mapping[str, Any] | None = None,
) -> Imported:
    """The set of this key (else the label set's own) with a revision that holds it. Not inside of a transaction.

    Raises NotAllowed, NotASet for a label set without items.
    """
    require(reader, Action.KEEP_SETS)
    if not label_set.items:
        raise NotASet("There are no items in it.", "files")
    found = ensure_set(
        reader,
        set_key(key or label_set.key),
        _words(name or label_set.name or label_set.key, LONGEST_NAME),
        _words(label_set.purpose),
        _words(label_set.origin),
    )
    made = write_versions(reader, found, list(_drafts(reader, label_set.items)))
    revision, is_new = write_revision(
        reader,
        found,
        made,
        label_set.fields,
        verb=IMPORTED,
        made_from=dict(made_from or {}),
        reason=_words(reason, LONGEST_REASON),
    )
    return Imported(found, revision, is_new, sum(one.is_new for one in made), label_set.judges)


def set_key(wished: str) -> str:
    """Letters of every script stay; of a key without any a digest, so that two such sets are not one."""
    key = slugify(wished, allow_unicode=True)[:LONGEST_KEY].strip("-_")
    return key or f"labels-{digest_json(wished)[-DIGITS:]}"


def _words(said: str, longest: int = LONGEST_WORDS) -> str:
    return said.replace("\0", "").strip()[:longest]


def _drafts(reader: Reader, items: Sequence[LabelItem]) -> Iterator[Draft]:
    """Items that name a claim of this house, with its words or without any, hold none of their own: the words are read
    where they are kept."""
    named = find_claims(reader, [item.claim for item in items if item.claim])
    facts = read_facts(named.values())
    for item in items:
        draft = draft_of(item)
        found = facts.get(named.get(item.claim, 0))
        if found is not None and _is_of(item, found):
            draft = replace(draft, judged=found.judged, claim=named[item.claim], content=None)
        yield draft


def _is_of(item: LabelItem, facts: Facts) -> bool:
    return item.words is None or item.words.claim == facts.text


def find_claims(reader: Reader, addresses: Sequence[str]) -> dict[str, int]:
    """The claims that addresses name, by these; of several versions of an answer, those of the newest."""
    asked = {pair: address for address in addresses for pair in _pairs(address)}
    found: dict[str, int] = {}
    for part in in_parts(sorted({case for case, _ in asked}), PART):
        claims = rows.Claim.objects.visible_to(reader).filter(answer__case__key__in=part).order_by("answer_id")
        for case, key, claim in claims.values_list("answer__case__key", "key", "pk"):
            if (case, key) in asked:
                found[asked[case, key]] = claim
    return found


def _pairs(address: str) -> Iterator[tuple[str, str]]:
    """Case and claim of an address: either may have the sign between them in its own key."""
    places = [place for place, sign in enumerate(address) if sign == BETWEEN][:MOST_PLACES]
    return ((address[:place], address[place + 1 :]) for place in places)
