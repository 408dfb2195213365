"""Whatever stands in records: answers whose structure holds, or a problem with its place; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.formats.registry import read_payload
from tests.formats.record_shapes import ANSWERED, CLAIMS, ENVELOPES, LEDGER
from tests.formats.test_gemini_interactions import TEXT, cite, interaction, output
from tests.formats.test_hostile_payloads import WEIRD, assert_sound, changes, mutate, places
from tests.formats.test_mtrag import JOINED
from tests.formats.test_summary_bullets import bullet

BULLETED = {**ANSWERED, "Artifact": [*ANSWERED["Artifact"], bullet("b1", "s-in"), bullet("b2")]}
SOUND: dict[str, Any] = {
    "ledger": LEDGER,
    "sources-and-claims": CLAIMS,
    "lineage-tables": BULLETED,
    "context-envelope": ENVELOPES,
    "mtrag": JOINED,
    "gemini-interactions": interaction(output(TEXT, cite(0, 24), cite(0, 8))),
}


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=100)
@given(data=st.data())
def test_records_with_anything_in_any_place_are_read_or_refused_by_name(name: str, data: st.DataObject) -> None:
    payload = SOUND[name]
    for _ in range(data.draw(st.integers(1, 3))):
        payload = mutate(payload, data.draw(st.sampled_from(places(payload))), data.draw(changes))
    for form in ("auto", name):
        assert_sound(read_payload(json.dumps(payload).encode(), form))


@pytest.mark.parametrize("name", SOUND)
def test_records_with_one_wrong_value_anywhere_are_read_or_refused_by_name(name: str) -> None:
    payload = SOUND[name]
    for place in places(payload)[1:]:
        for value in WEIRD[:18]:
            assert_sound(read_payload(json.dumps(mutate(payload, place, ("set", value))).encode(), name))


@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize("other", SOUND)
def test_records_read_as_another_shape_are_refused_or_sound(name: str, other: str) -> None:
    assert_sound(read_payload(json.dumps(SOUND[name]).encode(), other))
