"""`manage.py add_source`: what it adds, what it prints, and how it ends."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command

from lineage.models import rows
from tests.inspector.making import count_rows, make_tenant
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db
WORDS = b"A refund is paid within 14 days.\n"


class Ended(NamedTuple):
    code: int
    printed: str
    error: str


@pytest.fixture
def meridian() -> rows.Tenant:
    return make_tenant("meridian")


def add(*arguments: str | Path, **options: Any) -> Ended:
    """The command as a shell sees it: exit code, standard output, what it says went wrong."""
    out, err = StringIO(), StringIO()
    try:
        call_command("add_source", *map(str, arguments), stdout=out, stderr=err, **options)
    except CommandError as error:
        return Ended(error.returncode, out.getvalue(), f"{err.getvalue()}{error}")
    return Ended(0, out.getvalue(), err.getvalue())


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_pdf_is_added_and_read_and_it_ends_with_0(meridian: rows.Tenant, tmp_path: Path) -> None:
    path = written(tmp_path, "Refund rules.pdf", make_pdf(["A refund is paid within 14 days."]))
    ended = add(path, "--title", "The rules", "--owner", "Desk", "--label", "board", "--version", "1", "--wait")
    run = rows.Run.objects.select_related("version", "source").get()
    assert (ended.code, run.state, run.requested_by) == (0, "completed_clean", "")
    assert (run.source.key, run.source.owner, run.version.title) == ("refund-rules", "Desk", "The rules")
    assert ended.printed.splitlines()[0] == f"run {run.public_id}: refund-rules, version 1"
    assert rows.Artifact.objects.filter(version=run.version, kind="canonical_extract").exists()


def test_a_file_that_cannot_be_read_is_added_and_ends_it_with_1(meridian: rows.Tenant, tmp_path: Path) -> None:
    ended = add(written(tmp_path, "a.pdf", b"%PDF-1.7\nbroken off"), written(tmp_path, "b.txt", WORDS), "--wait")
    assert ended.code == 1 and rows.Source.objects.count() == 2
    assert "a: failed (" in ended.printed and "b: done" in ended.printed


def test_without_waiting_it_ends_once_the_work_is_asked_for(meridian: rows.Tenant, tmp_path: Path) -> None:
    ended = add(written(tmp_path, "b.txt", WORDS), "--kind", "markdown")
    assert (ended.code, rows.Run.objects.get().state, rows.Source.objects.get().kind) == (0, "requested", "markdown")


def test_what_cannot_be_added_is_said_with_its_name_and_ends_it_with_2(meridian: rows.Tenant, tmp_path: Path) -> None:
    before = count_rows()
    picture = written(tmp_path, "a.png", b"\x89PNG\r\n\x1a\n")
    for given, words in (
        ((picture,), "a.png: The file is a PNG picture"),
        ((tmp_path / "none.txt",), "none.txt: cannot be read"),
        ((picture, picture, "--title", "Both"), "--title speaks of one file"),
        ((picture, "--tenant", "halcyon"), "tenants here: meridian"),
    ):
        ended = add(*given)
        assert ended.code == 2 and words in ended.error
    assert count_rows() == before
