"""Files that come in and are too large for memory: on the disk for as long as their request lasts, and no longer."""

from contextlib import suppress

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler


class OwnTemporaryFiles(TemporaryFileUploadHandler):
    """Leaves nothing behind where the disk is full (F17): Django's own leaves that to the garbage collector."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError:
            self._remove()
            raise

    def file_complete(self, file_size: int) -> UploadedFile | None:
        try:
            return super().file_complete(file_size)
        except OSError:
            self._remove()
            raise

    def _remove(self) -> None:
        # What is still to be written fails again, after which the file is removed all the same.
        with suppress(OSError):
            self.file.close()
