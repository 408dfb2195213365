"""Whatever stands in a payload: answers whose structure holds, or a problem with its place; nothing else."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.evidence.dossier import Dossier
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.native import Collected
from lineage.evidence.resolution import resolve
from lineage.evidence.structure import find_faults
from lineage.evidence.vocabulary import ResolutionStatus
from lineage.formats.registry import read_payload
from lineage.text.normalization import DEFAULT
from tests.formats.messages import (
    RULE,
    block_document,
    block_location,
    char_location,
    exchange,
    text_block,
    text_document,
)
from tests.formats.samples import EXPERTQA, PAYLOADS, needs_samples, sample, sample_bytes
from tests.formats.test_anthropic_message import ENDING, OPENING, citations_delta, start, text_delta
from tests.formats.test_expertqa import FIRST, SECOND, row
from tests.formats.test_ragas import ROW, run

AS_OF = datetime(2026, 11, 2, tzinfo=UTC)
SOUND: dict[str, Any] = {
    "anthropic": exchange(
        [text_document(RULE), block_document("One. ", "Two.")],
        text_block(
            "Ten years.", char_location(0, 33, RULE[:33]), {**block_location(0, 1, "One. "), "document_index": 1}
        ),
        text_block(" So be it."),
    ),
    "stream": {
        "events": [OPENING, start(0), citations_delta(0, char_location(0, 3, "Inv")), text_delta(0, "Ten."), ENDING]
    },
    "ragas": {"samples": [ROW, {**ROW, "response": "Six [1, 2]."}]},
    "runs": {"response": {"is_true": [run(), run(0)]}},
    "expertqa": row(FIRST, SECOND),
}
WEIRD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**63, 10**300, 1e308, [], {}, [[]], {"type": "text"}, "", "x", "\0", "🌴", "[1]"),
    *("k" * 501, "w" * 10_001, "/", "~", "document", "2026-99-99", "sha256:", ["a", 1], {"\0": 1}, "\ufeff\u202e"),
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, item in inner for place in places(item, (*at, key)))]


def mutate(payload: Any, place: tuple[Any, ...], change: Any) -> Any:
    """The payload with another value at a place, or without it."""
    if not place:
        return change[1]
    mutated = copy.deepcopy(payload)
    owner = mutated
    for key in place[:-1]:
        owner = owner[key]
    if change[0] == "drop":
        del owner[place[-1]]
    elif change[0] == "rename" and isinstance(owner, dict):
        owner[str(change[1])] = owner.pop(place[-1])
    else:
        owner[place[-1]] = change[1]
    return mutated


def assert_sound(found: Collected) -> None:
    assert found.answers or found.problems
    for _, answer in found.answers:
        assert find_faults(answer, {}, {}) == ()
        dossier = Dossier.of(answer)
        compute_digest(dossier)
        for citation in answer.citations:
            assert resolve(dossier, citation, DEFAULT, AS_OF).status in ResolutionStatus


changes = st.tuples(st.sampled_from(["set", "set", "drop", "rename"]), st.sampled_from(WEIRD) | st.text(max_size=4))


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=150)
@given(data=st.data())
def test_a_payload_with_anything_in_any_place_is_read_or_refused_by_name(name: str, data: st.DataObject) -> None:
    payload = SOUND[name]
    for _ in range(data.draw(st.integers(1, 3))):
        payload = mutate(payload, data.draw(st.sampled_from(places(payload))), data.draw(changes))
    assert_sound(read_payload(json.dumps(payload).encode()))
    for form in ("anthropic", "ragas", "expertqa"):
        assert_sound(read_payload(json.dumps(payload).encode(), form))


@pytest.mark.parametrize("name", SOUND)
def test_a_payload_with_one_wrong_value_anywhere_is_read_or_refused_by_name(name: str) -> None:
    payload = SOUND[name]
    for place in places(payload)[1:]:
        for value in WEIRD[:18]:
            assert_sound(read_payload(json.dumps(mutate(payload, place, ("set", value))).encode()))


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    found = read_payload(data)
    assert found.problems or found.answers


@needs_samples
@pytest.mark.parametrize("name", [*PAYLOADS, EXPERTQA[1]])
@settings(max_examples=25)
@given(data=st.data())
def test_a_recorded_payload_with_anything_in_any_place_is_read_or_refused_by_name(
    name: str, data: st.DataObject
) -> None:
    payload = json.loads(sample_bytes(name).splitlines()[0]) if name in EXPERTQA else sample(name)
    mutated = mutate(payload, data.draw(st.sampled_from(places(payload))), data.draw(changes))
    assert_sound(read_payload(json.dumps(mutated).encode()))
