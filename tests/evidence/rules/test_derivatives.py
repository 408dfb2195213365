"""Translations, hops and prompts: what the golden cases leave out (S3-18, S3-40, S3-42..S3-44)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evidence.answers import answer, cite, inspect_answer, passage, step

FRENCH = "Les journaux sont gardés 24 mois. Sauf recours."
ENGLISH = "Logs are kept for 24 months. Save appeal."


def counts(value: Any, code: str) -> dict[str, int]:
    return dict(inspect_answer(value).counts[f"lineage/{code}"])


def translated(*segments: Any, manifest: Any = None, cited: Any = None, **more: Any) -> Any:
    """regle (original) -> chunk (code) -> english (model); E1 is the translation."""
    return answer(
        cite(**(cited or {"range": [0, 28]})),
        manifest=manifest or [{"label": "E1", "artifact": "english"}],
        artifacts=[
            passage(FRENCH, key="regle", language="fr"),
            passage(FRENCH, key="chunk", origin="derived"),
            passage(ENGLISH, key="english", origin="generated", kind="translation"),
        ],
        transformations=[
            step("cut", "regle", "chunk", ([0, 47], [0, 47], "exact_copy")),
            step("translate", "chunk", "english", *segments, mediation="model", kind="translation"),
        ],
        **more,
    )


ALIGNED = ([0, 28], [0, 33], "translated"), ([29, 41], [34, 47], "translated")
WHOLE = (([0, 41], [0, 47], "translated"),)


@pytest.mark.parametrize(
    ("supplied", "outcome"),
    [
        ([], "fail"),
        ([{"label": "E2", "artifact": "chunk"}], "pass"),
        ([{"label": "E2", "artifact": "regle", "supplied": [0, 33]}], "pass"),
        ([{"label": "E2", "artifact": "regle", "supplied": [34, 47]}], "fail"),
    ],
)
def test_the_original_of_a_cited_translation_is_supplied_by_its_place(supplied: Any, outcome: str) -> None:
    """S3-40, S3-01."""
    value = translated(*ALIGNED, manifest=[{"label": "E1", "artifact": "english"}, *supplied])
    assert counts(value, "translation-without-original") == {outcome: 1}


def test_an_original_in_the_captured_request_is_enough() -> None:
    ranges = [{"span": [0, 47], "origin": "original", "artifact": "chunk"}]
    value = translated(*ALIGNED, capture={"request": {"text": FRENCH, "ranges": ranges}})
    assert counts(value, "translation-without-original") == {"pass": 1}


def test_a_summary_of_a_translation_rests_on_it_too() -> None:
    value = translated(*ALIGNED, manifest=[{"label": "E1", "artifact": "memo"}], cited={"range": [0, 5]})
    value["artifacts"].append(passage("Logs: 24 months.", key="memo", origin="generated", kind="summary"))
    value["transformations"].append(
        step("sum", "english", "memo", ([0, 16], [0, 28], "paraphrased_summary"), mediation="model")
    )
    assert counts(value, "translation-without-original") == {"fail": 1}


def test_a_translation_without_a_map_is_looked_for_by_its_input() -> None:
    assert counts(translated(), "translation-without-original") == {"fail": 1}
    manifest = [{"label": "E1", "artifact": "english"}, {"label": "E2", "artifact": "chunk"}]
    assert counts(translated(manifest=manifest), "translation-without-original") == {"pass": 1}
    assert counts(answer(cite()), "translation-without-original") == {"not_applicable": 1}


@pytest.mark.parametrize(
    ("segments", "outcome"),
    [(ALIGNED, "pass"), (WHOLE, "fail"), ((), "not_captured"), ((*WHOLE, ([0, 0], [0, 3], "deleted")), "fail")],
)
def test_a_translation_of_two_sentences_as_one_piece_is_coarse(segments: Any, outcome: str) -> None:
    """S3-40: only the documents are aligned."""
    assert counts(translated(*segments), "coarse-alignment") == {outcome: 1}


@pytest.mark.parametrize("prompt", [None, "sha256:" + "a" * 64])
def test_a_step_of_a_model_behind_a_citation_has_the_digest_of_its_prompt(prompt: str | None) -> None:
    """S3-18: chunking by code needs none."""
    value = translated(*ALIGNED)
    value["transformations"][1]["prompt_digest"] = prompt
    found = [f for f in inspect_answer(value).findings if f.rule == "lineage/prompt-digest-missing"]
    assert [finding.detail for finding in found] == ([] if prompt else ["translate"])
    assert counts(answer(cite()), "prompt-digest-missing") == {"not_applicable": 1}


def hops(*given: Any) -> list[str]:
    made = [{"ordinal": n, "proposition": "?", "key": f"h{n}"} | hop for n, hop in enumerate(given, start=1)]
    inspection = inspect_answer(answer(capture={"hops": made}))
    return [finding.detail for finding in inspection.findings if finding.rule == "lineage/hop-output-as-fact"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([{"status": "supported", "supports": ["s101", "s244"], "used_by": ["c1"]}], []),
        ([{"status": "supported"}], ["h1"]),
        ([{"used_by": ["c1"]}], ["h1"]),
        ([{"status": "tentative"}], []),
        ([{"status": "conflicted", "supports": ["a"]}], ["h1"]),
        ([{"status": "conflicted", "supports": ["a"], "conflicts": ["b"]}], []),
        ([{"supports": ["s1"], "used_by": ["h2"]}, {"supports": ["h1"], "used_by": ["c1"]}], []),
        ([{"used_by": ["h2"]}, {"supports": ["h1"], "used_by": ["c1"]}], ["h1", "h2"]),
        ([{"supports": ["h2"], "used_by": ["h2"]}, {"supports": ["h1"], "used_by": ["c1"]}], ["h1", "h2"]),
        ([], []),
    ],
)
def test_a_hop_that_is_used_names_evidence_and_not_another_note(given: list[Any], found: list[str]) -> None:
    """S3-42, S3-44: claim consumes entry e2 without spans."""
    assert hops(*given) == found


def test_a_hop_note_kept_as_a_text_is_no_evidence() -> None:
    hop = {"key": "h1", "ordinal": 1, "proposition": "?", "supports": ["note"], "used_by": ["c1"]}
    note = passage("24 months?", key="note", origin="generated", kind="hop_note")
    value = answer(artifacts=[passage(), note], capture={"hops": [hop]})
    assert counts(value, "hop-output-as-fact") == {"fail": 1}
    assert counts(answer(), "hop-output-as-fact") == {"not_captured": 1}
