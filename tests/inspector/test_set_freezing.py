"""Freezing what queues completed: labels of raters, of adjudicators, what is expected, versions, what stays in."""

from __future__ import annotations

import pytest

from inspector.calibrating.coverage import coverage
from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import NotASet, create_set
from inspector.calibrating.previewing import preview
from inspector.item_states import rebuild
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.reopening import reopen
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import Exclusion, PairSupport, Role
from tests.inspector.label_sets import label_set
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house, make_reader
from tests.inspector.settling import agree, blind_pairs, claim_called, say_in, settle


@pytest.fixture
def house(db: None) -> House:
    return make_house()


@pytest.fixture
def found(house: House) -> opinions.CalibrationSet:
    return create_set(house.cleo, "Refunds by hand")


def item(key: str) -> opinions.CalibrationItem:
    return opinions.CalibrationItem.objects.filter(key=f"refund#{key}").order_by("-version")[0]


def said_of(key: str, field: str) -> set[tuple[str, str]]:
    """Role and value of each label, with the handles that nobody knows cut down to what they begin with."""
    labels = opinions.ItemLabel.objects.filter(item=item(key), field=field)
    return {(rater.partition("-")[0], value) for rater, value in labels.values_list("rater", "value")}


def test_completed_claims_come_in_with_what_each_person_said(house: House, found: opinions.CalibrationSet) -> None:
    queue = blind_pairs(house)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    say_in(house.ada, queue, "c2", PairSupport.SUPPORTS)
    say_in(house.ben, queue, "c2", PairSupport.CONTRADICTS)
    settle(house.cleo, queue, "c2", house.ben)
    revision = freeze(house.cleo, found, [queue], "For the first judge.")
    assert [field["name"] for field in revision.fields] == ["label", "coverage", "support_class", "support"]
    assert revision.counts["items"] == 2
    assert (revision.counts["labels"], revision.counts["adjudications"]) == (16, 4)
    assert item("c1").expected == {
        "label": "clear_support",
        "coverage": "supported",
        "support_class": "direct_support",
        "support": "supports",
    }
    assert (item("c1").expected_by, item("c2").expected_by) == ("agreed", "adjudicated")
    assert item("c2").expected["label"] == "clear_contradiction"
    assert said_of("c2", "label") == {
        ("rater", "clear_support"),
        ("rater", "clear_contradiction"),
        ("adjudicator", "clear_contradiction"),
    }
    roles = opinions.ItemLabel.objects.filter(item=item("c2"), field="label").order_by("pk")
    assert list(roles.values_list("role", flat=True)) == ["rater", "rater", "adjudicator"]
    assert item("c1").claim_id == claim_called(queue, "c1").pk and item("c1").content_id is None


def test_no_person_is_called_by_the_pseudonym_of_the_house(house: House, found: opinions.CalibrationSet) -> None:
    queue = blind_pairs(house, 2)
    for key in ("c1", "c2"):
        agree(house, queue, key, PairSupport.SUPPORTS)
    freeze(house.cleo, found, [queue])
    raters = {one.rater for one in opinions.ItemLabel.objects.all()}
    assert len(raters) == 2 and not raters & {house.ada.actor, house.ben.actor}
    reviewers = opinions.ItemLabel.objects.values_list("rater", "verdict__reviewer").distinct()
    assert len(set(reviewers)) == 2


@pytest.mark.parametrize(
    ("support", "label"),
    [
        (PairSupport.SUPPORTS, "clear_support"),
        (PairSupport.CONTRADICTS, "clear_contradiction"),
        (PairSupport.REVERSES_IN_CONTEXT, "clear_contradiction"),
        (PairSupport.PARTIALLY_SUPPORTS, "partial_support"),
        (PairSupport.DOES_NOT_SUPPORT, "insufficient_evidence"),
        (PairSupport.CANNOT_ASSESS, "ambiguous"),
    ],
)
def test_a_label_follows_from_a_verdict_by_the_crosswalk(
    house: House, found: opinions.CalibrationSet, support: PairSupport, label: str
) -> None:
    queue = blind_pairs(house, 1)
    agree(house, queue, "c1", support)
    freeze(house.cleo, found, [queue])
    assert item("c1").expected["label"] == label


def test_the_same_freeze_again_is_the_same_revision(house: House, found: opinions.CalibrationSet) -> None:
    queue = blind_pairs(house, 2)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    first = freeze(house.cleo, found, [queue], "First.")
    assert freeze(house.cleo, found.public_id, [queue.public_id], "Again.").pk == first.pk
    agree(house, queue, "c2", PairSupport.SUPPORTS)
    second = freeze(house.cleo, found, [queue])
    assert (second.number, second.counts["items"]) == (2, 2)
    assert opinions.CalibrationItem.objects.count() == 2


def test_another_verdict_makes_another_version_whose_expected_outcome_changed(
    house: House, found: opinions.CalibrationSet
) -> None:
    queue = blind_pairs(house, 1)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    freeze(house.cleo, found, [queue])
    old = item("c1")
    reopen(house.cleo, opinions.Item.objects.filter(queue=queue), "Look again.")
    with pytest.raises(NotASet, match="Nothing in these queues"):
        freeze(house.cleo, found, [queue])
    agree(house, queue, "c1", PairSupport.CONTRADICTS)
    freeze(house.cleo, found, [queue])
    new = item("c1")
    assert (new.version, new.supersedes_id, new.change_kinds) == (2, old.pk, ["expected_outcome"])
    assert item("c1").expected["label"] == "clear_contradiction"


def test_the_next_version_of_an_answer_makes_the_next_version_of_its_item(
    house: House, found: opinions.CalibrationSet
) -> None:
    first = blind_pairs(house, 1)
    agree(house, first, "c1", PairSupport.SUPPORTS)
    freeze(house.cleo, found, [first])
    later = simple_bundle(claims=3)
    later["answers"][0]["response_version"] = "2"
    later["answers"][0]["claims"][0] = {"key": "c1", "text": "A refund is paid the next day.", "kind": "quotation"}
    import_bundle(house.tenant, later)
    second = blind_pairs(house, 0, name="Second pairs")
    claim = claim_called(second, "c1", version="2")
    add_claims(house.cleo, second, [claim.public_id], "")
    # Nobody judged the new one yet: the old one stays.
    assert freeze(house.cleo, found, [first, second]).number == 1
    agree(house, second, "c1", PairSupport.CONTRADICTS, version="2")
    revision = freeze(house.cleo, found, [first, second])
    assert (revision.number, revision.counts["items"], item("c1").claim_id) == (2, 1, claim.pk)
    assert item("c1").change_kinds == ["claim", "expected_outcome"]


def test_items_of_the_revision_before_stay_in_unless_a_queue_has_them_open(
    house: House, found: opinions.CalibrationSet
) -> None:
    first, second = blind_pairs(house, 1), blind_pairs(house, 0, name="Others")
    agree(house, first, "c1", PairSupport.SUPPORTS)
    freeze(house.cleo, found, [first])
    add_claims(house.cleo, second, house.claims()[1:2], "")
    agree(house, second, "c2", PairSupport.DOES_NOT_SUPPORT)
    revision = freeze(house.cleo, found, [second])
    members = opinions.RevisionItem.objects.filter(revision=revision).order_by("ordinal")
    assert list(members.values_list("item__key", flat=True)) == ["refund#c1", "refund#c2"]
    assert revision.counts["carried"] == 1
    reopen(house.cleo, opinions.Item.objects.filter(queue=first), "Look again.")
    third = freeze(house.cleo, found, [first, second])
    assert list(third.members.values_list("item__key", flat=True)) == ["refund#c2"]


def test_imported_items_stay_beside_those_of_queues_with_the_fields_of_both(house: House) -> None:
    done = import_label_set(house.cleo, label_set())
    queue = blind_pairs(house, 1)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    revision = freeze(house.cleo, done.set, [queue])
    assert [field["name"] for field in revision.fields][:2] == ["answer", "label"]
    assert revision.counts["items"] == 4


def test_a_preview_counts_what_would_come_in_and_writes_nothing(house: House, found: opinions.CalibrationSet) -> None:
    queue = blind_pairs(house)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    seen = preview(house.cleo, found, [queue])
    (label, *_) = seen.fields
    assert (seen.items, seen.carried) == (1, 0)
    assert label.counts["clear_support"] == 1
    assert "no clear_contradiction examples: a judge is not tested on it at all" in label.warnings
    assert not any("ambiguous" in warning for warning in label.warnings)
    assert seen.exclusions == {Exclusion.NOT_SETTLED: 2}
    assert not opinions.CalibrationItem.objects.exists() and not opinions.SetRevision.objects.exists()


def test_who_has_a_claim_of_it_to_judge_blind_neither_previews_nor_freezes(
    house: House, found: opinions.CalibrationSet
) -> None:
    queue = blind_pairs(house, reviewers=(house.ada.actor, house.ben.actor))
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    opinions.Slot.objects.filter(queue=queue, reviewer=house.ada.actor, state="dealt").update(reviewer=house.cleo.actor)
    for verb in (preview, freeze):
        with pytest.raises(NotASet, match="judge blind yourself"):
            verb(house.cleo, found, [queue])


def test_what_is_sealed_for_the_reader_is_in_no_number_but_that_of_the_hidden(
    house: House, found: opinions.CalibrationSet
) -> None:
    queue = blind_pairs(house)
    keeper = make_reader(house.tenant, "pia", Role.POLICY_ADMIN, Role.REVIEWER)
    before = preview(keeper, found, [queue])
    assert (before.items, before.exclusions) == (0, {Exclusion.HIDDEN: 3})
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    say_in(house.ada, queue, "c2", PairSupport.SUPPORTS)
    assert preview(keeper, found, [queue]) == before
    revision = freeze(house.cleo, found, [queue])
    (label, *_) = coverage(keeper, revision)
    assert not any(label.counts.values())


def test_coverage_counts_what_the_revision_expects(house: House, found: opinions.CalibrationSet) -> None:
    queue = blind_pairs(house)
    for key, support in (("c1", PairSupport.SUPPORTS), ("c2", PairSupport.SUPPORTS), ("c3", PairSupport.CONTRADICTS)):
        agree(house, queue, key, support)
    (label, *_) = coverage(house.cleo, freeze(house.cleo, found, [queue]))
    assert dict(label.counts) == {
        "clear_support": 2,
        "clear_contradiction": 1,
        "partial_support": 0,
        "insufficient_evidence": 0,
        "ambiguous": 0,
    }
    assert (label.missing, label.without) == (("partial_support", "insufficient_evidence"), 0)


def test_only_who_keeps_sets_freezes_and_foreign_sets_and_queues_are_missing(
    house: House, found: opinions.CalibrationSet
) -> None:
    queue = blind_pairs(house, 1)
    for verb in (freeze, preview):
        with pytest.raises(NotAllowed):
            verb(house.ada, found, [queue])
        with pytest.raises(NotVisible):
            verb(house.cleo, found, ["f" * 32])
        with pytest.raises(NotVisible):
            verb(house.cleo, "a\0b", [queue])
    with pytest.raises(NotASet):
        freeze(house.cleo, found, [])
    assert rebuild(house.tenant.pk) == 1
