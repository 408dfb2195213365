"""A file too large for memory is on the disk as long as its request lasts, also where the disk is full."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from inspector.uploads import OwnTemporaryFiles

ROOM = 100_000


@contextmanager
def full_beyond(size: int) -> Iterator[None]:
    """While it lasts, no file of this process grows beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def handler(tmp_path: Path, settings: Any) -> OwnTemporaryFiles:
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)
    made = OwnTemporaryFiles()
    made.new_file("file", "rules.pdf", "application/pdf", None)
    return made


def test_what_fits_is_kept_until_it_is_closed(handler: OwnTemporaryFiles, tmp_path: Path) -> None:
    handler.receive_data_chunk(b"Rules", 0)
    file = handler.file_complete(5)
    assert file is not None and file.read() == b"Rules" and len(list(tmp_path.iterdir())) == 1
    file.close()
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_fit_leaves_nothing(handler: OwnTemporaryFiles, tmp_path: Path) -> None:
    with full_beyond(ROOM), pytest.raises(OSError):
        for start in range(0, 10 * ROOM, ROOM):
            handler.receive_data_chunk(bytes(ROOM), start)
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_fit_at_its_very_end_leaves_nothing(handler: OwnTemporaryFiles, tmp_path: Path) -> None:
    with full_beyond(10), pytest.raises(OSError):
        handler.receive_data_chunk(b"Rules of the desk", 0)
        handler.file_complete(17)
    assert list(tmp_path.iterdir()) == []
