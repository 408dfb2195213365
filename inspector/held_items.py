"""The item that a verdict is recorded in, held until the transaction ends, and what its state is derived from.

Who writes relocations of its citations, derives its state or records another verdict in it waits for the same row
(`lock_items`, `write_state`): so each sees what the one before it wrote. That is one row, not the whole tenant: people
who judge different claims do not wait for each other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from inspector.evidence_today import newest_relocations
from inspector.evidence_tokens import MARKS, Drawn, marks_of
from inspector.figures.consensus import Said
from inspector.item_reading import ASKED, POLICY, VERDICTS, Asked, asked_of, decisive_in, label_of, said_in, with_asked
from inspector.item_states import ensure_item
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.bulk import columns
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows
from lineage.policies import newest_policy
from lineage.written import WORDS, Given, as_model, written, written_to_hold


class Held(NamedTuple):
    """`given` is the digest of the item's evidence as the answer was given it, under the guideline row `guideline`.

    `label` names that revision where the texts were read.
    """

    item: opinions.Item
    claim: str
    given: bytes
    guideline: int
    has_text: bool
    judged: bool
    label: str = ""


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
    found = _drawn.rows(tenant=reader.tenant_id, item=drawn.item, claim=drawn.claim) if reader.is_member else []
    if not found or found[0]["state__given"] is None or not found[0]["state__has_text"]:
        return None
    (row,) = found
    if row["state__guideline_id"] != row["guideline"] or tuple(row[name] for name in MARKS) != drawn.marks:
        return None
    item = as_model(opinions.Item, row)
    item.queue = as_model(opinions.Queue, row, "queue__")
    return Held(item, drawn.claim, bytes(row["state__given"]), row["guideline"], True, row["judged"])


def hold_read(reader: Reader, claim: Any, given: bytes, item: int | None) -> Held:
    """The item of a claim whose texts were read: the named one, else that of the compliance queue, made if need be."""
    held = ensure_item(claim) if item is None else opinions.Item.objects.select_related("queue").get(pk=item)
    _lock(opinions.Item.objects.filter(pk=held.pk)).first()
    guideline = newest_policy(reader.tenant_id, PolicyKind.GUIDELINE)
    judged = rows.JudgeResult.objects.filter(claim=claim).exists()
    # Not of a state that is to be derived anew, since words were given back: whoever judges it has read them.
    derived = opinions.ItemState.objects.filter(item=held, guideline__isnull=False)
    has_text = derived.values_list("has_text", flat=True).first() is not False
    return Held(held, claim.public_id, given, guideline.pk, has_text, judged, label_of(guideline))


def read_cited(claim_id: int) -> Cited:
    """One statement; once the item is held, no run can add to it."""
    found = _cited.rows(claim=claim_id)
    changed = {row["key"]: bytes(row["changed"]) for row in found if row["changed"] is not None}
    return Cited({row["key"]: row["id"] for row in found}, changed)


def read_opinions(reader: Reader, item_id: int) -> Opinions:
    """One statement: a row for each pair of a verdict, and one where nobody said anything yet."""
    found = _opinions.rows(item=item_id)
    own = [row for row in found if row["verdicts__reviewer"] == reader.actor]
    said = said_in([item_id, *(row[f"verdicts__{name}"] for name in VERDICTS)] for row in found)
    asked = asked_of(found[0], decisive_in(found[0]))
    stands = bool(own) and not own[-1]["verdicts__withdrawn"]
    return Opinions(said.get(item_id, []), asked, own[-1]["verdicts__id"] if own else None, stands)


def _lock(items: Any) -> Any:
    # Not what other rows point at: who adds a slot or a verdict to the item need not wait.
    return items.select_for_update(of=("self",), no_key=True)


@written_to_hold(opinions.Item)
def _drawn() -> Any:
    items = opinions.Item.objects.filter(tenant_id=Given("tenant"), pk=Given("item"))
    known, queue = _known(Given("tenant")), [f"queue__{name}" for name in columns(opinions.Queue)]
    state = ("state__given", "state__guideline_id", "state__has_text")
    found = items.filter(claim__public_id=Given("claim", WORDS)).annotate(**known)
    return found.values(*columns(opinions.Item), *queue, *state, *known)


@written
def _cited() -> Any:
    newest = Subquery(newest_relocations("pk").values("changed")[:1])
    return rows.Citation.objects.filter(claim=Given("claim")).annotate(changed=newest).values("key", "id", "changed")


@written
def _opinions() -> Any:
    said = [f"verdicts__{name}" for name in VERDICTS]
    items = with_asked(opinions.Item.objects.filter(pk=Given("item")))
    return items.order_by("verdicts__id").values(*ASKED, *POLICY, *said)


def _known(tenant_id: Any) -> Mapping[str, Any]:
    guidelines = rows.Policy.objects.filter(tenant_id=tenant_id, kind=PolicyKind.GUIDELINE.value)
    judged = rows.JudgeResult.objects.filter(claim=OuterRef("claim"))
    newest = Subquery(guidelines.order_by("-revision", "-id").values("pk")[:1])
    return {"guideline": newest, "judged": Exists(judged), **marks_of(tenant_id, OuterRef("claim"))}
