import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.markers import MarkerStyle, find_markers, group_adjacent
from tests.text.texts import texts

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "payloads" / "text-markers"
FIVE = {"1", "2", "3", "4", "5"}


def raws(text: str, known: set[str] | None = FIVE) -> list[str]:
    return [marker.raw for marker in find_markers(text, known)]


def refs(text: str, known: set[str] | None = FIVE) -> list[tuple[str, ...]]:
    return [marker.refs for marker in find_markers(text, known)]


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"no samples at {SAMPLES}")
def test_the_edge_cases_give_exactly_the_wanted_markers():
    cases = json.loads((SAMPLES / "edge_cases.json").read_text())["cases"]
    assert cases
    for case in cases:
        found = find_markers(case["text"], FIVE | {"policy-3", "hr/handbook#p4"})
        assert [
            {"raw": marker.raw, "start": marker.span.start, "end": marker.span.end, "refs": list(marker.refs)}
            for marker in found
        ] == case["markers"]


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"no samples at {SAMPLES}")
def test_a_recorded_answer_with_three_adjacent_markers_has_them_in_one_group():
    answer = json.loads((SAMPLES / "recorded_answers.json").read_text())["answers"][0]
    markers = find_markers(answer["text"], FIVE | {"6"})
    assert [marker.refs[0] for marker in markers] == ["1", "3", "4", "1", "3", "1", "2", "3", "4", "3"]
    assert [len(group) for group in group_adjacent(answer["text"], markers)] == [3, 2, 1, 2, 2]


def test_without_a_list_of_sources_a_number_is_no_marker():
    assert raws("[1] and [policy-3]", None) == []
    assert raws("[1] and [9]", set()) == ["[1]", "[9]"]


def test_lists_and_ranges_are_spelled_out():
    assert refs("[1, 2] [4-6] [2\u20134; 9]") == [("1", "2"), ("4", "5", "6"), ("2", "3", "4", "9")]
    assert raws("[1-2000] [2020-2024] [5-3]") == []


def test_a_year_is_a_marker_only_where_a_source_is_called_so():
    assert raws("[2024]") == []
    assert raws("[2024]", {"2024"}) == ["[2024]"]


def test_a_named_id_is_a_marker_only_where_it_is_known():
    assert raws("[a][b] [c]", {"a", "b"}) == ["[a]", "[b]"]
    assert raws("[a] [a].", {"a"}) == ["[a]", "[a]"]
    assert refs("[a, invented] [both, invented]", {"a"}) == [("a", "invented")]


def test_code_holds_no_markers():
    assert raws("`x[1]` ``a ` [2]`` [3]") == ["[3]"]
    assert raws("> ```\n> x[1]\n> ```\n[2]") == ["[2]"]
    assert raws("~~~ py\n[1]\n```\n[2]\n~~~~\n[3]") == ["[3]"]
    assert raws("text\n\n    code [1]\n\n[2]") == ["[2]"]
    assert raws("1. item\n\n    goes on [1]") == ["[1]"]
    assert raws("```\nnever closed [1]") == []


def test_a_lone_backtick_or_one_in_another_paragraph_makes_no_code():
    assert raws("a ` [1]\n\n` [2]") == ["[1]", "[2]"]
    assert raws(r"\`[1]\`") == ["[1]"]


def test_escaped_brackets_are_words():
    assert raws(r"\[1\] and \\[2]") == ["[2]"]


def test_links_and_images_hold_no_markers_in_their_targets():
    assert raws("[text](https://x.example/[1]) ![alt](b/[2].png) <https://x.example/[3]> [4]") == ["[4]"]
    assert raws("[see [1] there](https://x.example/[2])") == ["[1]"]
    assert raws("[text][1] [text][^1]\n\n[1]: https://x.example\n[^1]: note") == ["[^1]"]
    assert raws("Great![1][2]") == ["[1]", "[2]"]


def test_a_link_in_a_known_form_points_to_its_address():
    (site,) = find_markers("So it is. ([a.example](https://a.example/b_(c)?d=e))", None)
    assert (site.refs, site.style) == (("https://a.example/b_(c)?d=e",), MarkerStyle.LINK)
    assert refs("[[1]](https://a.example/b)") == [("https://a.example/b",)]


def test_a_raised_digit_is_a_marker_only_behind_a_word_and_with_a_source():
    assert raws("Shown\u00b9 so,\u00b2 **bold**\u00b3") == ["\u00b9", "\u00b2", "\u00b3"]
    assert raws("10\u00b2 = 100, \u03c4\u00b2-Bench, m\u00b2, sin\u00b2 x, word\u00b2-fold, word\u2079") == []


def test_elements_and_envelopes_are_markers_without_any_list():
    lenticular, co = "\u30104:0\u2020f.txt\u3011", "<co: 0, 2>b"
    cite, envelope = '<cite index="1-2">c', "\ue200cite\ue202t0\ue202t1\ue201"
    text = f"{lenticular} {co}</co: 0, 2> {cite}</cite> {envelope}"
    assert refs(text, None) == [("4:0",), ("0", "2"), ("1-2",), ("t0", "t1")]


def test_markers_with_words_between_them_are_groups_of_their_own():
    text = "a [1], [2] b [3]\n[4]"
    groups = group_adjacent(text, find_markers(text, FIVE))
    assert [[marker.raw for marker in group] for group in groups] == [["[1]", "[2]"], ["[3]"], ["[4]"]]


markdown = st.lists(
    st.sampled_from(
        ["[", "]", "(", ")", "1", "a", "`", "```", "\n", "\\", "!", "<", ">", "^", ":", " ", "\u00b2", "\u3010"]
    ),
    max_size=60,
).map("".join)


@given(st.one_of(texts, markdown))
def test_markers_ascend_never_overlap_and_stand_where_they_say(text):
    found = find_markers(text, FIVE | {"a"})
    assert all(marker.raw == text[marker.span.start : marker.span.end] and marker.refs for marker in found)
    assert all(one.span.end <= other.span.start for one, other in zip(found, found[1:], strict=False))


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "]",
        "`",
        "![",
        "[a](",
        "([",
        "(",
        "<a",
        "\\`",
        "\\",
        "> ",
        "\u00b2",
        "\u3010",
        '[a](x "',
        "[1,",
        "```\n",
        "[^1]: x\n",
    ],
)
def test_a_megabyte_of_openers_is_read_in_one_pass(unit):
    assert find_markers(unit * (1_000_000 // len(unit)), FIVE) == ()
