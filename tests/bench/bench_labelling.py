"""Three hundred claims labelled in a row: what their person waits for between the key and the next claim's words.

Measured in the browser from the key itself, on the product as the demonstration serves it; and what the server does
for each label meanwhile, since more of that than a person takes would be waited for in the end.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from django.db import connections
from django.test import Client
from playwright.sync_api import Page, expect

from inspector.demo.people import MERIDIAN
from inspector.demo.readers import reader_called
from inspector.models import rows as opinions
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from lineage.access import Reader
from lineage.evidence.vocabulary import QueueKind
from lineage.models import rows
from tests.bench.bench_pages import chromium, demo, fresh, serve
from tests.bench.timing import show
from tests.conftest import CommittedDatabase
from tests.inspector.labels_to_give import two_citations
from tests.inspector.making import import_bundle
from tests.inspector.test_label import SCRIPT, address, form_of
from tests.inspector.working import browser

__all__ = ["demo"]
ITEMS, CLAIMS_OF_AN_ANSWER = 300, 10
LONGEST_WAIT, MOST_OF_THE_SERVER = 100, 250
# Who answers two questions and goes on within this time has read nothing.
BETWEEN_KEYS = 120
KEYS = ("1", "4", "Enter")
# From the key, not from when its handler ran, to the next claim's words in the page, and to the frame that shows them.
WATCH = """
window.waits = [];
window.frames_ = [];
let pressed = 0, before = "";
window.addEventListener("keydown", (event) => { if (event.key === "Enter") pressed = event.timeStamp; }, true);
addEventListener("DOMContentLoaded", () => {
  const stage = document.getElementById("label-stage");
  if (stage) new MutationObserver(() => {
    const item = stage.querySelector(".label-item")?.dataset.item, from = pressed;
    if (!item || !from || item === before) return;
    window.waits.push(performance.now() - from);
    requestAnimationFrame(() => setTimeout(() => window.frames_.push(performance.now() - from)));
    before = item;
    pressed = 0;
  }).observe(stage, { childList: true });
});
"""


def test_nobody_waits_for_the_next_of_three_hundred(demo: CommittedDatabase, tmp_path: Path) -> None:
    ada, queue = begin(ITEMS + 20)
    on_server = times_of_server(ada, queue, 20)
    connections.close_all()
    with serve(demo.url, tmp_path) as product, chromium() as chrome, fresh(chrome, product) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(product.url + address(queue))
        expect(page.locator(".label-claim")).to_be_focused()
        label_all(page)
        waits, painted = (sorted(page.evaluate(f"window.{name}")) for name in ("waits", "frames_"))
        expect(page.locator("[data-own=left]")).to_have_text("0")
    server = {name: median(taken) * 1e3 for name, taken in on_server.items()}
    show(
        f"{ITEMS} labels in a row, {demo.engine}",
        ("ms", "median", "longest", "bar"),
        [
            ("key to the next claim's words", f"{median(waits):.1f}", f"{waits[-1]:.1f}", f"<= {LONGEST_WAIT}"),
            ("key to the frame that shows them", f"{median(painted):.1f}", f"{painted[-1]:.1f}", "told"),
            *((f"server: {name}", f"{taken:.1f}", "", "told") for name, taken in server.items()),
            ("server: a label and the next claim", f"{sum(server.values()):.1f}", "", f"<= {MOST_OF_THE_SERVER}"),
        ],
    )
    assert len(waits) == ITEMS - 1 and waits[-1] <= LONGEST_WAIT
    assert sum(server.values()) <= MOST_OF_THE_SERVER


def begin(items: int) -> tuple[Reader, opinions.Queue]:
    """A blind queue of so many claims of two citations each, all dealt to Ada."""
    tenant = rows.Tenant.objects.get(key=MERIDIAN.key)
    for number in range(-(-items // CLAIMS_OF_AN_ANSWER)):
        import_bundle(tenant, two_citations(f"label-{number}", CLAIMS_OF_AN_ANSWER))
    cleo, ada = (reader_called(tenant, name) for name in ("cleo", "ada"))
    fields = QueueFields(name="Labels", kind=QueueKind.CALIBRATION, blind=True, reviewers=(ada.actor,))
    queue = create_queue(cleo, fields)
    claims = rows.Claim.objects.filter(tenant=tenant, answer__case__key__startswith="label-").order_by("pk")
    add_claims(cleo, queue, list(claims.values_list("public_id", flat=True)[:items]), "for the bench")
    return ada, queue


def label_all(page: Page) -> None:
    for _ in range(ITEMS):
        for key in KEYS:
            page.keyboard.press(key)
            page.wait_for_timeout(BETWEEN_KEYS)


def times_of_server(reader: Reader, queue: opinions.Queue, rounds: int) -> dict[str, list[float]]:
    """Seconds of the two requests of each label, as the page's script sends them; what is held is left at the end."""
    client = browser(reader)
    times: dict[str, list[float]] = {"a label": [], "the next claim": []}
    ahead = ask(client, queue, "next/", {}).split("</article>")[:-1]
    for _ in range(rounds):
        form = form_of(ahead.pop(0))
        timed(times["a label"], partial(ask, client, queue, "verdict/", form))
        known = {"has": [form_of(html)["item"] for html in ahead]}
        ahead.append(timed(times["the next claim"], partial(ask, client, queue, "next/", known)))
    ask(client, queue, "step/", {"step": "pause"})
    client.post(address(queue, "next/"))
    return times


def ask(client: Client, queue: opinions.Queue, step: str, sent: dict[str, Any]) -> str:
    answer = client.post(address(queue, step), sent, headers=SCRIPT)
    assert answer.status_code in (200, 204)
    return str(answer.content.decode())


def timed(times: list[float], call: Callable[[], str]) -> str:
    before = perf_counter()
    found = call()
    times.append(perf_counter() - before)
    return found
