"""The path as a picture: what it holds, and that the table holds the same."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from inspector.pages.path_picture import picture_of, picture_of_claim, visible
from inspector.pages.path_view import BOX, Picture
from tests.golden import load_cases
from tests.inspector.reading import STRANGER, reading_of, words_of

LOGS = "origin/archived-logs"
EVERY_CLAIM = [
    (case.name, claim["key"])
    for case in load_cases()
    for one in case.bundle["answers"]
    for claim in one.get("claims", ())
]


def drawn(case: str, claim: str, **chosen: object) -> Picture:
    picture = picture_of(reading_of(case, claim, **chosen))  # type: ignore[arg-type]
    assert picture is not None
    return picture


def svg_of(picture: Picture) -> str:
    return render_to_string("inspector/_path_picture.html", {"picture": picture, "prefix": "way"})


def test_the_demo_path_goes_from_raw_bytes_to_the_rendered_answer_with_the_judge_as_a_branch() -> None:
    picture = drawn(LOGS, "c1")
    assert [stage.stage.name for stage in picture.stages] == [
        "raw bytes", "canonical extract", "normalized text", "chunk", "summary", "trimmed block E1", "request",
        "answer", "rendered", "judge",
    ]  # fmt: skip
    judge = picture.stages[-1]
    assert judge.y > picture.stages[0].y
    assert [link.link.source for link in picture.links if link.link.target == judge.stage.key] == ["block-memo"]


def test_the_step_that_dropped_the_exception_and_the_lowest_confidence_are_marked() -> None:
    (marks,) = [stage.stage.marks for stage in drawn(LOGS, "c1").stages if stage.stage.name == "summary"]
    assert marks == ("dropped here: “except where”", "lowest confidence 0.81 (summarization, p. 4)")
    assert {flag.words for flag in drawn(LOGS, "c1").flags} == set(marks)


def test_each_link_says_whether_its_map_holds_and_each_comparison_whether_it_is_equal() -> None:
    states = {(link.link.source, link.link.target): link.link.state for link in drawn(LOGS, "c1").links}
    assert states["policy-7-s4.2", "support-memo"] == "unverified"
    assert states["retention-policy-7-normalized", "policy-7-s4.2"] == "verified"
    assert states["retention-policy-7-raw", "retention-policy-7-extract"] == "missing"
    assert states["block-memo", ":judge:x1"] == "same"


def test_a_judge_that_read_another_text_is_joined_by_an_unequal_sign() -> None:
    picture = drawn("evaluation/freezer-alarm", "c1")
    (link,) = [link for link in picture.links if link.link.target.startswith(":judge")]
    assert (link.link.state, link.sign) == ("differs", "≠")


def test_what_nobody_recorded_is_a_stage_and_never_left_out() -> None:
    looks = {stage.stage.name: stage.stage.look for stage in drawn("lineage/chunk-without-a-map", "c1").stages}
    assert looks["raw bytes"] == looks["request"] == looks["judge"] == "absent"


def test_a_merge_joins_its_inputs() -> None:
    picture = drawn(LOGS, "c2")
    into = [link.link.source for link in picture.links if link.link.target == "block-schedule"]
    assert "schedule-row-1" in into


def test_the_citations_of_a_claim_share_request_answer_and_card() -> None:
    picture = picture_of_claim(reading_of(LOGS, "c3"))
    assert picture is not None
    names = [stage.stage.name for stage in picture.stages]
    assert [names.count(name) for name in ("request", "answer")] == [1, 1]
    assert sum(name.startswith("packed as") for name in names) == 2


def test_every_stage_opens_at_its_permanent_address() -> None:
    urls = {stage.stage.name: stage.stage.url for stage in drawn(LOGS, "c1").stages}
    assert urls["summary"] == "/claims/c1/?span=x1&stage=4#way"
    assert urls["raw bytes"] == "/sources/x/"
    assert all(urls.values())


def test_the_open_stage_is_marked() -> None:
    assert [s.stage.name for s in drawn(LOGS, "c1", span="x1", stage=4).stages if s.is_here] == ["summary"]


@pytest.mark.parametrize(("case", "claim"), EVERY_CLAIM)
def test_of_every_golden_claim_no_two_boxes_overlap_all_lie_inside_and_the_table_has_the_same_stages(
    case: str, claim: str
) -> None:
    picture = picture_of_claim(reading_of(case, claim))
    if picture is None:
        return
    places = [(stage.x, stage.y) for stage in picture.stages]
    for number, (x, y) in enumerate(places):
        assert BOX <= x <= picture.width - BOX and BOX // 2 <= y <= picture.height - BOX
        assert all(abs(x - a) >= 2 * BOX or abs(y - b) >= 2 * BOX for a, b in places[:number])
    assert [row.stage for row in picture.rows] == [stage.stage for stage in picture.stages]
    told = [words for row in picture.rows for words in row.came]
    assert len(told) >= len(picture.links)


def test_a_masked_path_is_not_drawn() -> None:
    assert picture_of(reading_of(LOGS, "c1", reader=STRANGER)) is None
    assert picture_of_claim(reading_of(LOGS, "c3", reader=STRANGER)) is None


def test_a_claim_without_a_passage_has_no_picture() -> None:
    assert picture_of(reading_of(LOGS, "c4")) is None


def test_every_stage_is_a_link_with_a_name_and_the_drawing_has_a_title_and_a_description() -> None:
    picture = drawn(LOGS, "c1")
    html = svg_of(picture)
    names = re.findall(r'<a href="[^"]+" class="stage[^"]*" aria-label="([^"]+)"', html)
    assert len(names) == len(picture.stages)
    assert any("summary, generated, support-memo, dropped here" in name for name in names)
    assert html.count("<title") >= 1 and "<desc" in html and "style=" not in html


def test_the_drawing_says_with_words_what_it_says_with_looks() -> None:
    assert "generated" in words_of(svg_of(drawn(LOGS, "c1")))
    assert "not recorded" in words_of(svg_of(drawn("lineage/chunk-without-a-map", "c1")))


def test_an_unseen_character_is_named_in_a_drawing() -> None:
    assert visible("E\u202e1") == "E[RLO]1"
