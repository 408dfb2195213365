"""Where a claim stands in its queue follows from its verdicts and today's evidence, and from nothing else."""

from typing import Any

import pytest

from inspector.figures.consensus import DEFAULT_DECISIVE, Said, Settled
from inspector.item_reading import Asked
from inspector.item_states import derive
from lineage.evidence.vocabulary import Attachment

TODAY, YESTERDAY = b"t" * 32, b"y" * 32
SUPPORTED = {"support:7": "supports", "coverage": "supported"}
UNSUPPORTED = {"support:7": "does_not_support", "coverage": "unsupported"}
ADA, BEN = Said("ada", 1, TODAY, SUPPORTED), Said("ben", 2, TODAY, UNSUPPORTED)
NOTHING = {"state": "needs_review", "stale": False, "verdicts": 0, "agreement": None, "priority": 0}


def derived(said: list[Said], judgements: int, **asked: Any) -> dict[str, Any]:
    has_text = asked.pop("has_text", True)
    attachment = asked.pop("attachment", Attachment.UNKNOWN)
    return derive(said, TODAY, Asked(judgements, DEFAULT_DECISIVE, attachment, **asked), has_text=has_text)


def test_an_item_without_verdicts_needs_review() -> None:
    assert derived([], 1) == NOTHING


def test_one_verdict_completes_where_one_is_asked_for() -> None:
    assert derived([ADA], 1)["state"] == "agreed"


def test_one_verdict_needs_others_where_two_are_asked_for() -> None:
    assert derived([ADA], 2)["state"] == "needs_others"


def test_two_verdicts_that_differ_in_a_decisive_field_are_a_disagreement() -> None:
    assert derived([ADA, BEN], 2) == NOTHING | {"state": "disagreement", "verdicts": 2, "agreement": 0}


def test_two_of_three_differ_and_agreement_is_the_share_of_equal_values() -> None:
    # Three pairs of people, two fields: Ada and Cleo agree in both, Ben with nobody. 2 of 6.
    cleo = Said("cleo", 3, TODAY, SUPPORTED)
    assert derived([ADA, BEN, cleo], 3)["agreement"] == 33


def test_an_adjudication_settles_what_it_saw_and_a_later_verdict_opens_it_again() -> None:
    assert derived([ADA, BEN], 2, settled=Settled(2, TODAY))["state"] == "adjudicated"
    later = Said("ben", 3, TODAY, UNSUPPORTED)
    assert derived([ADA, later], 2, settled=Settled(2, TODAY))["state"] == "disagreement"


def test_an_adjudication_on_yesterdays_evidence_settles_nothing() -> None:
    assert derived([ADA, BEN], 2, settled=Settled(2, YESTERDAY))["state"] == "disagreement"


def test_verdicts_before_a_reopening_count_no_more() -> None:
    assert derived([ADA, BEN], 2, after=1)["state"] == "needs_others"
    assert derived([ADA, BEN], 2, after=2)["state"] == "needs_review"


def test_a_claim_without_words_stands_apart_whatever_was_said() -> None:
    assert derived([ADA, BEN], 2, has_text=False)["state"] == "no_text"


def test_a_verdict_on_yesterdays_evidence_makes_the_item_stale_and_counts_for_nothing_else() -> None:
    said = [ADA, Said("ben", 2, YESTERDAY, UNSUPPORTED)]
    assert derived(said, 1) == NOTHING | {"state": "agreed", "stale": True, "verdicts": 1}


def test_verdicts_of_yesterday_alone_leave_the_item_waiting() -> None:
    assert derived([Said("ada", 1, YESTERDAY, SUPPORTED)], 1) == NOTHING | {"stale": True}


@pytest.mark.parametrize("attachment", Attachment)
def test_citations_that_were_added_afterwards_go_first_in_a_queue(attachment: Attachment) -> None:
    first = {Attachment.POST_HOC_MODEL, Attachment.POST_HOC_SIMILARITY}
    assert (derived([], 1, attachment=attachment)["priority"] > 0) == (attachment in first)
