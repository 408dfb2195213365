"""The demonstration, from an empty database to a served page in one command; `make demo` runs it."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from inspector.child_processes import run_together

WORKER_OPTIONS = [
    *("--quiet", "--app", "inspector.celery"),
    *("worker", "--beat", "--concurrency", "1", "--loglevel", "WARNING"),
]


class Command(BaseCommand):
    help = (
        "Prepares the demonstration (a second time it keeps what is there), serves it to this machine only and works "
        "for it; server and worker end together."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1; default: 8000")
        parser.add_argument(
            "--without-worker", action="store_true", help="serve the pages alone; runs then wait for a worker"
        )

    def handle(self, *args: Any, port: int, without_worker: bool, **options: Any) -> None:
        if not settings.INSECURE_LOOPBACK:
            raise CommandError("The demonstration is served on plain http to this machine: set INSECURE_LOOPBACK=1.")
        if not 1 <= port <= 65535:
            raise CommandError("The port must be a number from 1 to 65535.")
        refuse_taken(port)
        prepare()
        call_command("sign_in_links", port=port, stdout=self.stdout)
        self.stdout.flush()
        connections.close_all()
        commands = {"The server": [sys.executable, "-m", "gunicorn", *gunicorn_options(port)]}
        if not without_worker:
            commands["The worker"] = [sys.executable, "-m", "celery", *WORKER_OPTIONS]
        ended = run_together(commands)
        if ended:
            raise CommandError(f"{ended} ended, hence the demonstration does too.")


def refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}); choose another: make demo PORT={port + 1}"
            ) from None


def prepare() -> None:
    database = connections["default"]
    if database.vendor == "sqlite":
        Path(database.settings_dict["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("load_demo")


def gunicorn_options(port: int) -> list[str]:
    bind = ["--bind", f"127.0.0.1:{port}"]
    return [*bind, "--workers", "2", "--no-control-socket", "--log-level", "warning", "inspector.wsgi:application"]
