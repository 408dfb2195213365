"""Exporting a revision: what came in comes out the same, byte for byte; what may not be read stays out, counted."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from inspector.calibrating.exporting import export
from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import create_set
from inspector.calibrating.words import MASKED, NOT_PUBLISHED, REQUIRED, read_words, stored_words
from inspector.labels.jsonl import read_jsonl, write_jsonl
from inspector.labels.label_set import Passage, Words
from inspector.labels.sheet import write_csv
from inspector.labels.sheet_reading import read_csv
from inspector.members import ensure_tenant
from inspector.models import rows as opinions
from lineage.access import NotAllowed, NotVisible, Reader
from lineage.evidence.vocabulary import Comparability, PairSupport, Role
from lineage.models import rows
from tests.inspector.label_sets import adjudicated, item, label_set, words
from tests.inspector.queues import House, make_house, make_reader
from tests.inspector.settling import agree, blind_pairs

STRANGE = (Passage("+cmd\n\ttab\r\nend", "@x"), Passage("𝔘 \u200b é", ""))
AWKWARD = Words(claim='=1+1, "so"', passages=STRANGE, context="\u2028")


@pytest.fixture
def house(db: None) -> House:
    return make_house()


@pytest.fixture
def otto(house: House) -> Reader:
    return make_reader(house.tenant, "otto", Role.AUDITOR)


def whole() -> Any:
    reason = "footnote_map_missing: nobody kept it"
    lost = item(5, comparability=Comparability.NON_COMPARABLE, comparability_reason=reason)
    bare = item(6, words=None, expected={}, expected_by=None, strata={})
    return label_set(item(1), item(2, "maybe", "no"), adjudicated(3), item(4, words=AWKWARD), lost, bare)


@pytest.mark.parametrize(("write", "read"), [(write_jsonl, read_jsonl), (write_csv, read_csv)])
def test_what_is_exported_and_imported_elsewhere_is_exported_the_same(
    house: House, otto: Reader, write: Any, read: Any
) -> None:
    first = b"".join(write(export(otto, import_label_set(house.cleo, whole()).revision).label_set))
    other = ensure_tenant("elsewhere", "Elsewhere")
    keeper = make_reader(other, "pia", Role.ADMINISTRATOR)
    again = import_label_set(keeper, read(first)).revision
    assert b"".join(write(export(keeper, again).label_set)) == first
    assert export(keeper, again).label_set.items == export(otto, opinions.SetRevision.objects.first()).label_set.items


def test_all_that_came_in_comes_out(house: House, otto: Reader) -> None:
    given = whole()
    exported = export(otto, import_label_set(house.cleo, given).revision)
    assert exported.label_set == given
    assert (exported.hidden, exported.masked) == (0, 0)


def test_a_revision_of_claims_comes_out_with_their_words_and_goes_back_to_them(house: House, otto: Reader) -> None:
    queue = blind_pairs(house, 1)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    found = create_set(house.cleo, "By hand")
    revision = freeze(house.cleo, found, [queue])
    exported = export(otto, revision)
    (one,) = exported.label_set.items
    rule = "Rule 1: a refund is paid within 1 days."
    question = "When is a refund paid? (refund)"
    assert one.words == Words(claim=rule, passages=(Passage(rule, "[1]"),), question=question, requirement=REQUIRED)
    assert (one.key, one.claim) == ("refund#c1", "refund#c1")
    # Here it is the same claim, and the same revision; elsewhere it is an item with words of its own.
    assert import_label_set(house.cleo, exported.label_set).revision.pk == revision.pk
    written = b"".join(write_jsonl(exported.label_set))
    keeper = make_reader(ensure_tenant("elsewhere", "Elsewhere"), "pia", Role.ADMINISTRATOR)
    again = export(keeper, import_label_set(keeper, read_jsonl(written)).revision).label_set
    assert b"".join(write_jsonl(again)) == written


def test_words_of_a_source_that_the_reader_may_not_read_stay_out_and_are_counted(db: None) -> None:
    house = make_house(labels=["board"])
    pair = [make_reader(house.tenant, name, Role.REVIEWER) for name in ("fay", "gil")]
    opinions.Membership.objects.filter(actor__in=[one.actor for one in pair]).update(labels=["board"])
    queue = blind_pairs(house, 1)
    agree(house, queue, "c1", PairSupport.SUPPORTS)
    revision = freeze(house.cleo, create_set(house.cleo, "By hand"), [queue])
    iris, otto = make_reader(house.tenant, "iris", Role.RESPONDER), make_reader(house.tenant, "otto", Role.AUDITOR)
    masked = export(iris, revision)
    assert (masked.masked, masked.label_set.items[0].words) == (1, None)
    assert masked.label_set.items[0].labels
    assert export(otto, revision).masked == 0
    (version,) = opinions.CalibrationItem.objects.all()
    assert read_words(iris, [version])[version.pk].why_not == MASKED
    labelled = replace(iris, labels=frozenset({"board"}))
    assert read_words(labelled, [version])[version.pk].words is not None


def test_items_that_the_reader_is_to_judge_blind_are_not_in_it(house: House) -> None:
    queue = blind_pairs(house, 2)
    for key in ("c1", "c2"):
        agree(house, queue, key, PairSupport.SUPPORTS)
    revision = freeze(house.cleo, create_set(house.cleo, "By hand"), [queue])
    both = make_reader(house.tenant, "hal", Role.RESPONDER, Role.REVIEWER)
    assert export(both, revision).hidden == 2
    blind_pairs(house, 1, name="More", judgements=1, reviewers=(both.actor,))
    opinions.Queue.objects.filter(pk=queue.pk).update(blind=False)
    assert (export(both, revision).hidden, len(export(both, revision).label_set.items)) == (1, 1)


def test_words_that_were_erased_are_none_and_say_so(house: House, otto: Reader) -> None:
    done = import_label_set(house.cleo, label_set(item(1), item(2, words=None)))
    first, second = opinions.CalibrationItem.objects.order_by("key").select_related("content")
    assert stored_words(first.content) == words(1)
    rows.Content.objects.filter(pk=first.content_id).erase(done.revision.recorded_at)
    found = read_words(otto, list(opinions.CalibrationItem.objects.order_by("key")))
    assert [found[one.pk].words for one in (first, second)] == [None, None]
    assert [found[one.pk].why_not for one in (first, second)] == ["The words were erased.", NOT_PUBLISHED]
    assert export(otto, done.revision).label_set.items[0].words is None


def test_who_may_not_export_and_who_is_elsewhere_gets_nothing(house: House) -> None:
    revision = import_label_set(house.cleo, label_set()).revision
    for reader in (house.ada, house.cleo):
        with pytest.raises(NotAllowed):
            export(reader, revision)
    keeper = make_reader(ensure_tenant("halcyon", "Halcyon"), "gil", Role.ADMINISTRATOR)
    with pytest.raises(NotVisible):
        export(keeper, revision.public_id)


def test_commands_write_what_commands_read(house: House, tmp_path: Path) -> None:
    sent = tmp_path / "trial.jsonl"
    sent.write_bytes(b"".join(write_jsonl(whole())))
    out = StringIO()
    call_command("import_labels", str(sent), tenant="meridian", stdout=out)
    call_command("import_labels", str(sent), tenant="meridian", stdout=out)
    first, second = out.getvalue().splitlines()
    assert first == "trial: revision 1: 6 items, 12 labels, 6 new or changed"
    assert second == "trial: revision 1 holds just this: 6 items, 12 labels"
    written = StringIO()
    call_command("export_labels", "trial", tenant="meridian", stdout=written)
    assert written.getvalue().encode() == sent.read_bytes()
    assert rows.AccessEvent.objects.filter(verb="exported").count() == 1
    with pytest.raises(CommandError, match="sets here: trial"):
        call_command("export_labels", "nothing", tenant="meridian")
    sent.write_bytes(sent.read_bytes()[:-20])
    with pytest.raises(CommandError, match=r"trial\.jsonl"):
        call_command("import_labels", str(sent), tenant="meridian")
