"""A disk that is full while a file is stored (F17): refused in words, nothing of it left, and everybody else served."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from lineage.models import rows
from tests.databases import SqliteEngine, environment_for, manage, new_connection, use
from tests.faults.brokers import private_broker
from tests.faults.rig import Rig, Site
from tests.inspector.making import count_rows

ROOM, MORE_ROOM = "12m", "64m"
LARGEST_FILE = 3 * 2**20
MOST_UPLOADS = 30


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 12 MiB in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0 or mount(folder, f"size={ROOM}"):
        pytest.skip("only root on Linux, with the right to mount, can make a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def mount(folder: Path, options: str) -> int:
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.fixture
def on_small_disk(
    disk: Path, django_test_environment: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[Rig]:
    """A rig whose database is a file on the small disk."""
    url = SqliteEngine(disk).create()
    manage(environment_for(url), "migrate")
    with private_broker("folder") as broker, django_db_blocker.unblock():
        use(new_connection(url))
        built = Rig(url, broker, environment_for(url), tmp_path)
        try:
            yield built
        finally:
            built.close()


def send(site: Site, size: int, number: int = 0) -> int:
    """Adds a text of so many bytes of which no part repeats another; the status."""
    words = "".join(f"{number}.{line} the desk of hall {line} closes at night\n" for line in range(size // 30))
    seen = site.post_file(reverse("add_source"), "file", f"rules {number}.txt", words[:size].encode())
    if seen.status == 507:
        assert "There is no room left" in seen.html and "Nothing was recorded" in seen.html
        assert "Traceback" not in seen.html
    return seen.status


@pytest.mark.parametrize("rig", ["postgresql, folder"], indirect=True)
def test_f17_the_folder_of_uploads_is_full(rig: Rig, tmp_path: Path) -> None:
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    rig.environment["TMPDIR"] = str(uploads)
    with rig.serving(largest_file=LARGEST_FILE) as site:
        assert send(site, 2**20) == 200
        before, kept = count_rows(), sorted(uploads.iterdir())
        assert send(site, 2 * LARGEST_FILE, 1) == 507
        assert count_rows() == before and sorted(uploads.iterdir()) == kept
        assert site.get("/cases/").status == 200 and site.get("/readyz").status == 200
        assert send(site, 2**20, 2) == 200
    assert rows.Source.objects.count() == 2


def test_f17_the_disk_of_the_database_is_full(on_small_disk: Rig, disk: Path) -> None:
    with on_small_disk.serving() as site:
        added = 0
        while (status := send(site, 2**20, added)) == 200 and added < MOST_UPLOADS:
            added += 1
        assert status == 507 and added > 0
        assert rows.Source.objects.count() == rows.Run.objects.count() == added
        assert site.get("/cases/").status == 200 and site.get("/healthz").status == 200
        assert mount(disk, f"remount,size={MORE_ROOM}") == 0
        assert send(site, 2**20, added) == 200
    assert rows.Source.objects.count() == added + 1
    assert "Everything is as it was recorded." in on_small_disk.manage("verify")
