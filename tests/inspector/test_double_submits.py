"""Five hundred forms, each sent twice at the same moment: five hundred verdicts, none twice and none lost (bar)."""

from __future__ import annotations

from collections import Counter
from threading import Barrier, Lock, Thread
from typing import Any

from django.db import connection
from django.test import Client

from inspector.item_states import find_differences
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import SlotState
from lineage.ledger import verify
from lineage.models import rows
from tests.inspector.queues import make_house
from tests.inspector.working import browser, forms_of

SUBMITS, PAIRS_AT_ONCE = 500, 2


def test_five_hundred_double_submits_are_five_hundred_verdicts(committed_db: Any) -> None:
    house = make_house(claims=SUBMITS)
    queue = house.queue()
    items = queue.items.select_related("claim", "state").order_by("id")
    forms = list(forms_of(house.ada, items))
    assert len(forms) == SUBMITS
    statuses = send_twice([browser(house.ada) for _ in range(2 * PAIRS_AT_ONCE)], forms)
    assert statuses == {303: 2 * SUBMITS}
    assert opinions.Verdict.objects.count() == SUBMITS
    assert opinions.PairVerdict.objects.count() == SUBMITS
    assert rows.AuditEvent.objects.filter(verb="record_verdict").count() == SUBMITS
    assert opinions.Slot.objects.filter(state=SlotState.DONE.value).count() == SUBMITS
    assert verify(house.tenant) == []
    assert not list(find_differences(house.tenant.pk))


def send_twice(clients: list[Client], forms: list[tuple[str, dict[str, str]]]) -> Counter[int]:
    """The statuses of all posts; each form goes out from two threads at the same moment."""
    statuses: Counter[int] = Counter()
    counting = Lock()
    gates = [Barrier(2) for _ in range(PAIRS_AT_ONCE)]

    def work(client: Client, gate: Barrier, mine: list[tuple[str, dict[str, str]]]) -> None:
        try:
            for address, form in mine:
                gate.wait()
                status = client.post(address, form).status_code
                with counting:
                    statuses[status] += 1
        finally:
            connection.close()

    threads = [
        Thread(target=work, args=(client, gates[place % PAIRS_AT_ONCE], forms[place % PAIRS_AT_ONCE :: PAIRS_AT_ONCE]))
        for place, client in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses
