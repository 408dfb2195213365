"""What workers do for reviewing. As with runs, a message is a bell: the database says what is to be done (DESIGN 9)."""

import logging

from celery import shared_task
from django.db import InterfaceError, OperationalError, connections

from inspector.agreeing.computing import compute_waiting
from inspector.queue_rounds import fill_all
from inspector.restating import restate_outdated

log = logging.getLogger(__name__)
LONGEST = 20
"""Seconds that a task takes of its worker; what is left is found when the clock rings again."""


@shared_task(ignore_result=True)
def restate() -> None:
    """Derive anew the states of items that a newer guideline made outdated, for a while."""
    try:
        number = restate_outdated(LONGEST)
    except (OperationalError, InterfaceError):
        log.exception("the database is away; what is outdated is found when the clock rings again")
        connections.close_all()
        return
    if number:
        log.info("%s states of items were derived anew", number)


@shared_task(ignore_result=True)
def fill_queues() -> None:
    """Put what queues ask for into them, for a while."""
    try:
        number = fill_all(LONGEST)
    except (OperationalError, InterfaceError):
        log.exception("the database is away; queues are filled when the clock rings again")
        connections.close_all()
        return
    if number:
        log.info("%s items came into queues", number)


@shared_task(ignore_result=True)
def compute_figures() -> None:
    """Compute the intervals that somebody asked for, for a while."""
    try:
        number = compute_waiting(LONGEST)
    except (OperationalError, InterfaceError):
        log.exception("the database is away; figures that wait are found when the clock rings again")
        connections.close_all()
        return
    if number:
        log.info("%s intervals were computed", number)
