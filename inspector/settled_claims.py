"""Up to which claim everything that will ever be there is there, so that looking at each once misses none.

Ids are given before their rows are committed: on PostgreSQL a claim may appear behind one that was seen already. Who
takes an id holds the sequence until the transaction ends, so it is enough to wait for those who hold it now, as CREATE
INDEX CONCURRENTLY waits. On SQLite one transaction writes at a time.
"""

from time import monotonic, sleep

from django.db import connection
from django.db.models import Max

from lineage.models import rows

LONGEST_WAIT, ASKED_EVERY = 3.0, 0.05
HOLDERS = """
SELECT virtualtransaction FROM pg_locks
WHERE relation = pg_get_serial_sequence(%s, 'id')::regclass AND pid <> pg_backend_pid() AND locktype = 'relation'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def last_settled() -> int:
    """The id of the last claim before which none will appear any more; 0 where none is, or one is long in coming."""
    last: int | None = rows.Claim.objects.aggregate(last=Max("pk"))["last"]
    if last is None or connection.vendor != "postgresql":
        return last or 0
    until, waited_for = monotonic() + LONGEST_WAIT, _holders()
    while waited_for:
        if monotonic() >= until:
            return 0
        sleep(ASKED_EVERY)
        waited_for &= _holders()
    return last


def _holders() -> set[str]:
    """Transactions, but for the caller's, that have taken ids of claims and are not at their end."""
    with connection.cursor() as cursor:
        cursor.execute(HOLDERS, [f'"{rows.Claim._meta.db_table}"'])
        return {row[0] for row in cursor.fetchall()}
