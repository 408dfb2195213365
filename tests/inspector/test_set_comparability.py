"""What a person says of an item's being comparable: another version, in the next freeze; the old one is kept."""

from __future__ import annotations

import pytest

from inspector.calibrating.claims import FOOTNOTE_MAP_MISSING
from inspector.calibrating.comparability import mark_non_comparable, pending, rebuild
from inspector.calibrating.coverage import coverage
from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import NotASet, create_set
from inspector.calibrating.words import stored_words
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import PairSupport
from tests.inspector.label_sets import item, label_set, words
from tests.inspector.making import import_bundle, simple_bundle
from tests.inspector.queues import House, make_house
from tests.inspector.settling import agree, blind_pairs


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def held(revision: opinions.SetRevision, key: str = "item-1") -> opinions.CalibrationItem:
    return opinions.CalibrationItem.objects.get(members__revision=revision, key=key)


def test_a_marked_item_is_another_version_that_the_next_freeze_takes_up(house: House) -> None:
    done = import_label_set(house.cleo, label_set())
    first = held(done.revision)
    marked = mark_non_comparable(house.cleo, first.public_id, "The page was lost.")
    assert (marked.version, marked.supersedes_id, marked.change_kinds) == (2, first.pk, [])
    assert (marked.comparability, marked.comparability_reason) == ("non_comparable", "The page was lost.")
    assert list(marked.labels.values_list("rater", "value")) == list(first.labels.values_list("rater", "value"))
    assert held(done.revision).pk == first.pk and pending(done.set) == 1
    second = freeze(house.cleo, done.set, [], "One item is not comparable.")
    assert held(second).pk == marked.pk and pending(done.set) == 0
    assert (second.counts["non_comparable"], done.revision.counts["non_comparable"]) == (1, 0)
    (answer,) = coverage(house.cleo, second)
    assert sum(answer.counts.values()) == 2


def test_it_stays_so_whatever_is_imported_until_a_person_rebuilds_it(house: House) -> None:
    done = import_label_set(house.cleo, label_set())
    marked = mark_non_comparable(house.cleo, held(done.revision), "The page was lost.")
    again = import_label_set(house.cleo, label_set())
    assert held(again.revision).pk == marked.pk
    rebuilt = rebuild(house.cleo, marked, "From the printed copy.", words(1, context="Page 7."))
    assert (rebuilt.version, rebuilt.comparability) == (3, "comparable")
    assert rebuilt.comparability_reason == "From the printed copy."
    assert rebuilt.parts["rebuilt_from"] == marked.public_id
    assert rebuilt.change_kinds == ["claim"]
    assert stored_words(rebuilt.content) == words(1, context="Page 7.")
    third = freeze(house.cleo, done.set, [])
    assert held(third).pk == rebuilt.pk
    assert held(again.revision).comparability == "non_comparable"


def test_the_same_again_is_the_same_version_and_an_older_one_is_not_changed_any_more(house: House) -> None:
    done = import_label_set(house.cleo, label_set())
    first = held(done.revision)
    marked = mark_non_comparable(house.cleo, first, "Lost.")
    assert mark_non_comparable(house.cleo, first, "Lost.").pk == marked.pk
    assert mark_non_comparable(house.cleo, marked, "Lost.").pk == marked.pk
    with pytest.raises(NotASet, match="newer version"):
        rebuild(house.cleo, first, "Found.")
    assert opinions.CalibrationItem.objects.filter(key="item-1").count() == 2


def test_a_claim_cited_by_a_number_that_stands_for_nothing_is_not_comparable_until_it_is_rebuilt(house: House) -> None:
    legacy = simple_bundle("legacy", claims=1)
    (citation,) = legacy["answers"][0]["citations"]
    legacy["answers"][0]["citations"] = [{"key": "x1", "claim": "c1", "marker": "[1]"}]
    assert citation["cited"] == "E1"
    import_bundle(house.tenant, legacy)
    queue = blind_pairs(house, 0, name="Legacy")
    add_claims(house.cleo, queue, house.claims()[-1:], "")
    opinions.ItemState.objects.filter(queue=queue).update(has_text=True)
    agree(house, queue, "c1", PairSupport.SUPPORTS, case="legacy")
    found = create_set(house.cleo, "Legacy")
    revision = freeze(house.cleo, found, [queue])
    lost = held(revision, "legacy#c1")
    assert (lost.comparability, lost.comparability_reason) == ("non_comparable", FOOTNOTE_MAP_MISSING)
    rebuilt = rebuild(house.cleo, lost, "The archive of the site has the list of notes.")
    again = freeze(house.cleo, found, [queue])
    assert held(again, "legacy#c1").pk == rebuilt.pk and again.number == 2
    with pytest.raises(NotASet, match="stay those of its answer"):
        rebuild(house.cleo, rebuilt, "Other words.", words(1))


def test_who_keeps_no_sets_marks_nothing_and_a_reason_is_asked_for(house: House) -> None:
    first = held(import_label_set(house.cleo, label_set(item(1))).revision)
    for verb in (mark_non_comparable, rebuild):
        with pytest.raises(NotAllowed):
            verb(house.ada, first, "So.")
        with pytest.raises(NotVisible):
            verb(house.cleo, "f" * 32, "So.")
        for reason in ("", "  ", "x" * 501):
            with pytest.raises(NotASet):
                verb(house.cleo, first, reason)
