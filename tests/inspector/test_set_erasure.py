"""After a source was erased: an imported item that quotes it holds none of its words, and still opens."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.calibrating.exporting import export
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.words import read_words
from inspector.labels.label_set import Passage
from inspector.models import rows as opinions
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention, Role
from lineage.lifecycle import tombstone
from tests.inspector.label_sets import item, label_set, words
from tests.inspector.making import import_bundle, make_tenant
from tests.inspector.queues import make_reader
from tests.lineage import canaries
from tests.lineage.canaries import protocol, reader

pytestmark = pytest.mark.django_db


def test_words_of_the_source_go_from_an_imported_item_and_the_rest_of_it_stays() -> None:
    tenant: Any = make_tenant("harbour")
    import_bundle(tenant, canaries.records() | {"answers": [canaries.answer()]})
    keeper = make_reader(tenant, "max", Role.ADMINISTRATOR)
    quoting = words(1, passages=(Passage(f'It says:\n"{canaries.QUOTE}"', "a\tpage"), Passage("Another thing.", "")))
    revision = import_label_set(keeper, label_set(item(1, words=quoting), item(2))).revision
    tombstone(reader(tenant), protocol(tenant), "must go", retention=AuditRetention.NONE)
    purge(protocol(tenant))
    assert list(canaries.hits()) == []
    first = opinions.CalibrationItem.objects.get(key="item-1")
    found = read_words(keeper, [first])[first.pk].words
    assert found is not None and found.claim == "Statement 1."
    assert found.passages == (Passage('It says:\n"[erased]"', "a\tpage"), Passage("Another thing.", ""))
    assert export(keeper, revision).label_set.items[1].words == words(2)
