"""Whatever stands in a grounded answer: answers whose structure holds, or a problem with its place; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.formats.registry import read_payload
from tests.formats.gemini_payloads import PAGE, PASSAGE, candidate, exchange, grounding, response, segment, support
from tests.formats.test_hostile_payloads import WEIRD, assert_sound, changes, mutate, places

GROUNDED = grounding([support(segment(0, 7, "10 €"), 0, 1, scores=[0.5, 0.5])], [PASSAGE, PAGE])
SOUND: dict[str, Any] = {
    "exchange": exchange(candidate("10 € genügen.", {"text": "x", "thought": True}, grounded=GROUNDED)),
    "candidates": response(candidate("Ten.", index=0), candidate("10 €", index=1, grounded=GROUNDED)),
    "stream": {"events": [response(candidate("10 ", reason=None)), response(candidate("€", grounded=GROUNDED))]},
}


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=100)
@given(data=st.data())
def test_a_grounded_answer_with_anything_in_any_place_is_read_or_refused_by_name(
    name: str, data: st.DataObject
) -> None:
    payload = SOUND[name]
    for _ in range(data.draw(st.integers(1, 3))):
        payload = mutate(payload, data.draw(st.sampled_from(places(payload))), data.draw(changes))
    for form in ("auto", "gemini", "openai-responses"):
        assert_sound(read_payload(json.dumps(payload).encode(), form))


@pytest.mark.parametrize("name", SOUND)
def test_a_grounded_answer_with_one_wrong_value_anywhere_is_read_or_refused_by_name(name: str) -> None:
    payload = SOUND[name]
    for place in places(payload)[1:]:
        for value in WEIRD[:18]:
            assert_sound(read_payload(json.dumps(mutate(payload, place, ("set", value))).encode()))
