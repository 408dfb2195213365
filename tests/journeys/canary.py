"""A server of this machine that must never be asked for anything: whoever asks was led by a text from outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class Canary:
    """`asked` are the addresses that were asked for."""

    url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def singing() -> Iterator[Canary]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            canary.asked.append(self.path)
            self.send_response(204)
            self.end_headers()

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: what was asked is in `asked`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    canary = Canary(f"http://127.0.0.1:{server.server_address[1]}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield canary
    server.shutdown()
    thread.join()
    server.server_close()
