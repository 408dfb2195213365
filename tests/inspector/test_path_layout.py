"""Where the stages of a path stand: no two in one place, whatever the graph."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.path_layout import Spot, lay_out


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    """Stages in the order of the work, and links among them; some lead backwards, some repeat."""
    stages = [f"s{number}" for number in range(draw(st.integers(0, 14)))]
    if not stages:
        return stages, []
    ends = st.sampled_from(stages)
    return stages, draw(st.lists(st.tuples(ends, ends), max_size=30))


@given(graphs())
def test_no_two_stages_and_no_link_and_stage_stand_in_one_place(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    laid = lay_out(*graph)
    passed = [spot for route in laid.routes.values() for spot in route[1:-1]]
    assert len({*laid.spots.values(), *passed}) == len(laid.spots) + len(passed)
    assert set(laid.spots) == set(graph[0])


@given(graphs())
def test_every_link_runs_to_the_right_through_every_column(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    laid = lay_out(*graph)
    for (source, target), route in laid.routes.items():
        assert (route[0], route[-1]) == (laid.spots[source], laid.spots[target])
        columns = [spot.column for spot in route]
        assert columns == list(range(columns[0], columns[-1] + 1)) and len(columns) >= 2


@given(graphs())
def test_only_links_that_lead_backwards_have_no_route(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    stages, links = graph
    forward = {link for link in links if stages.index(link[0]) < stages.index(link[1])}
    assert set(lay_out(stages, links).routes) == forward


@given(graphs())
def test_every_spot_lies_in_the_picture_and_the_same_path_gives_the_same(
    graph: tuple[list[str], list[tuple[str, str]]],
) -> None:
    laid = lay_out(*graph)
    assert all(0 <= spot.column < laid.columns and 0 <= spot.lane < laid.lanes for spot in laid.spots.values())
    assert laid == lay_out(*graph)


def test_a_plain_way_is_one_straight_line() -> None:
    laid = lay_out(["raw", "extract", "chunk"], [("raw", "extract"), ("extract", "chunk")])
    assert list(laid.spots.values()) == [Spot(0, 0), Spot(1, 0), Spot(2, 0)]


def test_branches_meet_in_a_merge_and_a_judge_stands_below_the_request() -> None:
    links = [("a", "block"), ("b", "block"), ("block", "request"), ("block", "judge")]
    laid = lay_out(["a", "b", "block", "request", "judge"], links)
    assert laid.spots == {
        "a": Spot(0, 0), "b": Spot(0, 1), "block": Spot(1, 0), "request": Spot(2, 0), "judge": Spot(2, 1),
    }  # fmt: skip


def test_what_comes_from_nowhere_stands_directly_before_its_first_use() -> None:
    links = [("raw", "extract"), ("extract", "chunk"), ("chunk", "block"), ("prefix", "block")]
    assert lay_out(["raw", "extract", "chunk", "prefix", "block"], links).spots["prefix"] == Spot(2, 1)


def test_nothing_makes_an_empty_picture() -> None:
    assert lay_out([], [])[2:] == (0, 0)
