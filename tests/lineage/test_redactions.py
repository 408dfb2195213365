"""What an erasure left of a record is read in its place, and less of it after the next one."""

from __future__ import annotations

import pytest

from lineage.dossiers import read_answer
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention
from lineage.lifecycle import tombstone
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.redactions import find_remains, read_json, read_text
from tests.lineage import bundles, canaries
from tests.lineage.canaries import content, protocol, reader
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db


def test_what_is_here_is_read_what_was_erased_by_what_remains_and_else_it_is_absent() -> None:
    tenant = make_tenant()
    whole, left, gone = content(tenant, "whole"), content(tenant, "less"), content(tenant, "gone")
    assert read_text(whole) == "whole"
    version = rows.SourceVersion.objects.create(
        tenant=tenant, source=rows.Source.objects.create(tenant=tenant, key="s"), version="1"
    )
    event = rows.SourceEvent.objects.create(tenant=tenant, version=version, event="tombstoned", at=bundles.NOON)
    rows.Redaction.objects.create(tenant=tenant, erased=whole, remains=left, event=event)
    rows.Content.objects.filter(pk__in=[whole.pk, gone.pk]).erase(bundles.NOON)
    whole.refresh_from_db()
    gone.refresh_from_db()
    assert read_json(whole) == b"less"
    assert find_remains([whole.pk, gone.pk, left.pk]) == {whole.pk: b"less"}
    with pytest.raises(ContentAbsent):
        read_json(gone)


def test_a_second_erasure_takes_its_words_out_of_what_the_first_one_left() -> None:
    tenant = make_tenant()
    kettle = bundles.source("terms", {"version": "1", "title": "Kettle paper"})
    value = canaries.records()
    value["sources"] = [canaries.source(), kettle]
    asked = canaries.answer()
    asked["capture"]["hops"] = [{"key": "h", "ordinal": 1, "proposition": canaries.OTHER}]
    assert not bundles.take_in(tenant, value | {"answers": [asked]}).problems
    for version in (protocol(tenant), rows.SourceVersion.objects.get(source__key="terms")):
        answer, _, _ = read_answer(rows.Answer.objects.get())
        assert answer.capture.hops is not None
        assert answer.capture.hops[0].proposition == canaries.OTHER
        tombstone(reader(tenant), version, "must go", retention=AuditRetention.NONE)
        purge(version)
    answer, _, _ = read_answer(rows.Answer.objects.get())
    assert answer.capture.hops is not None
    assert answer.capture.hops[0].proposition == ""
    assert answer.text == canaries.CLAIM
    assert list(canaries.hits(canaries.OTHER, canaries.CANARY, "Kettle paper")) == []
    assert rows.Redaction.objects.filter(erased_id=rows.Answer.objects.get().record_id).count() == 2
