"""A file becomes a source: kept as it came, described from its name where nothing was said, and read by a run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from lineage.access import NotAllowed
from lineage.evidence.vocabulary import Role, RunState, SourceKind
from lineage.models import rows
from lineage.new_sources import NotAccepted, add_source, find_labels, propose_key, title_of
from tests.lineage import bundles, runs

pytestmark = pytest.mark.django_db
DATA = b"Rule 1: a refund is paid within 14 days.\n"


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


@pytest.fixture
def harbour() -> rows.Tenant:
    return runs.make_house()


def add(tenant: rows.Tenant, data: bytes = DATA, name: str = "Refund_rules 2026.txt", **said: Any) -> rows.Run:
    return add_source(runs.iris(tenant, labels=frozenset({"board"})), data, name=name, **said)


def refused(tenant: rows.Tenant, code: str, *given: Any, **said: Any) -> NotAccepted:
    before = bundles.counts()
    with pytest.raises(NotAccepted) as refusal:
        add(tenant, *given, **said)
    assert refusal.value.code == code and bundles.counts() == before
    return refusal.value


def test_a_file_is_kept_as_it_came_and_described_from_its_name(harbour: rows.Tenant) -> None:
    run = add(harbour)
    version = run.version
    assert (run.source.key, run.source.kind, version.title) == ("refund-rules-2026", "text", "Refund rules 2026")
    assert (version.raw.get_bytes(), version.media_type, version.supersedes) == (DATA, "text/plain", None)
    assert (run.trigger, run.requested_by, run.cause) == ("new_version", "iris", f"version:{version.pk}")
    assert version.version.startswith("20")


def test_what_is_said_of_it_is_kept(harbour: rows.Tenant) -> None:
    said = {"owner": "Desk", "language": "en", "jurisdiction": "CH", "uri": "https://desk.example/rules"}
    run = add(harbour, key="rules", title="The rules", version="1", kind=SourceKind.MARKDOWN, labels=["board"], **said)
    source, version = run.source, run.version
    assert (source.key, source.kind, version.title, version.version) == ("rules", "markdown", "The rules", "1")
    assert (source.owner, source.language, source.jurisdiction, version.uri) == tuple(said.values())
    assert list(version.labels.values_list("label", flat=True)) == ["board"]


def test_the_run_reads_it(harbour: rows.Tenant) -> None:
    run = runs.finish(add(harbour))
    assert (run.state, run.total) == (RunState.COMPLETED_CLEAN, 0)
    assert rows.Artifact.objects.get(version=run.version, kind="canonical_extract").content.get_text() == DATA.decode()
    assert rows.Extraction.objects.get(version=run.version).state == "read"


def test_a_file_that_cannot_be_read_is_kept_with_its_state(harbour: rows.Tenant) -> None:
    run = runs.finish(add(harbour, b"%PDF-1.7\nbroken off", "rules.pdf"))
    assert run.state == RunState.FAILED and run.reason
    assert run.version.raw.get_bytes() == b"%PDF-1.7\nbroken off"
    assert rows.Extraction.objects.get(version=run.version).state in ("corrupt", "no_text")


def test_the_same_key_with_the_same_bytes_is_the_same_source_and_run(harbour: rows.Tenant) -> None:
    first = add(harbour, key="rules")
    before = bundles.counts()
    assert add(harbour, key="rules").pk == first.pk
    assert bundles.counts() == before


def test_the_same_bytes_under_another_name_are_said_to_be_kept_already(harbour: rows.Tenant) -> None:
    first = add(harbour)
    for said in ({"key": "other"}, {"name": "other.txt"}, {}):
        refusal = refused(harbour, "kept_already", **said)
        assert refusal.version == first.version and "refund-rules-2026" in str(refusal)


def test_what_others_keep_is_told_to_nobody(harbour: rows.Tenant) -> None:
    add(harbour, labels=["board"])
    add(runs.make_house("mill"))
    stranger = runs.iris(harbour, actor="ivan")
    run = add_source(stranger, DATA, name="mine.txt", key="mine")
    assert run.source.key == "mine" and rows.Source.objects.count() == 3


def test_a_key_that_is_taken_names_the_source_only_to_who_may_see_it(harbour: rows.Tenant) -> None:
    first = add(harbour, key="rules", labels=["board"])
    assert refused(harbour, "key_taken", b"Other words.", key="rules").version == first.version
    with pytest.raises(NotAccepted) as refusal:
        add_source(runs.iris(harbour, actor="ivan"), b"Other words.", name="a.txt", key="rules")
    assert (refusal.value.code, refusal.value.version) == ("key_taken", None)


def test_without_a_key_another_is_found(harbour: rows.Tenant) -> None:
    keys = [add(harbour, DATA * (number + 1)).source.key for number in range(3)]
    assert keys == ["refund-rules-2026", "refund-rules-2026-2", "refund-rules-2026-3"]


@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("Kontrollplan für 2026.PDF", "kontrollplan-für-2026", "Kontrollplan für 2026"),
        ("../../etc/passwd", "passwd", "passwd"),
        ("C:\\desk\\rules.final.docx", "rules-final", "rules.final"),
        (".htaccess", "htaccess", ".htaccess"),
        ("a\0b\r\nc.txt", "abc", "abc"),
        ("\u202efdp.exe", "fdp", "fdp"),
        ("…", "source", "…"),
        ("", "source", ""),
        ("قانون.pdf", "قانون", "قانون"),
    ],
)
def test_key_and_title_come_from_the_name_of_the_file(harbour: rows.Tenant, name: str, key: str, title: str) -> None:
    assert (propose_key(harbour.pk, name), title_of(name)) == (key, title)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("name", {"key": "x" * 501}),
        ("name", {"key": "two\nlines"}),
        ("name", {"title": "x" * 301}),
        ("name", {"version": "a\0b"}),
        ("name", {"uri": "a\nb"}),
        ("labels", {"labels": ["staff"]}),
        ("wrong_kind", {"kind": SourceKind.PDF}),
        ("wrong_kind", {"kind": SourceKind.EMAIL}),
        ("empty", {"data": b""}),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(
    harbour: rows.Tenant, code: str, said: dict[str, Any]
) -> None:
    refused(harbour, code, **said)


def test_bytes_that_were_erased_are_not_taken_again(harbour: rows.Tenant) -> None:
    run = add(harbour)
    rows.Content.objects.filter(pk=run.version.raw_id).erase(datetime(2026, 11, 30, tzinfo=UTC))
    refused(harbour, "erased", key="again")


def test_who_may_not_change_sources_adds_none(harbour: rows.Tenant) -> None:
    with pytest.raises(NotAllowed):
        add_source(runs.iris(harbour, Role.REVIEWER), DATA, name="rules.txt")
    assert not rows.Source.objects.exists()


def test_adding_is_in_the_ledger(harbour: rows.Tenant) -> None:
    run = add(harbour)
    verbs = list(rows.AuditEvent.objects.filter(tenant=harbour).order_by("seq").values_list("verb", "subject"))
    assert verbs[-2:] == [
        ("run_requested", f"run:{run.public_id}"),
        ("source_added", f"source_version:{run.version.public_id}"),
    ]


def test_labels_to_choose_from_are_ones_own_or_all_for_who_reads_them_all(harbour: rows.Tenant) -> None:
    add(harbour, labels=["board"])
    assert find_labels(runs.iris(harbour, labels=frozenset({"staff"}))) == ("staff",)
    assert find_labels(runs.iris(harbour, Role.ADMINISTRATOR)) == ("board",)
