from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.reading import PayloadError
from lineage.formats.node import Node, is_whole_number


def test_a_pointer_names_the_place_with_its_signs_escaped() -> None:
    node = Node({"a/b": [{"c~d": 1}]}).find("a/b")
    assert node is not None
    (item,) = node.items
    found = item.find("c~d")
    assert found is not None and found.at == "/a~1b/0/c~0d"


def test_absent_and_null_are_not_found_and_the_first_name_that_is_there_is_taken() -> None:
    node = Node({"old": None, "new": "words", "empty": ""})
    assert (node.find("old"), node.find("gone"), node.find_text("old", "new")) == (None, None, "words")
    assert (node.find_text("empty"), node.find_key("empty")) == ("", None)


@pytest.mark.parametrize("value", [1, True, [], {}, "\ud800"])
def test_what_is_no_text_is_refused_at_its_place(value: Any) -> None:
    with pytest.raises(PayloadError) as caught:
        Node({"a": value}).find_text("a")
    assert caught.value.pointer == "/a"


@pytest.mark.parametrize("words", ["\0", "w" * 10_001])
def test_a_description_has_a_length_and_no_nul(words: str) -> None:
    assert Node({"a": words}).find_text("a") == words
    with pytest.raises(PayloadError):
        Node({"a": words}).find_words("a")
    with pytest.raises(PayloadError):
        Node({"a": words}).find_key("a")


def test_true_is_no_whole_number() -> None:
    assert [is_whole_number(value) for value in (0, -3, 10**400, True, 1.0, "1", None)] == [True] * 3 + [False] * 4
