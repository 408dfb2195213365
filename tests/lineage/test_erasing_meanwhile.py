"""A worker that had read the bytes before they were erased writes none of their words afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from lineage import images, text_making
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention, Role
from lineage.lifecycle import tombstone
from lineage.models import rows
from lineage.new_sources import add_source
from lineage.retention import list_due
from tests.lineage import canaries, runs
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db
WORDS = "The kanarienvogel sings at dawn for all who are awake by then."


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


@pytest.mark.parametrize(("module", "name"), [(text_making, "extract_safely"), (images, "render_safely")])
def test_nothing_is_written_of_a_version_that_was_erased_while_it_was_read(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    reader = runs.iris(runs.make_house())
    run = add_source(reader, make_pdf([WORDS]), name="birds.pdf", recheck=False)
    version = rows.SourceVersion.objects.get(pk=run.version_id)
    whole = getattr(module, name)

    def meanwhile(*arguments: Any, **more: Any) -> Any:
        found = whole(*arguments, **more)
        administrator = runs.iris(version.tenant, Role.ADMINISTRATOR)
        tombstone(administrator, version, "must go", retention=AuditRetention.NONE)
        purge(version)
        return found

    monkeypatch.setattr(module, name, meanwhile)
    runs.finish(run)
    assert version.events.filter(event="purged").count() == 1
    assert list(canaries.hits(canaries.CANARY)) == []
    assert not rows.PageImage.objects.filter(version=version, content__purged_at__isnull=True).exists()
    assert list_due() == []
