"""Where a claim stands in its queue follows from its verdicts and today's evidence, and from nothing else."""

from typing import Any

import pytest

from inspector.item_states import Given, derive
from lineage.evidence.vocabulary import Attachment

TODAY, YESTERDAY = b"t" * 32, b"y" * 32
SUPPORTED = {"7": "supports", "coverage": "supported"}
UNSUPPORTED = {"7": "does_not_support", "coverage": "unsupported"}


def derived(given: list[Given], judgements: int, attachment: Attachment = Attachment.UNKNOWN) -> dict[str, Any]:
    return derive(given, TODAY, judgements, attachment)


def test_an_item_without_verdicts_waits() -> None:
    assert derived([], 1) == {"state": "waiting", "stale": False, "verdicts": 0, "priority": 0}


def test_one_verdict_decides_where_one_is_asked_for() -> None:
    assert derived([Given("ada", TODAY, SUPPORTED)], 1)["state"] == "decided"


def test_one_verdict_waits_for_another_where_two_are_asked_for() -> None:
    assert derived([Given("ada", TODAY, SUPPORTED)], 2)["state"] == "waiting"


def test_two_verdicts_that_differ_in_a_decisive_field_are_disputed() -> None:
    given = [Given("ada", TODAY, SUPPORTED), Given("ben", TODAY, UNSUPPORTED)]
    assert derived(given, 2) == {"state": "disputed", "stale": False, "verdicts": 2, "priority": 0}


def test_a_verdict_on_yesterdays_evidence_makes_the_item_stale_and_counts_for_nothing_else() -> None:
    given = [Given("ada", TODAY, SUPPORTED), Given("ben", YESTERDAY, UNSUPPORTED)]
    assert derived(given, 1) == {"state": "decided", "stale": True, "verdicts": 1, "priority": 0}


def test_verdicts_of_yesterday_alone_leave_the_item_waiting() -> None:
    assert derived([Given("ada", YESTERDAY, SUPPORTED)], 1) == {
        "state": "waiting",
        "stale": True,
        "verdicts": 0,
        "priority": 0,
    }


@pytest.mark.parametrize("attachment", Attachment)
def test_citations_that_were_added_afterwards_go_first_in_a_queue(attachment: Attachment) -> None:
    first = {Attachment.POST_HOC_MODEL, Attachment.POST_HOC_SIMILARITY}
    assert (derived([], 1, attachment)["priority"] > derived([], 1)["priority"]) == (attachment in first)
