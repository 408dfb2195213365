"""Importing a label set: versions of items, a revision that holds them, the same again, and what was broken off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.calibrating import importing, versions
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import NotASet
from inspector.calibrating.reading import finished_sets
from inspector.calibrating.revisions import newest_revision
from inspector.labels.label_set import Label, Passage
from inspector.models import rows as opinions
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.reading import load_json
from lineage.ledger import read_payload
from lineage.models import rows
from tests.inspector.label_sets import adjudicated, item, label_set, words
from tests.inspector.queues import House, make_house


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def versions_of(key: str) -> list[opinions.CalibrationItem]:
    return list(opinions.CalibrationItem.objects.filter(key=key).order_by("version"))


def test_a_set_comes_in_as_a_revision_with_its_items_in_their_order(house: House) -> None:
    done = import_label_set(house.cleo, label_set(), reason="To try a judge.", made_from={"files": {"a.jsonl": "x"}})
    assert (done.set.key, done.set.name, done.set.origin) == ("trial", "A trial", "made up, CC0")
    assert (done.revision.number, done.is_new, done.new_versions) == (1, True, 3)
    members = opinions.RevisionItem.objects.filter(revision=done.revision).order_by("ordinal")
    assert list(members.values_list("ordinal", "item__key")) == [(1, "item-1"), (2, "item-2"), (3, "item-3")]
    expected = {"items": 3, "labels": 6, "adjudications": 1, "expected": 3, "without_words": 0, "non_comparable": 0}
    assert done.revision.counts == expected
    third = versions_of("item-3")[0]
    said = opinions.ItemLabel.objects.filter(item=third).order_by("pk").values_list("rater", "value", "role")
    assert list(said) == [("a1", "yes", "rater"), ("a2", "no", "rater"), ("a3", "no", "adjudicator")]
    assert (third.expected, third.expected_by, third.strata) == ({"answer": "no"}, "adjudicated", {"split": "dev"})
    event = rows.AuditEvent.objects.get(verb="label_set_imported")
    assert (event.actor, event.subject) == (house.cleo.actor, f"setrevision:{done.revision.public_id}")
    assert load_json(read_payload(event))["counts"] == expected


def test_the_same_again_is_the_same_revision_and_writes_nothing(house: House) -> None:
    first = import_label_set(house.cleo, label_set())
    again = import_label_set(house.cleo, label_set())
    assert (again.revision.pk, again.is_new, again.new_versions) == (first.revision.pk, False, 0)
    assert opinions.CalibrationItem.objects.count() == 3
    assert opinions.SetRevision.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "kinds"),
    [
        ({"words": words(1, claim="Another statement.")}, ["claim"]),
        ({"words": words(1, passages=(Passage("The page was rewritten.", "A page"),))}, ["source_snapshot"]),
        ({"words": words(1, requirement="two passages")}, ["citation_requirement"]),
        ({"expected": {"answer": "no"}}, ["expected_outcome"]),
        ({"labels": (Label("answer", "a1", "yes"), Label("answer", "a4", "yes"))}, []),
    ],
)
def test_what_changed_of_an_item_makes_a_version_that_says_so_and_the_old_one_stays(
    house: House, changed: dict[str, object], kinds: list[str]
) -> None:
    first = import_label_set(house.cleo, label_set()).revision
    second = import_label_set(house.cleo, label_set(item(1, **changed), item(2), adjudicated(3)))
    old, new = versions_of("item-1")
    assert (new.version, new.supersedes_id, new.change_kinds) == (2, old.pk, kinds)
    assert (second.new_versions, second.revision.number) == (1, 2)
    held = opinions.RevisionItem.objects.filter(item__key="item-1").order_by("revision__number")
    assert list(held.values_list("revision", "item")) == [(first.pk, old.pk), (second.revision.pk, new.pk)]
    assert len(versions_of("item-2")) == 1


def test_an_item_without_words_is_kept_as_such_and_counted(house: House) -> None:
    done = import_label_set(house.cleo, label_set(item(1, words=None), item(2)))
    assert done.revision.counts["without_words"] == 1


def test_what_was_broken_off_is_seen_nowhere_and_finished_by_the_same_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(importing, "write_revision", break_off)
        import_label_set(house.cleo, label_set())
    assert opinions.CalibrationItem.objects.count() == 3
    assert list(finished_sets(house.cleo)) == []
    done = import_label_set(house.cleo, label_set())
    assert (done.new_versions, opinions.CalibrationItem.objects.count()) == (0, 3)
    assert list(finished_sets(house.cleo)) == [done.set]


def test_what_a_broken_import_left_of_an_item_is_no_version_that_counts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = import_label_set(house.cleo, label_set())
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(importing, "write_revision", lambda *args, **options: (_ for _ in ()).throw(KeyboardInterrupt))
        import_label_set(house.cleo, label_set(item(1, "no")))
    first, left = versions_of("item-1")
    counting = versions.standing(done.set).values_list("pk", flat=True)
    assert first.pk in counting and left.pk not in counting


def test_a_large_set_comes_in_by_several_batches(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "HEAVIEST", 9)
    done = import_label_set(house.cleo, label_set(*(item(number) for number in range(20))))
    assert done.revision.counts["items"] == 20
    members = opinions.RevisionItem.objects.filter(revision=done.revision).order_by("ordinal")
    assert list(members.values_list("item__key", flat=True)) == [f"item-{number}" for number in range(20)]


def test_another_key_is_another_set_and_judges_are_handed_on(house: House) -> None:
    one = import_label_set(house.cleo, label_set())
    other = import_label_set(house.cleo, label_set(), key="Second trial", name="Another")
    assert (other.set.key, other.set.name) == ("second-trial", "Another")
    assert other.revision.digest == one.revision.digest
    assert other.judges == ()


def test_a_claim_of_the_house_is_named_and_its_words_are_not_copied(house: House) -> None:
    claim = rows.Claim.objects.get(public_id=house.claims()[0])
    address = f"{claim.answer.case.key}#{claim.key}"
    items = [
        replace(item(1, words=None), key=address, claim=address),
        item(2, claim=address, words=words(2)),
        item(3, claim="nobody#knows"),
    ]
    import_label_set(house.cleo, label_set(*items))
    found = dict(opinions.CalibrationItem.objects.values_list("key", "claim"))
    assert found == {address: claim.pk, "item-2": None, "item-3": None}


def test_who_keeps_no_sets_imports_nothing_and_an_empty_one_is_refused(house: House) -> None:
    with pytest.raises(NotAllowed):
        import_label_set(house.ada, label_set())
    with pytest.raises(NotASet, match="no items"):
        import_label_set(house.cleo, replace(label_set(), items=()))
    assert not opinions.CalibrationSet.objects.exists()
    assert newest_revision(0) is None
    with pytest.raises(NotVisible):
        import_label_set(replace(house.cleo, roles=frozenset()), label_set())
