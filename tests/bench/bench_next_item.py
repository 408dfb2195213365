"""What a reviewer waits for between two items of a queue: one recorded, the next one taken, drawn and painted."""

from pathlib import Path
from statistics import median

from django.db import connections
from playwright.sync_api import Page

from inspector.demo.people import MERIDIAN
from inspector.demo.readers import reader_called
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from inspector.queue_taking import take_next
from lineage.models import rows
from tests.bench.bench_pages import bare_page, chromium, demo, fetch, first_paint, fresh, paragraphs, serve
from tests.bench.timing import show, show_times
from tests.conftest import CommittedDatabase
from tests.inspector.making import import_bundle, simple_bundle

__all__ = ["demo"]
ROUNDS = 15
MOST_TIMES_A_BARE_PAGE = 1.6
# From sending the form until the frame in which the next claim stands is on its way to the screen.
NEXT_PAINT = """() => new Promise(done => {
  const start = performance.now(), before = document.getElementById("work");
  const seen = new MutationObserver(() => {
    const now = document.getElementById("work");
    if (!now || now === before) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  });
  seen.observe(document.getElementById("main"), { childList: true, subtree: true });
  document.querySelector("form.verdict-form").requestSubmit();
})"""


def test_the_next_item_is_visible_nearly_as_soon_as_a_bare_page(demo: CommittedDatabase, tmp_path: Path) -> None:
    address = begin()
    times: dict[str, list[float]] = {"submit and next": [], "plain paragraphs": []}
    with serve(demo.url, tmp_path) as product, chromium() as browser:
        with bare_page(paragraphs(fetch(product, address))) as plain, fresh(browser, product) as context:
            page = context.new_page()
            page.goto(product.url + address)
            for _ in range(ROUNDS):
                times["submit and next"].append(submit(page) / 1e3)
                with fresh(browser, None) as other:
                    times["plain paragraphs"].append(first_paint(other, plain) / 1e3)
    show_times(f"From one item to the next, {demo.engine}", times)
    found = median(times["submit and next"]) / median(times["plain paragraphs"])
    show(
        f"The next item, {demo.engine}",
        ("", "measured", "bar"),
        [("submit and next / plain paragraphs", f"{found:.2f}", f"<= {MOST_TIMES_A_BARE_PAGE}")],
    )
    assert found <= MOST_TIMES_A_BARE_PAGE


def begin() -> str:
    """The address of the first claim of a queue, held by Ada, with more behind it."""
    tenant = rows.Tenant.objects.get(key=MERIDIAN.key)
    import_bundle(tenant, simple_bundle("next", claims=ROUNDS + 5))
    claims = rows.Claim.objects.filter(tenant=tenant, answer__case__key="next").values_list("public_id", flat=True)
    cleo, ada = (reader_called(tenant, name) for name in ("cleo", "ada"))
    queue = create_queue(cleo, QueueFields(name="Next"))
    add_claims(cleo, queue, list(claims), "for the bench")
    slot = take_next(ada, queue)
    assert slot is not None
    connections.close_all()
    return f"/claims/{slot.item.claim.public_id}/"


def submit(page: Page) -> float:
    """Milliseconds from Ctrl Enter to the next claim."""
    before = page.url
    page.keyboard.press("1")
    taken = float(page.evaluate(NEXT_PAINT))
    assert page.url != before
    return taken
