"""Whatever stands in a response: answers whose structure holds, or a problem with its place; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.formats.registry import read_payload
from tests.formats.responses_payloads import (
    RULE,
    URL,
    file_citation,
    file_search,
    message,
    output_text,
    response,
    result,
    url_citation,
    web_search,
)
from tests.formats.test_hostile_payloads import WEIRD, assert_sound, changes, mutate, places
from tests.formats.test_openai_responses_output import BROKEN_OFF

LINKED = f"Zehn 🌴. ([example.org]({URL}))"
SOUND: dict[str, Any] = {
    "exchange": {
        "request": {"input": [{"role": "user", "content": [{"type": "input_text", "text": "How long?"}]}]},
        "response": response(
            file_search(result(RULE), result("Letters.")),
            web_search(URL),
            message(output_text(LINKED, url_citation(8, len(LINKED)), file_citation(6), file_citation(4, "file-2"))),
        ),
    },
    "stream": {"events": BROKEN_OFF},
}


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=100)
@given(data=st.data())
def test_a_response_with_anything_in_any_place_is_read_or_refused_by_name(name: str, data: st.DataObject) -> None:
    payload = SOUND[name]
    for _ in range(data.draw(st.integers(1, 3))):
        payload = mutate(payload, data.draw(st.sampled_from(places(payload))), data.draw(changes))
    for form in ("auto", "openai-responses", "gemini"):
        assert_sound(read_payload(json.dumps(payload).encode(), form))


@pytest.mark.parametrize("name", SOUND)
def test_a_response_with_one_wrong_value_anywhere_is_read_or_refused_by_name(name: str) -> None:
    payload = SOUND[name]
    for place in places(payload)[1:]:
        for value in WEIRD[:18]:
            assert_sound(read_payload(json.dumps(mutate(payload, place, ("set", value))).encode()))
