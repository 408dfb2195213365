"""`manage.py sign_in_links`: a signed link for each person of the demonstration, or for those named."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from inspector.demo.people import PEOPLE
from inspector.signing import LIFETIME, make_token


class Command(BaseCommand):
    help = "Print sign-in links that hold for 15 minutes and open only in a browser on this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "names", nargs="*", metavar="NAME", help="user names; default: everybody of the demonstration"
        )
        parser.add_argument("--port", type=int, default=8000, help="where the server listens (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.INSECURE_LOOPBACK:
            raise CommandError("Sign-in links are for a server on this machine alone: set INSECURE_LOOPBACK=1 there.")
        wanted = options["names"] or [person.username for person in PEOPLE]
        users = get_user_model().objects.filter(username__in=wanted, is_active=True)
        known = {user.get_username(): user for user in users}
        base = f"http://127.0.0.1:{options['port']}"
        for name in wanted:
            if name not in known:
                raise CommandError(f"Nobody is called {name}; run `manage.py load_demo` first, or name a user.")
            address = base + reverse("sign_in_link", args=[make_token(name)])
            self.stdout.write(f"{known[name].get_short_name() or name:8} {address}")
        self.stdout.write(f"The links hold for {int(LIFETIME.total_seconds()) // 60} minutes.")
