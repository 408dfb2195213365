"""manage.py rebuild: writes the projections anew from the records."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from lineage import projections
from lineage.models import rows


class Command(BaseCommand):
    help = "Derives the state of every answer from its records again. Safe at any time; records are not touched."

    def handle(self, *args: Any, **options: Any) -> None:
        for tenant in rows.Tenant.objects.order_by("key"):
            self.stdout.write(f"{tenant.key}: {projections.rebuild(tenant.pk)} states of answers")
