"""Any character back to the bytes of the source that it comes from, or to nobody's (S3-37, M-23)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage.evidence.character_origin import CharacterOrigin, NoText, OriginIndex, OriginKind, OutsideText
from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.paths import Reach, trace
from lineage.evidence.vocabulary import DigestSubject
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, as_answer, cite, dossier_of, inspect_answer, passage, step
from tests.evidence.pipelines import Char, Pipeline, pipelines

WHOLE = ([0, 80], [0, 80], "exact_copy")


def chunk(key: str, text: str = POLICY_TEXT, **more: Any) -> Any:
    return passage(text, key, **{"origin": "derived", **more})


def index_of(artifacts: list[Any], steps: list[Any], start: str = "end", **more: Any) -> OriginIndex:
    value = answer(**{"manifest": [{"label": "E1", "artifact": start}], **more})
    return OriginIndex.of_artifact(dossier_of(value | {"artifacts": artifacts, "transformations": steps}), start)


def requested(text: str, ranges: list[Any] | None, **more: Any) -> OriginIndex:
    return OriginIndex.of_request(dossier_of(answer(capture={"request": {"text": text, "ranges": ranges}}, **more)))


def answered(value: Any) -> OriginIndex:
    return OriginIndex.of_answer(dossier_of(value), inspect_answer(value))


def spans_of(found: CharacterOrigin) -> list[tuple[str, Span]]:
    return [(place.artifact, place.span) for place in found.places]


def drawn(index: OriginIndex) -> list[tuple[str, str]]:
    return [(segment.span.slice(index.text), str(segment.origin.kind)) for segment in index.segments()]


# Whatever a pipeline does


@settings(max_examples=300, deadline=None)
@given(pipelines())
def test_every_character_of_a_random_pipeline_is_followed_to_where_it_came_from(pipeline: Pipeline) -> None:
    index = OriginIndex.of_artifact(dossier_of(pipeline.value), pipeline.end.key)
    found = index.at_many(range(len(pipeline.end.chars)))
    for wanted, got in zip(pipeline.end.chars, found, strict=True):
        assert_origin(wanted, got, pipeline.originals)


def assert_origin(wanted: Char, got: CharacterOrigin, originals: dict[str, str]) -> None:
    assert got.character == wanted.char
    assert got.verified is (True if wanted.is_checked else None)
    assert {(p.artifact, at) for p in got.places for at in range(*p.span)} == wanted.places
    for place in got.places:
        in_bytes = originals[place.artifact].encode()[place.bytes.start : place.bytes.end]
        assert in_bytes.decode() == place.span.slice(originals[place.artifact])
    if not wanted.places:
        assert got.kind is OriginKind.INSERTED
        assert wanted.by in {way.by for way in got.others}
    elif wanted.is_copy:
        assert (got.kind, got.others, [p.span.length for p in got.places]) == (OriginKind.COPIED, (), [1])
        assert got.places[0].span.slice(originals[got.places[0].artifact]) == wanted.char
    else:
        assert got.kind is OriginKind.CHANGED
        assert not any(place.exact for place in got.places)


@settings(max_examples=100, deadline=None)
@given(pipelines(), st.data())
def test_one_look_up_many_of_them_the_pieces_and_the_path_of_a_span_say_the_same(
    pipeline: Pipeline, data: st.DataObject
) -> None:
    dossier = dossier_of(pipeline.value)
    index = OriginIndex.of_artifact(dossier, pipeline.end.key)
    at = data.draw(st.integers(0, len(index.text) - 1))
    found = index.at(at)
    assert index.at_many([at, at]) == (found, found)
    segments = index.segments()
    assert "".join(segment.span.slice(index.text) for segment in segments) == index.text
    (here,) = (segment for segment in segments if segment.span.start <= at < segment.span.end)
    assert here.origin.kind is found.kind
    traced = trace(dossier, pipeline.end.key, Span(at, at + 1))
    assert {p.artifact for p in traced.places} == {p.artifact for p in found.places}
    if traced.reach is Reach.ORIGINAL:
        assert found.kind in (OriginKind.COPIED, OriginKind.CHANGED)
        hops = {(hop.output, frozenset(hop.inputs)) for hop in traced.hops}
        assert hops == {(made.span, frozenset(made.inputs)) for made in index.steps(at)}


# What stands behind one character


def test_a_character_is_one_code_point_and_its_own_bytes() -> None:
    text = "Für 24 \U0001f468\u200d\U0001f469 שלום"
    index = index_of(
        [passage(text), chunk("end", text[4:])], [step("cut", "policy", "end", ([0, 11], [4, 15], "exact_copy"))]
    )
    # "Für " is 5 bytes, "24 " 3, and the first pictograph 4.
    assert [(p.span, p.bytes) for p in index.at(3).places] == [(Span(7, 8), Span(8, 12))]
    # The joiner takes 3 bytes, the second pictograph 4, the blank 1, a Hebrew letter 2.
    assert [(p.span, p.bytes) for p in index.at(7).places] == [(Span(11, 12), Span(20, 22))]


def test_the_bytes_are_the_files_own_only_where_its_digest_is_that_of_the_text() -> None:
    def subject(checksum: str) -> DigestSubject:
        value = answer(
            sources=[{"key": "retention", "versions": [{"version": "7", "checksum": checksum}]}],
            artifacts=[passage(source="retention", version="7")],
        )
        (place,) = OriginIndex.of_artifact(dossier_of(value), "policy").at(0).places
        assert (place.source, place.version) == ("retention", "7")
        return place.subject

    assert subject(digest_text(POLICY_TEXT)) is DigestSubject.RAW_BYTES
    assert subject(digest_text("the bytes of a PDF")) is DigestSubject.CANONICAL_EXTRACT_TEXT


def test_words_that_a_step_changed_come_from_a_stretch_and_no_character_of_it() -> None:
    segments = ([0, 4], [0, 8], "paraphrased_summary"), ([4, 6], [35, 37], "exact_copy")
    artifacts = [passage(), passage("Logs24", "end", "generated")]
    index = index_of(artifacts, [step("sum up", "policy", "end", *segments, mediation="model")])
    assert drawn(index) == [("Logs", "changed"), ("24", "copied")]
    found = index.at(2)
    assert (spans_of(found), found.places[0].exact, found.verified) == ([("policy", Span(0, 8))], False, None)
    assert found.places[0].kind == "paraphrased_summary"


def test_inserted_words_come_from_no_source_and_name_the_step() -> None:
    segments = ([0, 7], [0, 0], "inserted"), ([7, 16], [35, 44], "exact_copy")
    index = index_of([passage(), chunk("end", "Prefix:24 months")], [step("cut", "policy", "end", *segments)])
    assert drawn(index) == [("Prefix:", "inserted"), ("24 months", "copied")]
    found = index.at(6)
    assert (found.places, found.written_by, found.others[0].artifact) == ((), "cut", "end")


def test_a_character_that_stands_behind_two_is_given_with_both_places() -> None:
    artifacts = [passage("One.", "a"), passage("One.", "b"), chunk("end", "One.")]
    steps = [step(key, key, "end", ([0, 4], [0, 4], "exact_copy")) for key in ("a", "b")]
    found = index_of(artifacts, steps).at(1)
    assert (found.kind, spans_of(found)) == (OriginKind.COPIED, [("a", Span(1, 2)), ("b", Span(1, 2))])


def test_the_lowest_confidence_of_the_way_is_said() -> None:
    made = step("read", "policy", "end", WHOLE)
    made["derivations"][0]["segments"][0]["confidence"] = 0.75
    assert index_of([passage(confidence=0.5), chunk("end")], [made]).at(0).confidence == 0.5
    assert index_of([passage(), chunk("end")], [made]).at(0).confidence == 0.75
    assert index_of([passage()], [], "policy").at(0).confidence is None


# Where nothing is known


@pytest.mark.parametrize(
    ("artifacts", "steps", "why"),
    [
        ([chunk("end")], [], "nobody recorded what end was made from"),
        ([passage(), chunk("end")], [step("cut", "policy", "end")], "no map was kept from end to policy"),
        ([passage(None), chunk("end")], [step("cut", "policy", "end", WHOLE)], "the text of policy was not kept"),
        (
            [passage(), chunk("end", POLICY_TEXT + ".")],
            [step("cut", "policy", "end", WHOLE)],
            "no map says where these words of end come from",
        ),
    ],
)
def test_a_way_that_was_not_kept_is_not_known_and_says_why(artifacts: Any, steps: Any, why: str) -> None:
    index = index_of(artifacts, steps)
    found = index.at(len(index.text) - 1)
    assert (found.kind, found.places, found.reason) == (OriginKind.UNKNOWN, (), why)


def test_a_map_that_cannot_be_is_no_way_and_says_which_segment() -> None:
    value = answer(
        manifest=[{"label": "E1", "artifact": "end"}],
        artifacts=[passage(), chunk("end")],
        transformations=[step("cut", "policy", "end", ([0, 81], [0, 81], "exact_copy"))],
    )
    found = OriginIndex.of_artifact(Dossier.of(as_answer(value)), "end").at(0)
    assert (found.kind, found.places) == (OriginKind.UNKNOWN, ())
    assert found.reason == "the map of cut cannot be: segment 0: output ends beyond its length of 80"


def test_a_map_that_does_not_hold_gives_its_places_but_nothing_is_known_by_it() -> None:
    cut = step("cut", "policy", "end", ([0, 9], [35, 44], "exact_copy"))
    found = index_of([passage(), chunk("end", "25 months")], [cut]).at(0)
    assert (found.kind, spans_of(found), found.verified) == (OriginKind.UNKNOWN, [("policy", Span(35, 36))], False)
    assert "segment 0 of the map does not hold" in found.reason


def test_a_copy_that_a_model_only_claims_is_compared_with_the_source() -> None:
    segments = ([0, 3], [35, 38], "exact_copy"), ([3, 9], [38, 44], "exact_copy")
    steps = [step("cut", "policy", "end", *segments, mediation="model")]
    index = index_of([passage(), chunk("end", "25 months")], steps)
    assert drawn(index)[0][1] == "unknown"
    assert "the two texts differ" in index.at(0).reason
    honest = index_of([passage(), chunk("end", "24 months")], steps).at(0)
    assert (honest.kind, honest.verified) == (OriginKind.COPIED, None)


def test_a_cycle_ends_and_what_only_it_explains_is_not_known() -> None:
    artifacts = [chunk("a"), chunk("b"), chunk("end")]
    steps = [step("1", "a", "end", WHOLE), step("2", "b", "a", WHOLE), step("3", "a", "b", WHOLE)]
    found = index_of(artifacts, steps).at(0)
    assert (found.kind, found.reason) == (OriginKind.UNKNOWN, "the way to a leads back to where it came from")
    assert index_of([chunk("end")], [step("1", "end", "end", WHOLE)]).at(0).kind is OriginKind.UNKNOWN
    beside = [*artifacts, passage()]
    known = index_of(beside, [*steps, step("4", "policy", "a", WHOLE)]).at(0)
    assert (known.kind, spans_of(known)) == (OriginKind.COPIED, [("policy", Span(0, 1))])


def test_ways_that_part_and_meet_again_at_every_step_are_one_way() -> None:
    keys = ["policy", *(f"rung {n}" for n in range(40)), "end"]
    rungs = list(zip(keys, keys[1:], strict=False))
    steps = [step(f"{key} {way}", below, key, WHOLE) for below, key in rungs for way in range(2)]
    index = index_of([passage(), *(chunk(key) for key in keys[1:])], steps)
    assert drawn(index) == [(POLICY_TEXT, "copied")]
    assert spans_of(index.at(79)) == [("policy", Span(79, 80))]
    assert len(index.steps(0)) == 2 * len(rungs)


@pytest.mark.parametrize("position", [-1, 80, 10**30])
def test_a_position_outside_the_text_is_refused_and_never_clamped(position: int) -> None:
    index = index_of([passage()], [], "policy")
    with pytest.raises(OutsideText, match=f"there is no character {position} in a text of 80 characters"):
        index.at_many([0, position])
    with pytest.raises(OutsideText):
        index.steps(position)
    with pytest.raises(OutsideText):
        index.segments(Span(0, 81))


def test_a_text_that_nobody_kept_has_no_characters_to_ask_about() -> None:
    dossier = dossier_of(answer(artifacts=[passage(None)]))
    for make in (
        lambda: OriginIndex.of_artifact(dossier, "policy"),
        lambda: OriginIndex.of_artifact(dossier, "nowhere"),
        lambda: OriginIndex.of_request(dossier),
        lambda: OriginIndex.of_answer(dossier, inspect_answer(answer(artifacts=[passage(None)]))),
    ):
        with pytest.raises(NoText):
            make()


def test_an_empty_text_has_no_piece_and_no_character() -> None:
    index = index_of([passage("", "end")], [])
    assert index.segments() == index.at_many([]) == ()
    with pytest.raises(OutsideText):
        index.at(0)


# Who wrote words that no source wrote


def test_generated_words_of_which_no_map_speaks_are_their_writers_own() -> None:
    summary = passage("Kept. New.", "memo", "generated")
    segments = ([0, 5], [22, 35], "paraphrased_summary")
    steps = [
        step("sum up", "policy", "memo", segments, mediation="model"),
        step("pack", "memo", "end", ([0, 10], [0, 10], "exact_copy")),
    ]
    index = index_of([passage(), summary, passage("Kept. New.", "end", "generated")], steps)
    assert drawn(index) == [("Kept.", "changed"), (" New.", "generated")]
    assert (index.at(9).written_by, index.at(9).others[0].artifact) == ("sum up", "memo")


def test_generated_words_without_a_map_name_the_model_step_and_what_is_missing() -> None:
    made = step("imagine", "policy", "end", mediation="model")
    found = index_of([passage(), passage("Maybe.", "end", "generated")], [made]).at(0)
    assert (found.kind, found.written_by) == (OriginKind.GENERATED, "imagine")
    assert found.reason == "no map was kept from end to policy"


def test_a_range_that_is_marked_as_generated_is_no_source_text() -> None:
    marked = passage("Prefix. Logs.", "end", origins=[{"span": [0, 8], "origin": "generated"}])
    assert drawn(index_of([marked], [])) == [("Prefix. ", "generated"), ("Logs.", "copied")]
    unsure = passage("Prefix. Logs.", "end", origins=[{"span": [0, 8], "origin": "unresolved"}])
    assert drawn(index_of([unsure], [])) == [("Prefix. ", "unknown"), ("Logs.", "copied")]


def test_a_passage_whose_origin_nobody_recorded_is_its_own_end_and_says_so() -> None:
    (place,) = index_of([passage("Logs.", "end", "unresolved")], []).at(0).places
    assert (place.artifact, place.origin) == ("end", "unresolved")


# Packed blocks


def packed(text: str, *parts: Any, artifacts: Any = (), steps: Any = ()) -> OriginIndex:
    block = passage(text, "block", "derived", kind="merged_block")
    kept = [passage("One.", "a"), passage("Two, three.", "b"), *artifacts, block]
    manifest = [{"label": "E1", "artifact": "block", "parts": list(parts)}]
    return index_of(kept, list(steps), "block", manifest=manifest)


PARTS = ({"artifact": "a", "separator": "\n"}, {"artifact": "b", "span": [0, 3], "separator": "\n"})


def test_a_block_without_a_recorded_step_is_followed_into_its_parts() -> None:
    index = packed("One.\nTwo", *PARTS)
    assert drawn(index) == [("One.", "copied"), ("\n", "inserted"), ("Two", "copied")]
    assert [spans_of(index.at(at)) for at in (3, 4, 5)] == [[("a", Span(3, 4))], [], [("b", Span(0, 1))]]
    assert index.at(4).written_by == "packing"
    assert [(s.input, s.inputs, s.by) for s in index.steps(5)] == [("b", (Span(0, 1),), "packing")]


@pytest.mark.parametrize("text", ["Two\nOne.", "One.\nTwo\n", "One. Two", "One.\nTw"])
def test_parts_that_do_not_give_the_text_explain_nothing(text: str) -> None:
    assert packed(text, *PARTS).at(0).reason == "nobody recorded what block was made from"


def test_a_block_that_names_itself_as_its_part_is_no_cycle() -> None:
    assert packed("One.", {"artifact": "block"}).at(0).reason == "nobody recorded what block was made from"


def test_a_separator_that_no_map_mentions_is_known_from_the_parts() -> None:
    merge = step("merge", "a", "block", ([0, 4], [0, 4], "exact_copy"))
    merge["derivations"] += step("merge", "b", "block", ([5, 8], [0, 3], "exact_copy"))["derivations"]
    index = packed("One.\nTwo", *PARTS, steps=[merge])
    assert (index.at(4).kind, index.at(4).written_by) == (OriginKind.INSERTED, "merge")


# The assembled request


def test_a_request_is_followed_by_its_ranges_and_its_gaps_are_not_marked() -> None:
    text = f"Answer. [E1] {POLICY_TEXT} Which logs?"
    ranges = [
        {"span": [0, 7], "origin": "instruction", "author": "desk"},
        {"span": [8, 12], "origin": "label"},
        {"span": [13, 93], "origin": "original", "artifact": "policy"},
        {"span": [94, 105], "origin": "user_query"},
    ]
    index = requested(text, ranges)
    kinds = ["written", "unmarked", "written", "unmarked", "copied", "unmarked", "written"]
    assert [str(segment.origin.kind) for segment in index.segments()] == kinds
    assert spans_of(index.at(48)) == [("policy", Span(35, 36))]
    assert (index.at(0).written_by, index.at(8).written_by) == ("desk", "label")
    assert [(s.input, s.by) for s in index.steps(48)] == [("policy", "assembly")]


def test_a_range_is_followed_into_what_was_supplied_of_a_passage() -> None:
    manifest = [{"label": "E1", "artifact": "policy", "supplied": [35, 44]}]
    index = requested("24 months", [{"span": [0, 9], "origin": "original", "block": "E1"}], manifest=manifest)
    assert spans_of(index.at(0)) == [("policy", Span(35, 36))]


@pytest.mark.parametrize(
    ("text", "marked", "why"),
    [
        ("25 months", {"artifact": "policy"}, "the words of this range stand nowhere in policy"),
        ("s", {"artifact": "policy"}, "the words of this range stand more than once in policy"),
        ("24 months", {"block": "E7"}, "no passage is called E7"),
        ("24 months", {}, "the range is marked as original, but names no text"),
    ],
)
def test_a_range_that_leads_nowhere_says_why(text: str, marked: Any, why: str) -> None:
    found = requested(text, [{"span": [0, len(text)], "origin": "original", **marked}]).at(0)
    assert (found.kind, found.reason) == (OriginKind.UNKNOWN, why)


def test_a_request_without_ranges_is_unmarked_from_end_to_end() -> None:
    assert drawn(requested("Answer.", None)) == [("Answer.", "unmarked")]


# The answer


def said(words: str, quoted: str | None, **citation: Any) -> OriginIndex:
    text = f"It says: {words} Yes."
    claims = [{"key": "c1", "text": words, "place": [9, 9 + len(words)]}]
    return answered(answer(cite(quoted_text=quoted, **citation), text=text, claims=claims))


def test_an_answers_words_are_the_generators_but_for_quotations_that_were_found() -> None:
    index = said("Logs stay “24 months”.", "24 months", range=[35, 44], unit="code_point")
    assert drawn(index) == [
        ("It says: ", "generated"),
        ("Logs stay “", "generated"),
        ("24 months", "copied"),
        ("”.", "generated"),
        (" Yes.", "generated"),
    ]
    assert spans_of(index.at(index.text.index("24"))) == [("policy", Span(35, 36))]
    assert [found.refers_to for found in index.at_many([0, 10, 20])] == [(), ("x1",), ("x1",)]


@pytest.mark.parametrize(
    ("words", "quoted"),
    [("Logs stay 25 months.", "25 months"), ("24 months, yes, 24 months.", "24 months"), ("Logs stay.", None)],
)
def test_a_claim_only_refers_to_what_it_does_not_quote_in_one_place(words: str, quoted: str | None) -> None:
    index = said(words, quoted, range=[35, 44], unit="code_point")
    assert {str(segment.origin.kind) for segment in index.segments()} == {"generated"}
    assert index.at(9).refers_to == ("x1",)


def test_a_quotation_that_matches_only_when_normalized_comes_from_the_whole_place() -> None:
    value = answer(
        cite(quoted_text="24 months", range=[35, 45], unit="code_point"),
        text="Kept 24 months.",
        claims=[{"key": "c1", "text": "Kept 24 months."}],
        artifacts=[passage(POLICY_TEXT.replace("24 months", "24  months"))],
    )
    found = answered(value).at(6)
    assert (found.kind, spans_of(found)) == (OriginKind.CHANGED, [("policy", Span(35, 45))])


def test_a_quotation_of_a_chunk_leads_on_to_the_source() -> None:
    value = answer(
        cite(quoted_text="24 months"),
        text="Kept 24 months.",
        claims=[{"key": "c1", "place": [0, 15]}],
        manifest=[{"label": "E1", "artifact": "end"}],
        artifacts=[passage(), chunk("end", POLICY_TEXT[35:])],
        transformations=[step("cut", "policy", "end", ([0, 45], [35, 80], "exact_copy"))],
    )
    index = answered(value)
    assert spans_of(index.at(5)) == [("policy", Span(35, 36))]
    assert [(s.output, s.input, s.by) for s in index.steps(5)] == [("", "end", "quotation"), ("end", "policy", "cut")]
