"""Two who import or freeze the same at once, on committed rows, on both engines: one revision, nothing twice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import create_set
from inspector.calibrating.revisions import Overtaken, write_revision
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from lineage.evidence.vocabulary import PairSupport
from lineage.ledger import verify
from tests.inspector.label_sets import item, label_set
from tests.inspector.queues import House, make_house, together
from tests.inspector.settling import agree, blind_pairs


def test_the_same_set_imported_by_several_at_once_is_one_revision(committed_db: Any) -> None:
    house = make_house(0)
    given = label_set(*(item(number) for number in range(300)))
    done = together(*[lambda: import_label_set(house.cleo, given)] * 4)
    assert {one.revision.pk for one in done} == {opinions.SetRevision.objects.get().pk}
    assert sum(one.is_new for one in done) == 1
    assert opinions.CalibrationItem.objects.count() == 300
    assert opinions.ItemLabel.objects.count() == 600
    assert verify(house.tenant) == []


def test_the_same_queue_frozen_by_several_at_once_is_one_revision(committed_db: Any) -> None:
    house: House = make_house()
    queue = blind_pairs(house, 2)
    for key in ("c1", "c2"):
        agree(house, queue, key, PairSupport.SUPPORTS)
    found = create_set(house.cleo, "By hand")
    done = together(*[lambda: freeze(house.cleo, found, [queue])] * 3)
    assert {one.pk for one in done} == {opinions.SetRevision.objects.get().pk}
    assert opinions.CalibrationItem.objects.count() == 2
    assert verify(house.tenant) == []


def test_queues_that_are_frozen_at_once_into_one_set_are_both_in_it(committed_db: Any) -> None:
    house: House = make_house()
    found, queues = create_set(house.cleo, "By hand"), []
    for number, key in enumerate(("c1", "c2", "c3")):
        queue = blind_pairs(house, 0)
        add_claims(house.cleo, queue, house.claims()[number : number + 1], "to be tried")
        agree(house, queue, key, PairSupport.SUPPORTS)
        queues.append(queue)
    together(*[partial(freeze, house.cleo, found, [queue]) for queue in queues])
    newest = opinions.SetRevision.objects.order_by("number").last()
    assert newest is not None and newest.number == 3
    assert opinions.RevisionItem.objects.filter(revision=newest).count() == 3
    assert verify(house.tenant) == []


@pytest.mark.django_db
def test_what_was_put_together_behind_another_revision_than_the_newest_is_not_written() -> None:
    house = make_house(0)
    before = import_label_set(house.cleo, label_set(item(1))).revision
    made = import_label_set(house.cleo, label_set(item(1), item(2)))
    with pytest.raises(Overtaken):
        write_revision(house.cleo, made.set, [], (), verb="set_frozen", made_from={}, behind=before)
    assert opinions.SetRevision.objects.count() == 2
