"""`manage.py reprocess`: what it asks for, what it prints, and how it ends."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command

from lineage import ledger
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, make_tenant, simple_bundle

pytestmark = pytest.mark.django_db
OLD = "Rule 1: a refund is paid within 1 days. Rule 2: a refund is paid within 2 days."
MOVED = f"\n\n{OLD}\n"
CHANGED = OLD.replace("within 2 days", "within 9 days")


class Ended(NamedTuple):
    code: int
    printed: str
    error: str


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle("museum"))
    return tenant


def reprocess(*arguments: str | Path, **options: Any) -> Ended:
    """The command as a shell sees it: exit code, standard output, what it says went wrong."""
    out, err = StringIO(), StringIO()
    try:
        call_command("reprocess", *map(str, arguments), stdout=out, stderr=err, **options)
    except CommandError as error:
        return Ended(error.returncode, out.getvalue(), f"{err.getvalue()}{error}")
    return Ended(0, out.getvalue(), err.getvalue())


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "rules.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def relocated(run: Any) -> dict[str, str]:
    return dict(rows.Relocation.objects.filter(run=run).values_list("citation__key", "outcome"))


def test_a_file_is_a_new_version_and_where_all_words_only_moved_it_ends_with_0(
    meridian: rows.Tenant, tmp_path: Path
) -> None:
    ended = reprocess("museum-source", written(tmp_path, MOVED), "--version", "2", "--title", "Second", "--wait")
    run = rows.Run.objects.select_related("version").get()
    assert (run.version.version, run.version.title, run.trigger) == ("2", "Second", "new_version")
    assert relocated(run) == {"x1": "relocated_exact", "x2": "relocated_exact"}
    lines = ended.printed.splitlines()
    assert lines[0] == f"run {run.public_id}: museum-source, version 2"
    assert "moved, same words" in ended.printed and lines[-1].split()[-1] == "2"


def test_words_that_changed_end_it_with_1_and_are_counted(meridian: rows.Tenant, tmp_path: Path) -> None:
    ended = reprocess("museum-source", written(tmp_path, CHANGED), "--version", "2", "--wait")
    assert relocated(rows.Run.objects.get())["x2"] == "text_changed"
    assert ended.code == 1
    assert "words changed" in ended.printed and "done, with changes" in ended.printed


def test_without_waiting_it_asks_and_goes(meridian: rows.Tenant, tmp_path: Path) -> None:
    ended = reprocess("museum-source", written(tmp_path, CHANGED))
    run = rows.Run.objects.get()
    assert ended == Ended(0, f"run {run.public_id}: museum-source, version {run.version.version}\n", "")
    assert run.state == "requested" and not rows.Relocation.objects.exists()


def test_without_a_file_the_version_that_holds_is_searched_again(meridian: rows.Tenant, tmp_path: Path) -> None:
    reprocess("museum-source", written(tmp_path, MOVED), "--version", "2", "--wait")
    ended = reprocess("museum-source", "--wait", "--because", "normalization_policy")
    run = rows.Run.objects.latest("pk")
    assert (ended.code, run.version.version, run.trigger) == (0, "2", "normalization_policy")
    old = reprocess("museum-source", "--version", "1", "--wait")
    run = rows.Run.objects.latest("pk")
    assert (old.code, run.version.version, run.trigger) == (0, "1", "manual")
    assert relocated(run) == {"x1": "unchanged", "x2": "unchanged"}


def test_another_chunker_makes_other_chunks_of_the_same_version(meridian: rows.Tenant, tmp_path: Path) -> None:
    reprocess("museum-source", written(tmp_path, MOVED), "--version", "2", "--wait")
    before = rows.Artifact.objects.filter(version__version="2", kind="chunk").count()
    ended = reprocess("museum-source", "--chunk-size", "40", "--overlap", "10", "--chunk-by", "size", "--wait")
    run = rows.Run.objects.latest("pk")
    assert (ended.code, run.trigger) == (0, "new_chunker")
    assert run.pipeline["chunking"] == {"size": 40, "overlap": 10, "by": "size"}
    assert rows.Artifact.objects.filter(version__version="2", kind="chunk").count() > before
    assert rows.SourceVersion.objects.filter(source__key="museum-source").count() == 2


def test_all_is_every_source_that_is_cited_and_no_other(meridian: rows.Tenant) -> None:
    import_bundle(meridian, simple_bundle("theatre"))
    quiet = simple_bundle("quiet", claims=1)
    quiet["answers"][0]["citations"] = []
    import_bundle(meridian, quiet)
    ended = reprocess("--all", "--wait")
    assert ended.code == 0
    assert set(rows.Run.objects.values_list("source__key", flat=True)) == {"museum-source", "theatre-source"}
    import_bundle(make_tenant("empty"), quiet)
    assert "nothing to look for" in reprocess("--all", "--tenant", "empty").printed


def test_what_nobody_asked_for_by_name_is_in_the_ledger_as_the_command_lines(
    meridian: rows.Tenant, tmp_path: Path
) -> None:
    reprocess("museum-source", written(tmp_path, MOVED), "--version", "2", "--wait")
    reprocess("museum-source", "--wait")
    asked = rows.AuditEvent.objects.filter(tenant=meridian, verb__in=["run_requested", "version_added"])
    assert set(asked.values_list("actor", flat=True)) == {"command line"} and asked.count() == 3
    assert not ledger.verify(meridian)


def test_an_unknown_source_is_refused_with_the_nearest_keys(meridian: rows.Tenant) -> None:
    ended = reprocess("musuem-source")
    assert ended == Ended(2, "", "meridian has no source musuem-source; nearest keys: museum-source")
    assert "keys there: museum-source" in reprocess("zzzzzz").error


def test_an_unknown_version_is_refused_with_those_that_there_are(meridian: rows.Tenant) -> None:
    assert reprocess("museum-source", "--version", "9").error == "museum-source has no version 9; it has: 1"


def test_a_tenant_is_named_where_there_are_several(meridian: rows.Tenant) -> None:
    import_bundle(make_tenant("halcyon"), simple_bundle("museum"))
    ended = reprocess("museum-source")
    assert (ended.code, ended.error) == (2, "name the tenant with --tenant; tenants here: halcyon, meridian")
    assert reprocess("museum-source", "--tenant", "nobody").code == 2
    assert reprocess("museum-source", "--tenant", "halcyon").code == 0
    assert rows.Run.objects.get().tenant.key == "halcyon"


BAD_FILES = {
    "empty": (b"", "empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "The file is a PNG picture"),
    "the same": (OLD.encode(), "nothing has changed"),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_that_is_no_new_version_is_refused_and_leaves_nothing(
    meridian: rows.Tenant, tmp_path: Path, what: str
) -> None:
    data, words = BAD_FILES[what]
    if what == "the same":
        reprocess("museum-source", written(tmp_path, data), "--version", "2")
    before = count_rows()
    ended = reprocess("museum-source", written(tmp_path, data), "--version", "3")
    assert ended.code == 2 and words in ended.error and "rules.txt" in ended.error
    assert count_rows() == before


def test_a_file_that_is_not_there_is_refused_with_its_name(meridian: rows.Tenant, tmp_path: Path) -> None:
    before = count_rows()
    ended = reprocess("museum-source", tmp_path / "nothing.md")
    assert ended.code == 2 and "nothing.md: cannot be read: No such file or directory" in ended.error
    assert reprocess("museum-source", tmp_path).code == 2
    assert count_rows() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name one source"),
        (["museum-source", "--all"], "name one source"),
        (["--all", "--version", "1"], "--version"),
        (["museum-source", "FILE", "--chunk-size", "100"], "chunk options"),
        (["museum-source", "FILE", "--because", "manual"], "--because"),
        (["museum-source", "--title", "x"], "--title"),
        (["museum-source", "--chunk-size", "0"], "--chunk-size"),
        (["museum-source", "--chunk-size", "10", "--overlap", "9"], "--overlap"),
        (["museum-source", "--overlap", "-1"], "--overlap"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_options_that_do_not_go_together_are_refused(
    meridian: rows.Tenant, tmp_path: Path, arguments: list[str], words: str
) -> None:
    before = count_rows()
    ended = reprocess(*(written(tmp_path, MOVED) if one == "FILE" else one for one in arguments))
    assert ended.code == 2 and words in ended.error
    assert count_rows() == before
