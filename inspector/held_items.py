"""The item that a verdict is recorded in, held until the transaction ends, and what its state is derived from.

Who writes relocations of its citations, derives its state or records another verdict in it waits for the same row
(`lock_items`, `write_state`): so each sees what the one before it wrote. That is one row, not the whole tenant: people
who judge different claims do not wait for each other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from inspector.evidence_today import newest_relocations
from inspector.evidence_tokens import Drawn, marks_in, marks_of
from inspector.figures.consensus import Said
from inspector.item_reading import ASKED, POLICY, VERDICTS, Asked, asked_of, decisive_in, said_in, with_asked
from inspector.item_states import ensure_item
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows
from lineage.policies import newest_policy


class Held(NamedTuple):
    """`given` is the digest of the item's evidence as the answer was given it, under the guideline row `guideline`."""

    item: opinions.Item
    claim: str
    given: bytes
    guideline: int
    has_text: bool
    judged: bool


class Cited(NamedTuple):
    """The claim's citations by key, and the digests of those whose words are others today."""

    ids: Mapping[str, int]
    changed: Mapping[str, bytes]


class Opinions(NamedTuple):
    """What people said in an item, the newest of each, and what its state asks for beside that.

    `earlier` is the newest verdict of the reader in it, also one that they took back.
    """

    said: Sequence[Said]
    asked: Asked
    earlier: int | None
    has_stood: bool


def hold_drawn(reader: Reader, drawn: Drawn) -> Held | None:
    """The item that a page was drawn for, as it is stored: one statement, and no text is read.

    None where the texts must be read first: its evidence was never derived under the guideline in force, or something
    happened since on which reading rests.
    """
    if drawn.item is None:
        return None
    items = opinions.Item.objects.visible_to(reader).filter(pk=drawn.item, claim__public_id=drawn.claim)
    item = _lock(items.select_related("queue", "state").annotate(**_known(reader.tenant_id))).first()
    state = getattr(item, "state", None)
    if item is None or state is None or state.given is None or state.guideline_id != item.guideline:
        return None
    if marks_in(item) != drawn.marks or not state.has_text:
        return None
    return Held(item, drawn.claim, bytes(state.given), item.guideline, True, item.judged)


def hold_read(reader: Reader, claim: Any, given: bytes, item: int | None) -> Held:
    """The item of a claim whose texts were read: the named one, else that of the compliance queue, made if need be."""
    held = ensure_item(claim) if item is None else opinions.Item.objects.select_related("queue").get(pk=item)
    _lock(opinions.Item.objects.filter(pk=held.pk)).first()
    guideline = newest_policy(reader.tenant_id, PolicyKind.GUIDELINE)
    judged = rows.JudgeResult.objects.filter(claim=claim).exists()
    # Not of a state that is to be derived anew, since words were given back: whoever judges it has read them.
    derived = opinions.ItemState.objects.filter(item=held, guideline__isnull=False)
    has_text = derived.values_list("has_text", flat=True).first() is not False
    return Held(held, claim.public_id, given, guideline.pk, has_text, judged)


def read_cited(claim_id: int) -> Cited:
    """One statement; once the item is held, no run can add to it."""
    newest = Subquery(newest_relocations("pk").values("changed")[:1])
    found = list(
        rows.Citation.objects.filter(claim=claim_id).annotate(changed=newest).values_list("key", "id", "changed")
    )
    changed = {key: bytes(digest) for key, _, digest in found if digest is not None}
    return Cited({key: id for key, id, _ in found}, changed)


def read_opinions(reader: Reader, item_id: int) -> Opinions:
    """One statement: a row for each pair of a verdict, and one where nobody said anything yet."""
    columns = (*ASKED, *POLICY, *(f"verdicts__{name}" for name in VERDICTS))
    found = list(with_asked(opinions.Item.objects.filter(pk=item_id)).order_by("verdicts__id").values(*columns))
    own = [row for row in found if row["verdicts__reviewer"] == reader.actor]
    said = said_in([item_id, *(row[f"verdicts__{name}"] for name in VERDICTS)] for row in found)
    asked = asked_of(found[0], decisive_in(found[0]))
    stands = bool(own) and not own[-1]["verdicts__withdrawn"]
    return Opinions(said.get(item_id, []), asked, own[-1]["verdicts__id"] if own else None, stands)


def _lock(items: Any) -> Any:
    # Not what other rows point at: who adds a slot or a verdict to the item need not wait.
    return items.select_for_update(of=("self",), no_key=True)


def _known(tenant_id: int) -> Mapping[str, Any]:
    guidelines = rows.Policy.objects.filter(tenant_id=tenant_id, kind=PolicyKind.GUIDELINE.value)
    judged = rows.JudgeResult.objects.filter(claim=OuterRef("claim"))
    newest = Subquery(guidelines.order_by("-revision", "-id").values("pk")[:1])
    return {"guideline": newest, "judged": Exists(judged), **marks_of(tenant_id, OuterRef("claim"))}
