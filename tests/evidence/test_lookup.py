"""From the id in a citation to a passage: by saved footnote map, label or key, never by position (S2-22, S4-02)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.lookup import Miss, Target, find_shape_fault, look_up, offered_ids
from tests.evidence.answers import answer, as_citation, dossier_of, passage


def find(cited: Any, **more: Any) -> tuple[str, str | None] | str:
    """The artifact and label found, or the detail of the miss."""
    found = look_up(dossier_of(answer(**more)), as_citation(cited=cited))
    if isinstance(found, Target):
        return found.artifact, found.entry.label if found.entry else None
    assert isinstance(found, Miss) and found.status == "unresolved_id"
    return str(found.detail)


@pytest.mark.parametrize(
    ("citation", "fault"),
    [
        ({"cited": None}, "missing_id"),
        ({"cited": ""}, "missing_id"),
        ({"cited": None, "url": "https://example.org"}, "missing_version_identity"),
        ({"cited": 1}, "bad_id_type"),
        ({"cited": ["E1"]}, "bad_id_type"),
        ({"cited": {}}, "bad_id_type"),
        ({"cited": False}, "bad_id_type"),
        ({"cited": "E1"}, None),
        ({"cited": None, "artifact": "policy"}, None),
    ],
)
def test_an_id_has_a_shape_before_it_is_looked_up(citation: Any, fault: str | None) -> None:
    assert find_shape_fault(as_citation(**citation)) == fault


def test_a_label_names_the_passage_that_was_supplied_under_it() -> None:
    assert find("E1") == ("policy", "E1")


def test_a_number_is_what_the_saved_map_says_not_the_place_in_a_list() -> None:
    labels = [{"label": "1", "artifact": "policy"}, {"label": "E2", "artifact": "other"}]
    more = {"manifest": labels, "artifacts": [passage(), passage("Other.", "other")]}
    assert find("1", **more) == ("policy", "1")
    assert find("1", **more, footnotes=[{"number": "1", "target": "E2"}]) == ("other", "E2")


def test_a_number_that_the_saved_map_lacks_is_unmapped() -> None:
    assert find("3", footnotes=[{"number": "1", "target": "E1"}]) == "unmapped_number"
    assert find("3", footnotes=[]) == "unmapped_number"
    assert find("3") == ""


def test_a_known_artifact_or_source_that_was_not_given_is_outside_the_manifest() -> None:
    more: Any = {"sources": [{"key": "shop"}], "artifacts": [passage(), passage("Other.", "other", source="shop")]}
    assert find("other", **more) == "outside_manifest"
    assert find("shop", **more) == "outside_manifest"
    assert find("E7", **more) == ""


def test_an_empty_manifest_is_recorded_and_a_missing_one_is_not() -> None:
    assert find("policy", manifest=[]) == "outside_manifest"
    assert find("policy", manifest=None) == ("policy", None)


def test_an_artifact_key_names_its_entry_where_it_was_given() -> None:
    assert find("policy") == ("policy", "E1")


def test_a_label_is_taken_before_an_artifact_of_the_same_name() -> None:
    manifest = [{"label": "policy", "artifact": "other"}, {"label": "E2", "artifact": "policy"}]
    assert find("policy", manifest=manifest, artifacts=[passage(), passage("O.", "other")]) == ("other", "policy")


def test_ids_are_compared_exactly() -> None:
    for near in ("e1", "E1 ", " E1", "[E1]", "Ｅ1", "E1\0"):
        assert find(near) == ""


def test_what_could_have_been_cited_is_the_manifest_or_else_every_artifact() -> None:
    given = {"manifest": [{"label": "B", "artifact": "policy"}, {"label": "A", "artifact": "policy"}] * 2}
    assert offered_ids(dossier_of(answer(**given))) == ("B", "A")
    assert offered_ids(dossier_of(answer(manifest=None))) == ("policy",)
