"""Two who import or freeze the same at once, on committed rows, on both engines: one revision, nothing twice."""

from __future__ import annotations

from typing import Any

from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import create_set
from inspector.models import rows as opinions
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
