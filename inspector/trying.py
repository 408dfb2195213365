"""Trying a payload or pasted words: what the linter says of them, from a process that ends and leaves nothing."""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from inspector.trial import Asked, write_request

LONGEST_SECONDS = 15
# Nothing of our own environment: no secret and no database is within reach of what was pasted.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
logger = logging.getLogger(__name__)


class TooMuchWork(Exception):
    """The trial did not end within its share of time and memory."""


def try_out(asked: Asked) -> Mapping[str, Any]:
    """What `inspector.trial` says of it. Raises TooMuchWork."""
    command = [sys.executable, "-P", "-m", "inspector.trial"]
    environment = ENVIRONMENT | {"PYTHONPATH": str(settings.BASE_DIR)}
    try:
        done = subprocess.run(
            command,
            input=write_request(asked),
            capture_output=True,
            cwd=settings.BASE_DIR,
            env=environment,
            timeout=LONGEST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise TooMuchWork from None
    if done.returncode != 0:
        # Its last words may quote what was pasted, and are kept nowhere; the code alone says how it ended.
        logger.warning("a trial ended with exit code %s", done.returncode)
        raise TooMuchWork
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found
