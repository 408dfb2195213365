"""Published sets through the database: what was read is what is exported, byte for byte, in both forms."""

from __future__ import annotations

import pytest

from inspector.calibrating.exporting import export
from inspector.calibrating.importing import import_label_set
from inspector.labels.jsonl import write_jsonl
from inspector.labels.reading import read_label_set
from inspector.labels.sheet import write_csv
from inspector.members import ensure_tenant
from lineage.evidence.vocabulary import Role
from tests.formats.samples import needs_samples
from tests.inspector.label_files import joined, published
from tests.inspector.queues import make_reader

pytestmark = needs_samples


# With an adjudicator and attacks on Unicode; without words; with numbers for labels; with many raters.
@pytest.mark.parametrize("name", ["incredible_ae", "wice", "ragchecker", "mtrag"])
def test_a_published_set_comes_out_as_it_came_in(db: None, name: str) -> None:
    keeper = make_reader(ensure_tenant("meridian", "Meridian"), "pia", Role.ADMINISTRATOR)
    read = read_label_set(published(name))
    imported = import_label_set(keeper, read)
    exported = export(keeper, imported.revision).label_set
    assert joined(write_jsonl(exported)) == joined(write_jsonl(read))
    assert joined(write_csv(exported)) == joined(write_csv(read))
    again = import_label_set(keeper, read_label_set({"labels.csv": joined(write_csv(exported))}))
    assert (again.revision.pk, again.is_new) == (imported.revision.pk, False)
