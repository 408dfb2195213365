"""What `manage.py check --deploy` refuses: a product that is told to fail."""

from typing import Any

from django.core.checks import CheckMessage, Error

from lineage.failpoints import ASKED, VARIABLE


def check_failpoints(**given: Any) -> list[CheckMessage]:
    """Workers of fault tests run with a failpoint; whoever serves people does not."""
    if ASKED is None:
        return []
    said = f"{VARIABLE} is set: workers of this process fail at {ASKED.name} ({ASKED.action})."
    return [Error(said, hint="Take it out of the environment. It is for tests of faults only.", id="lineage.E001")]
