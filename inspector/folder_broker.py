"""kombu's broker in a folder, made safe for several processes: the default on one machine without servers.

kombu writes a message in the place where it is looked for, so that a reader may find half of it, takes messages through
the machine's common temporary folder, and forgets them where the table of its queues was removed. Here is no table:
messages are routed by name.
"""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

OWNER_ONLY = 0o700
SUFFIX = "msg"


class Channel(filesystem.Channel):
    """A message is a file in `data_folder_in`, made for its owner only; it appears whole, and is taken once."""

    supports_fanout = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.make_folder()

    def make_folder(self) -> None:
        folder = Path(self.data_folder_in)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=OWNER_ONLY, exist_ok=True)
        except OSError as error:
            raise ChannelError(f"The broker's folder cannot be made: {error.strerror}") from error

    def _put(self, queue: str, payload: dict[str, Any], **options: Any) -> None:
        self.make_folder()
        seen = os.path.join(self.data_folder_in, f"{time.time_ns()}_{uuid.uuid4()}.{queue}.{SUFFIX}")
        unseen = f"{seen}.part"
        try:
            with open(unseen, "x", encoding="utf-8") as file:
                file.write(dumps(payload))
            os.rename(unseen, seen)
        except OSError as error:
            raise ChannelError(f"The broker's folder cannot be written: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for name in self.find(queue):
            seen = os.path.join(self.data_folder_in, name)
            taken = f"{seen}.taken"
            try:
                os.rename(seen, taken)
            except FileNotFoundError:
                # Somebody else took it.
                continue
            with open(taken, encoding="utf-8") as file:
                message: dict[str, Any] = loads(file.read())
            os.remove(taken)
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self.find(queue))

    def find(self, queue: str) -> list[str]:
        """Names of the files of a queue, oldest first; none where the folder was removed."""
        try:
            names = os.listdir(self.data_folder_in)
        except FileNotFoundError:
            return []
        return sorted(name for name in names if name.partition(".")[2] == f"{queue}.{SUFFIX}")

    def _lookup(self, exchange: str, routing_key: str, default: str | None = None) -> list[str]:
        """The queue that has the name of both, as Celery names its own; others, such as events, go nowhere."""
        return [routing_key] if exchange in ("", routing_key) else []

    def _queue_bind(self, *arguments: Any) -> None:
        pass

    def get_table(self, exchange: str) -> list[Any]:
        return []

    def _delete(self, queue: str, *arguments: Any, **options: Any) -> None:
        self._purge(queue)


class Transport(filesystem.Transport):
    Channel = Channel
