"""Who settles a difference has seen what others said: that is no agreement, and it enters no figure of it, ever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import resolve, reverse

from inspector.calibrating.freezing import freeze
from inspector.calibrating.keeping import create_set
from inspector.labels.jsonl import write_jsonl
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Words
from inspector.members import ensure_tenant
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Role, Scale
from tests.formats.samples import needs_samples
from tests.inspector.disputing import House, judge, settle
from tests.inspector.figure_pages import Figures, import_samples, read_figures, send_files
from tests.inspector.making import make_member, signed_in

AGREEING = ("percent", "cohen_kappa", "fleiss_kappa", "alpha_nominal", "ac1")
# The raters of register 8, and somebody who settles the two items on which they differ: kappa 53/73.
FIRST, SECOND, SETTLED = "SSSPPCIISS", "SSPPPCIISC", {2: "S", 9: "C"}


@pytest.fixture
def keeper(db: None) -> Client:
    """Keeps sets, reads figures, and settles nothing."""
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "grace", Role.POLICY_ADMIN))


def label_set(key: str, settles: bool) -> LabelSet:
    def labels(place: int) -> Iterator[Label]:
        yield Label("support", "ada", FIRST[place])
        yield Label("support", "ben", SECOND[place])
        if settles and place in SETTLED:
            yield Label("support", "cleo", SETTLED[place], RaterRole.ADJUDICATOR)

    items = tuple(
        LabelItem(
            key=f"item-{place}",
            words=Words(claim=f"Claim {place}."),
            labels=tuple(labels(place)),
            expected={"support": SETTLED.get(place, FIRST[place])},
            expected_by=ExpectedBy.ADJUDICATED if place in SETTLED else ExpectedBy.AGREED,
        )
        for place in range(10)
    )
    return LabelSet(key=key, name=key, fields=(Field("support", Scale.NOMINAL, tuple("SPCI"), ("S",)),), items=items)


def bring_in(client: Client, key: str, settles: bool) -> Figures:
    data = b"".join(write_jsonl(label_set(key, settles)))
    response = send_files(client, reverse("calibration_import"), [(f"{key}.jsonl", data)])
    assert response.status_code == 303
    revision = resolve(response["Location"]).kwargs["public_id"]
    return read_figures(client, "calibration_agreement", revision, field="support")


def test_the_same_labels_with_and_without_an_adjudicator_give_the_same_figures(keeper: Client) -> None:
    alone, settled = bring_in(keeper, "alone", settles=False), bring_in(keeper, "settled", settles=True)
    assert settled.get("cohen_kappa") == pytest.approx(53 / 73, abs=1e-12)
    assert {name: settled.get(name) for name in AGREEING} == {name: alone.get(name) for name in AGREEING}
    # A majority is one of votes, whoever gave them; it stands beside the expected label.
    for block in settled.blocks.keys() - {("with-adjudicators",), ("majority",)}:
        assert settled.blocks[block] == alone.blocks[block], block
        assert not any("cleo" in part for part in block)


def test_what_counting_an_adjudicator_would_make_of_it_stands_apart_as_no_agreement(keeper: Client) -> None:
    """S S P P P C I I S C where they settled: three labels on two items, two on eight.

    S 8 + 1, P 5, C 3 + 1, I 4 of 22. Observed: each of the two items has 2 of 3 pairs that differ, 4 ordered ones over
    m - 1 = 2: (2 + 2) / 22 = 2/11. Expected: (484 - 81 - 25 - 16 - 16) / (22 * 21) = 346/462. 1 - (2/11)(462/346).
    """
    figures = bring_in(keeper, "settled", settles=True)
    counted = figures.get("alpha_nominal", "with-adjudicators")
    assert counted == pytest.approx(1 - (2 / 11) * (462 / 346), abs=1e-12)
    assert counted > figures.get("alpha_nominal") == pytest.approx(105 / 143, abs=1e-12)
    assert "no figure of agreement" in figures.html or "not a figure of agreement" in figures.html


@needs_samples
def test_the_third_vote_of_incredible_ae_leaves_0_524_as_it_is(keeper: Client) -> None:
    address = import_samples(keeper, "incredible_ae", "pairs.jsonl")
    figures = read_figures(keeper, "calibration_agreement", resolve(address).kwargs["public_id"], field="stance")
    assert figures.get("cohen_kappa") == pytest.approx(0.5240984623870923, abs=1e-12)
    assert figures.get("alpha_nominal") == pytest.approx(0.5240291299824537, abs=1e-9)
    assert figures.get("alpha_nominal", "with-adjudicators") == pytest.approx(0.5941485344319339, abs=1e-9)
    assert [block for block in figures.blocks if "a3" in "".join(block)] == []


def counted(figures: Figures) -> tuple[float, float]:
    """How many units there are, and how many of them two people or more judged."""
    return figures.get("units", "counted"), figures.get("used", "counted")


class Settled(House):
    """Ada and Ben agree on c1 and differ on c2; Grace reads figures."""

    def __init__(self) -> None:
        super().__init__()
        self.grace = self.add("grace", Role.POLICY_ADMIN)
        for client in (self.ada, self.ben):
            judge(client, self.claim_url("c1"), "supports", "Yes.")
        self.differ("c2")

    def agreement(self) -> Figures:
        response = self.grace.get(reverse("agreement"), {"field": "coverage"})
        assert response.status_code == 200
        return Figures(response.content.decode())


@pytest.fixture
def house(db: None) -> Settled:
    return Settled()


def test_settling_a_claim_changes_no_figure_of_what_two_people_said(house: Settled) -> None:
    """Equal 1/2. Ada says supported twice, Ben once: chance 1/2, kappa (1/2 - 1/2) / (1/2)."""
    before = house.agreement()
    assert (counted(before), before.get("percent")) == ((2, 2), 0.5)
    assert before.get("cohen_kappa") == 0
    settle(house.cleo, house.item("c2"))
    assert house.state("c2") == "adjudicated"
    assert house.agreement().blocks == before.blocks


def test_an_adjudicator_who_also_reviews_counts_as_a_reviewer_only_where_they_reviewed(house: Settled) -> None:
    dora = house.add("dora", Role.REVIEWER, Role.ADJUDICATOR)
    settle(dora, house.item("c2"))
    before = house.agreement()
    judge(dora, house.claim_url("c1"), "supports", "So do I.")
    after = house.agreement()
    assert counted(before) == counted(after) == (2, 2)
    assert before.get("cohen_kappa") == 0 and after.why("cohen_kappa"), "three people: Dora reviewed c1, and only that"
    # c1: three of three pairs equal; c2: none of one.
    assert after.get("percent") == 0.5


def test_a_frozen_set_holds_an_adjudicators_label_in_another_role_and_counts_it_nowhere(house: Settled) -> None:
    settle(house.cleo, house.item("c2"))
    reader = house.reader("grace")
    made = create_set(reader, "Refunds")
    queue = house.item("c2").queue
    revision = freeze(reader, made, [queue], "two claims are settled")
    figures = read_figures(house.grace, "calibration_agreement", revision.public_id, field="coverage")
    assert (counted(figures), figures.get("percent")) == ((2, 2), 0.5)
    assert figures.get("cohen_kappa") == 0
    assert len([block for block in figures.blocks if block[0] == "pair"]) == 1
