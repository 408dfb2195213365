"""`manage.py fill_queues`: what a worker does every minute, once and to its end."""

from argparse import ArgumentParser
from math import inf
from typing import Any

from django.core.management.base import BaseCommand

from inspector.management.run_commands import find_tenant
from inspector.models import rows as opinions
from inspector.queue_rounds import fill_all
from lineage.models import rows


class Command(BaseCommand):
    help = (
        "Puts claims into queues by the rules of these, and deals them in blind ones. A worker does the same every "
        "minute. Safe at any time: the same seed draws the same, and what is in a queue is not put in again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", metavar="KEY", help="the key of one tenant; default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        tenants = [find_tenant(options["tenant"])] if options["tenant"] else rows.Tenant.objects.order_by("key")
        for tenant in tenants:
            number = fill_all(inf, tenant.pk)
            queues = opinions.Queue.objects.filter(tenant=tenant, closed_at__isnull=True).count()
            self.stdout.write(f"{tenant.key}: {number} new items in {queues} open queues")
