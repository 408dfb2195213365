"""manage.py rebuild: writes the projections anew from the records."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from inspector import item_states
from lineage import projections
from lineage.models import rows


class Command(BaseCommand):
    help = "Derives the states of answers and items from their records again. Safe at any time; no record is touched."

    def handle(self, *args: Any, **options: Any) -> None:
        for tenant in rows.Tenant.objects.order_by("key"):
            answers, items = projections.rebuild(tenant.pk), item_states.rebuild(tenant.pk)
            self.stdout.write(f"{tenant.key}: {answers} states of answers, {items} of items")
