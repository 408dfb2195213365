"""The one UPDATE that takes a slot: of what a person may be offered the first, under a new lease.

It is written once a process. To compose it from query sets each time took Django ten times as long as the database
takes to do it, on SQLite with everybody else waiting.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.db import connection
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.models.queues import new_token
from inspector.queue_offers import Slots, held_by, is_open_to, offers
from lineage.access import Reader
from lineage.evidence.vocabulary import Role, SlotState

Part = tuple[str, Sequence[Any]]
"""A statement that selects the id of at most one slot, and its parameters."""

# What stands in the statement for the reader, their tenant, the queue and the moment until it is used: nothing else has
# these values.
SOMEBODY = Reader("the reader", -1, "", frozenset({Role.REVIEWER}), frozenset())
SOME_QUEUE, SOME_MOMENT = -2, datetime(1, 1, 2, tzinfo=UTC)
HOLD = """
UPDATE inspector_slot SET reviewer = %s, state = %s, token = %s, lease_until = %s, changed_at = %s
WHERE id = {chosen} RETURNING id
"""


def hold_next(reader: Reader, queue: opinions.Queue) -> int | None:
    """The id of the slot that is the reader's now; None where nothing is left for them. Inside a transaction.

    Raises IntegrityError where the same person is just taking another place in the item.
    """
    return _hold_written(reader, queue, 0)


def hold_another(reader: Reader, queue: opinions.Queue) -> int | None:
    """As `hold_next`, beside what the reader holds already: the claim after the one that they are at."""
    return _hold_written(reader, queue, 1)


def _hold_written(reader: Reader, queue: opinions.Queue, skipped: int) -> int | None:
    moment = timezone.now()
    known = {
        SOMEBODY.actor: reader.actor,
        SOMEBODY.tenant_id: reader.tenant_id,
        SOME_QUEUE: queue.pk,
        _as_sent(SOME_MOMENT): _as_sent(moment),
    }
    parts = _written(connection.vendor, is_open_to(reader, queue))[skipped:]
    return _hold([(sql, [known.get(value, value) for value in values]) for sql, values in parts], reader, queue, moment)


def hold_first(choices: Sequence[Slots], reader: Reader, queue: opinions.Queue) -> int | None:
    """As `hold_next`, of the first row of the first of these that has one; later ones are not even looked at."""
    return _hold([_select(slots) for slots in choices], reader, queue, timezone.now())


def lease_of(queue: opinions.Queue) -> timedelta:
    return timedelta(minutes=queue.lease_minutes)


@cache
def _written(vendor: str, is_open: bool) -> tuple[Part, ...]:
    """What may be offered in a queue, held ones first, for one engine: `vendor` is that of the connection."""
    queue = opinions.Queue(pk=SOME_QUEUE, blind=not is_open)
    return tuple(_select(slots) for slots in (held_by(SOMEBODY, queue), *offers(SOMEBODY, queue, SOME_MOMENT)))


def _select(slots: Slots) -> Part:
    """PostgreSQL passes over rows that somebody else is just taking, so nobody waits; SQLite has one writer anyway."""
    chosen = slots.select_for_update(skip_locked=True) if connection.vendor == "postgresql" else slots
    found: Part = chosen.values("pk")[:1].query.sql_with_params()
    return found


def _hold(parts: Sequence[Part], reader: Reader, queue: opinions.Queue, moment: datetime) -> int | None:
    each = ", ".join(f"({sql})" for sql, _ in parts)
    # Of a list with NULL at its end, since COALESCE takes at least two on SQLite.
    statement = HOLD.format(chosen=f"COALESCE({each}, NULL)")
    until = _as_sent(moment + lease_of(queue))
    values = [reader.actor, SlotState.HELD.value, new_token(), until, _as_sent(moment)]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, *(value for _, given in parts for value in given)])
        changed = cursor.fetchall()
    return changed[0][0] if changed else None


def _as_sent(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
