"""`manage.py add_member NAME --tenant KEY --role reviewer`: the first people of a tenant, and the tenant itself."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from inspector.members import add_member, ensure_tenant
from lineage.evidence.vocabulary import Role

ACTOR = "command line"


class Command(BaseCommand):
    help = "Add a person to a tenant, which is made where there is none. Set a password with changepassword NAME."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user name to sign in with")
        parser.add_argument("--tenant", required=True, help="the tenant's key")
        parser.add_argument("--tenant-name", default="", help="the tenant's name, where it is new")
        parser.add_argument("--first-name", default="")
        parser.add_argument("--role", action="append", required=True, choices=[str(role) for role in Role])
        parser.add_argument("--label", action="append", default=[], help="an access label that the person holds")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = ensure_tenant(options["tenant"], options["tenant_name"])
        roles = [Role(role) for role in options["role"]]
        member, new = add_member(tenant, options["name"], options["first_name"], roles, options["label"], ACTOR)
        if not new:
            held = ", ".join(member.roles)
            self.stdout.write(f"{options['name']} is a member of {tenant.key} already ({held}); nothing was changed.")
            return
        self.stdout.write(f"{options['name']} is now a member of {tenant.key}: {', '.join(member.roles)}.")
        if not member.user.has_usable_password():
            self.stdout.write(f"Set a password, or they cannot sign in: manage.py changepassword {options['name']}")
