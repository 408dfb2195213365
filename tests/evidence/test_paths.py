"""A span back to the original spans it comes from, step by step (M-15, M-16, M-23, S3-37)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.evidence.outcomes import Place
from lineage.evidence.paths import MAXIMUM_DEPTH, Reach, Trace, find_generated, joined, trace
from lineage.text.normalization import DEFAULT, normalize
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage, step
from tests.text.texts import encodable_texts, spans

WHOLE = ([0, 80], [0, 80], "exact_copy")


def chunk(key: str, text: str = POLICY_TEXT, **more: Any) -> Any:
    return passage(text, key, **{"origin": "derived", **more})


def follow(artifacts: list[Any], steps: list[Any], span: Span, start: str = "end") -> Trace:
    value = answer(manifest=[{"label": "E1", "artifact": start}], artifacts=artifacts, transformations=steps)
    return trace(dossier_of(value), start, span)


def reached(found: Trace) -> tuple[str, list[tuple[str, Span]]]:
    return str(found.reach), [(place.artifact, place.span) for place in found.places]


def test_original_text_is_its_own_origin() -> None:
    found = follow([passage(key="end", source=None)], [], Span(35, 44))
    assert (reached(found), found.hops) == (("original", [("end", Span(35, 44))]), ())


def test_a_place_carries_the_source_and_version_of_its_text() -> None:
    value = answer(
        sources=[{"key": "retention", "versions": [{"version": "7"}]}],
        artifacts=[passage(source="retention", version="7")],
    )
    found = trace(dossier_of(value), "policy", Span(0, 8))
    assert found.places == (Place("policy", Span(0, 8), "retention", "7"),)


def test_a_chunk_is_traced_by_its_map_and_the_map_is_applied_again() -> None:
    text = POLICY_TEXT[35:]
    found = follow(
        [passage(), chunk("end", text)], [step("cut", "policy", "end", ([0, 45], [35, 80], "exact_copy"))], Span(0, 9)
    )
    assert reached(found) == ("original", [("policy", Span(35, 44))])
    assert [(hop.output, hop.inputs, hop.verified) for hop in found.hops] == [(Span(0, 9), (Span(35, 44),), True)]


def test_a_map_that_does_not_hold_is_broken_and_says_which_segment() -> None:
    found = follow(
        [passage(), chunk("end", "25 months")],
        [step("cut", "policy", "end", ([0, 9], [35, 44], "exact_copy"))],
        Span(0, 9),
    )
    assert (found.reach, found.hops[0].verified) == (Reach.BROKEN, False)
    assert "segment 0" in found.reason
    assert [place.span for place in found.places] == [Span(35, 44)]


@pytest.mark.parametrize(
    ("artifacts", "steps", "why"),
    [
        ([chunk("end")], [], "nobody recorded what end was made from"),
        ([passage(), chunk("end")], [step("cut", "policy", "end")], "no map was kept from end to policy"),
        ([passage(None), chunk("end")], [step("cut", "policy", "end", WHOLE)], "no map was kept from end to policy"),
    ],
)
def test_a_way_that_nobody_recorded_is_broken_and_says_so(artifacts: Any, steps: Any, why: str) -> None:
    found = follow(artifacts, steps, Span(0, 9))
    assert (found.reach, found.reason) == (Reach.BROKEN, why)


def test_an_artifact_that_is_not_there_is_broken() -> None:
    assert trace(dossier_of(answer()), "nowhere", Span(0, 1)).reach is Reach.BROKEN


def test_words_that_no_segment_explains_are_broken() -> None:
    copied = ([0, 44], [0, 44], "exact_copy")
    found = follow(
        [passage(), chunk("end", POLICY_TEXT[:44] + " Added.")], [step("cut", "policy", "end", copied)], Span(35, 51)
    )
    assert found.reach is Reach.BROKEN
    assert "Added." in found.reason
    assert (
        follow(
            [passage(), chunk("end", POLICY_TEXT[:44] + " Added.")], [step("cut", "policy", "end", copied)], Span(0, 44)
        ).reach
        is Reach.ORIGINAL
    )


def test_inserted_words_come_from_nowhere() -> None:
    segments = ([0, 7], [0, 0], "inserted"), ([7, 16], [35, 44], "exact_copy")
    artifacts = [passage(), chunk("end", "Prefix:24 months")]
    assert follow(artifacts, [step("cut", "policy", "end", *segments)], Span(0, 7)).reach is Reach.BROKEN
    assert follow(artifacts, [step("cut", "policy", "end", *segments)], Span(7, 16)).reach is Reach.ORIGINAL


def test_a_merge_gives_each_stretch_its_own_input() -> None:
    artifacts = [passage("One.", "a"), passage("Two.", "b"), chunk("end", "One.\nTwo.")]
    steps = [
        step("first", "a", "end", ([0, 4], [0, 4], "exact_copy")),
        step("second", "b", "end", ([5, 9], [0, 4], "exact_copy")),
    ]
    assert reached(follow(artifacts, steps, Span(0, 4))) == ("original", [("a", Span(0, 4))])
    assert reached(follow(artifacts, steps, Span(2, 7))) == ("original", [("a", Span(2, 4)), ("b", Span(0, 2))])


def test_a_cycle_ends_and_is_a_broken_way() -> None:
    artifacts = [chunk("a"), chunk("b"), chunk("end")]
    steps = [step("1", "a", "end", WHOLE), step("2", "b", "a", WHOLE), step("3", "a", "b", WHOLE)]
    assert follow(artifacts, steps, Span(0, 9)).reach is Reach.BROKEN
    assert follow([chunk("end")], [step("1", "end", "end", WHOLE)], Span(0, 9)).reach is Reach.BROKEN


def ladder(rungs: int, ways: int, bottom: Any) -> tuple[list[Any], list[Any]]:
    """Each text made from the one below it in several ways at once: ways ** rungs ways in all."""
    keys = ["policy", *(f"rung {n}" for n in range(rungs - 1)), "end"]
    steps = [
        step(f"{key} {way}", below, key, WHOLE)
        for below, key in zip(keys, keys[1:], strict=False)
        for way in range(ways)
    ]
    return [bottom, *(chunk(key) for key in keys[1:])], steps


@pytest.mark.parametrize("rungs", [3, 40])
def test_ways_that_part_and_meet_again_at_every_step_end(rungs: int) -> None:
    found = follow(*ladder(rungs, 2, passage()), Span(0, 9))
    assert found.reach is Reach.AMBIGUOUS
    assert [place.span for place in found.places] == [Span(0, 9)]
    assert follow(*ladder(rungs, 2, passage(origin="derived")), Span(0, 9)).reach is Reach.BROKEN


def test_a_way_longer_than_any_real_pipeline_is_broken() -> None:
    assert follow(*ladder(MAXIMUM_DEPTH, 1, passage()), Span(0, 9)).reach is Reach.ORIGINAL
    assert follow(*ladder(MAXIMUM_DEPTH + 1, 1, passage()), Span(0, 9)).reach is Reach.BROKEN


def test_the_lowest_confidence_of_the_way_is_its_confidence() -> None:
    steps = [step("cut", "policy", "end", WHOLE)]
    steps[0]["derivations"][0]["segments"][0]["confidence"] = 0.75
    assert follow([passage(confidence=0.5), chunk("end")], steps, Span(0, 9)).confidence == 0.5
    assert follow([passage(), chunk("end")], steps, Span(0, 9)).confidence == 0.75
    assert follow([passage(key="end")], [], Span(0, 9)).confidence is None


def test_a_step_is_held_to_the_operations_it_declares() -> None:
    original, made = "Kept For 24 Months", "kept for 24 months"
    whole = ([0, 18], [0, 18], "normalized")
    artifacts = [passage(original), chunk("end", made)]
    silent = step("fold", "policy", "end", whole)
    assert follow(artifacts, [silent], Span(0, 4)).reach is Reach.BROKEN
    declared = silent | {"parameters": {"operations": ["case_fold"]}}
    assert follow(artifacts, [declared], Span(0, 4)).reach is Reach.ORIGINAL


def test_the_table_row_of_the_register_is_linearized_phrase_by_phrase() -> None:
    cells = ["Archived support logs", "24 months"]
    row = "archived support logs: 24 months"
    artifacts = [passage(cells[0], "a1", cell="A1"), passage(cells[1], "b1", cell="B1"), chunk("end", row)]
    steps = [
        step("a", "a1", "end", ([0, 21], [0, 21], "table_to_text")),
        step("b", "b1", "end", ([23, 32], [0, 9], "table_to_text")),
    ]
    assert reached(follow(artifacts, steps, Span(23, 32))) == ("original", [("b1", Span(0, 9))])
    assert follow(artifacts, steps, Span(0, 32)).reach is Reach.BROKEN, "the colon stands in no cell"


@st.composite
def pipelines(draw: st.DrawFn) -> tuple[str, list[Any], list[Any], str, list[list[int]]]:
    """A text through 1 to 6 steps; with the last text, for each of its characters, where it was in the first."""
    text = draw(encodable_texts.filter(bool))
    artifacts, steps = [passage(text, "t0")], []
    origin = [[place] for place in range(len(text))]
    for number in range(draw(st.integers(1, 6))):
        key = f"t{number + 1}"
        if draw(st.booleans()):
            span = draw(spans(len(text), least=1))
            kept, origin = span.slice(text), origin[span.start : span.end]
            segments = [([0, span.length], [span.start, span.end], "exact_copy")]
        else:
            view = normalize(text, DEFAULT)
            if not view.text:
                continue
            kept = view.text
            segments = [(list(s.output), list(s.input), str(s.kind)) for s in view.map.to_segments()]
            pieces = view.map.backward([Span(n, n + 1) for n in range(len(kept))])
            origin = [sorted({o for p in found for at in range(*p.span) for o in origin[at]}) for found in pieces]
        artifacts.append(passage(kept, key, "derived"))
        below = f"t{number}" if any(a["key"] == f"t{number}" for a in artifacts) else artifacts[-2]["key"]
        steps.append(step(f"step {number}", below, key, *segments))
        text = kept
    return text, artifacts, steps, artifacts[-1]["key"], origin


@settings(max_examples=150)
@given(pipelines(), st.data())
def test_a_random_pipeline_of_deterministic_steps_leads_back_exactly(pipeline: Any, data: st.DataObject) -> None:
    text, artifacts, steps, key, origin = pipeline
    span = data.draw(spans(len(text), least=1))
    found = follow(artifacts, steps, span, key)
    wanted = {place for character in range(*span) for place in origin[character]}
    got = {place for where in found.places for place in range(*where.span)}
    assert wanted <= got
    assert all(place.artifact == "t0" for place in found.places)
    assert all(hop.verified for hop in found.hops)
    assert found.reach is Reach.ORIGINAL


def test_the_nearest_text_that_a_model_wrote_is_found_through_what_only_carries_it() -> None:
    summary, block = passage("Kept.", "summary", "generated"), passage("Kept.", "block", "generated")
    value = answer(
        manifest=[{"label": "E1", "artifact": "block"}],
        artifacts=[passage(), summary, block],
        transformations=[
            step("pack", "summary", "block", ([0, 5], [0, 5], "exact_copy")),
            step("sum up", "policy", "summary", mediation="model"),
        ],
    )
    dossier = dossier_of(value)
    found = find_generated(dossier, "block")
    assert found is not None and found.key == "summary"
    assert find_generated(dossier, "policy") is None
    assert find_generated(dossier, "nowhere") is None


def test_places_in_one_text_are_joined_and_places_in_several_are_not() -> None:
    one, other = Place("a", Span(5, 8)), Place("a", Span(1, 2))
    assert joined((one, other)) == Place("a", Span(1, 8))
    assert joined((one, Place("b", Span(0, 1)))) is None
    assert joined(()) is None
