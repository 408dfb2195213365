"""Copies of a version's words in what was recorded beside it: found by the words, a batch of rows at a time.

Whoever copied them, and whatever the rows say of it: a quotation in a rationale has no row that leads to its source.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lineage.content_references import Reference
from lineage.evidence.answer_striking import Citing, strike_any, strike_judgement, strike_record
from lineage.evidence.digests import canonical_json
from lineage.evidence.reach import Carrier
from lineage.evidence.reading import PayloadError, load_json
from lineage.evidence.striking import Traces, strike_json, texts_in
from lineage.ledger import SALT_LENGTH
from lineage.models.content import ContentAbsent, ContentDamaged, unpack

BATCH = 200
BODY = ("sha256", "size", "body", "coding")
ANSWERS = {"Answer": "pk", "JudgeResult": "claim__answer_id"}
"""Where a row that may hold a copy names the answer that it is of."""


class Copy(NamedTuple):
    """A content with words of the version in it. `remains` is what may stay, None where nothing does."""

    content: int
    carrier: Carrier
    remains: bytes | None


def find_copies(
    reference: Reference, tenant_id: int, traces: Traces, given: Mapping[int, Citing]
) -> Iterator[list[Copy]]:
    """Batch by batch over all rows of a column, so that no more than one is held.

    `given` are the answers that were given the version's texts, with what of them rests on it.
    """
    name, after, seen = reference.field, 0, set[int]()
    columns = ("pk", ANSWERS.get(reference.model.__name__, "pk"), f"{name}_id", *(f"{name}__{c}" for c in BODY))
    kept = reference.model.objects.filter(tenant_id=tenant_id, **{f"{name}__body__isnull": False}).order_by("pk")
    while batch := list(kept.filter(pk__gt=after).values_list(*columns)[:BATCH]):
        after = batch[-1][0]
        found = []
        for _, answer, content, *body in batch:
            if content in seen:
                continue
            citing = given.get(answer) if reference.model.__name__ in ANSWERS else None
            copy = find_copy(reference.carrier or Carrier.OPINION, content, body, traces, citing)
            if copy is not None:
                # Several rows may share a content.
                seen.add(content)
                found.append(copy)
        if found:
            yield found


def find_copy(
    carrier: Carrier, content: int, body: list[Any], traces: Traces, citing: Citing | None
) -> Copy | None:
    """What is to become of one content; None where no word of the version is in it."""
    try:
        data = unpack(*body)
    except (ContentAbsent, ContentDamaged):
        return None
    if carrier is Carrier.AUDIT:
        data = data[SALT_LENGTH:]
    value = _read(data)
    words = list(texts_in(value)) if value is not None else [data.decode(errors="replace")]
    if carrier in (Carrier.PAYLOAD, Carrier.AUDIT):
        is_given = carrier is Carrier.PAYLOAD and citing is not None
        return Copy(content, carrier, None) if is_given or traces.may_be_in(words) else None
    if citing is None and not traces.may_be_in(words):
        return None
    remains = strike(carrier, value, data, traces, citing or Citing())
    return Copy(content, carrier, remains) if remains != data else None


def strike(carrier: Carrier, value: Any, data: bytes, traces: Traces, citing: Citing) -> bytes:
    """The same content without words of the version; of JSON its canonical form."""
    if value is None:
        return traces.strike(data.decode(errors="replace")).encode()
    if carrier is Carrier.OPINION:
        # What is short counts where it is the whole of a text: so each by itself, and the rest stays as it is written.
        return canonical_json(strike_json(value, traces.strike, lambda path: False))
    if isinstance(value, dict) and "answer" in value and "sliced" in value:
        return canonical_json(strike_record(value, traces, citing))
    if isinstance(value, dict) and "evaluator" in value:
        return canonical_json(strike_judgement(value, traces, citing))
    return canonical_json(strike_any(value, traces))


def _read(data: bytes) -> Any:
    """The JSON value, None for what is none."""
    if data[:1] not in (b"{", b"["):
        return None
    try:
        return load_json(data)
    except PayloadError:
        return None
