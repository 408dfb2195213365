"""What a packed block carries: its parts and what code made it from, and never what a model summed up."""

from __future__ import annotations

from typing import Any

from lineage.evidence.supplied import carried_by, primaries_of, supplied_as, supplied_places
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage, step

MEMO = "Logs are kept for 24 months. Ask the Records Office."
COPY = ([0, 31], [0, 31], "exact_copy")


def layered(**more: Any) -> Any:
    """policy -> chunk (code) -> memo (model) -> block (code)."""
    return answer(
        manifest=[{"label": "E1", "artifact": "block"}, {"label": "E2", "artifact": "chunk", "supplied": [0, 8]}],
        artifacts=[
            passage(),
            passage(key="other"),
            passage(POLICY_TEXT[:31], key="chunk", origin="derived"),
            passage(MEMO, key="memo", origin="generated", kind="summary"),
            passage(MEMO[:28], key="block", origin="generated", kind="trimmed_block"),
        ],
        transformations=[
            step("cut", "policy", "chunk", COPY),
            step("sum", "chunk", "memo", ([0, 28], [0, 31], "paraphrased_summary"), mediation="model"),
            step("sum2", "other", "memo", ([29, 52], [0, 80], "paraphrased_summary"), mediation="model"),
            step("trim", "memo", "block", ([0, 28], [0, 28], "exact_copy")),
        ],
        **more,
    )


def test_code_carries_on_and_a_model_ends_the_way() -> None:
    dossier = dossier_of(layered())
    assert carried_by(dossier, "block") == ("block", "memo")
    assert carried_by(dossier, "chunk") == ("chunk", "policy")
    assert carried_by(dossier, "unknown") == ("unknown",)


def test_the_parts_of_a_block_are_carried_by_it() -> None:
    parts = [{"artifact": "policy"}, {"artifact": "other"}]
    value = answer(
        manifest=[{"label": "E1", "artifact": "block", "parts": parts}],
        artifacts=[passage(), passage(key="other"), passage(key="block", origin="derived")],
    )
    assert set(carried_by(dossier_of(value), "block")) == {"block", "policy", "other"}
    assert {key: [e.label for e in found] for key, found in supplied_as(dossier_of(value)).items()} == {
        "block": ["E1"],
        "policy": ["E1"],
        "other": ["E1"],
    }


def test_an_entry_of_the_passage_itself_comes_before_one_that_only_carries_it() -> None:
    manifest = [{"label": "E1", "artifact": "chunk"}, {"label": "E2", "artifact": "policy"}]
    dossier = dossier_of(layered() | {"manifest": manifest})
    assert [entry.label for entry in supplied_as(dossier)["policy"]] == ["E2", "E1"]
    assert supplied_as(dossier_of(layered() | {"manifest": None})) == {}


def test_the_primaries_of_generated_words_are_those_that_their_maps_lead_to() -> None:
    dossier = dossier_of(layered())
    assert primaries_of(dossier, "block") == ("chunk", "other")
    assert primaries_of(dossier, "block", Span(0, 20)) == ("chunk",)
    assert primaries_of(dossier, "memo", Span(30, 40)) == ("other",)
    assert primaries_of(dossier, "chunk") == ()
    assert primaries_of(dossier, "unknown") == ()


def test_generated_text_whose_inputs_nobody_recorded_has_no_primaries() -> None:
    dossier = dossier_of(answer(artifacts=[passage(origin="generated")]))
    assert primaries_of(dossier, "policy") == ()


def test_the_supplied_places_are_original_words_alone() -> None:
    assert [(p.artifact, tuple(p.span)) for p in supplied_places(dossier_of(layered()))] == [("policy", (0, 8))]
