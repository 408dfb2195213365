"""What `manage.py check --deploy` finds wrong of ours."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from lineage import failpoints


@register(Tags.security, deploy=True)
def find_failpoint(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Workers that tests make fail serve nobody."""
    if failpoints.ASKED is None:
        return []
    return [Error(f"{failpoints.VARIABLE} is set: workers fail where a test asked for it.", id="inspector.E001")]
