"""What a reader waits for: the claim page beside a bare page of equal size, and a long source beside a short one."""

import http.client
import re
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from inspector.demo.people import MERIDIAN
from lineage.formats.registry import read_payload
from lineage.ingest import ingest
from lineage.models import rows
from tests.bench import data
from tests.bench.timing import ratio, show, show_times
from tests.conftest import CommittedDatabase
from tests.databases import environment_for
from tests.inspector.making import claim_url, import_bundle, source_url
from tests.inspector.test_page_limits import chained_bundle
from tests.journeys.conftest import FLAGS
from tests.machine import find_chromium
from tests.servers import get_free_port, running

NOW = datetime(2026, 11, 29, tzinfo=UTC)
ANSWERS = 10_000
ROUNDS = 15
MOST_TIMES_A_BARE_PAGE = 1.6
MOST_REQUESTS, MOST_BYTES_COLD = 12, 150_000
SHORT, LONG = 10_000, 2_000_000
FIRST_PAINT = """() => new Promise(done => {
  const painted = () => performance.getEntriesByName("first-contentful-paint").map(entry => entry.startTime)[0];
  if (painted()) done(painted());
  else new PerformanceObserver(() => painted() && done(painted())).observe({type: "paint", buffered: true});
})"""


@dataclass(frozen=True)
class Served:
    """The product on this machine, and the cookies of who is signed in."""

    port: int
    cookie: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serve(database_url: str, folder: Path) -> Iterator[Served]:
    """The product as the demonstration serves it, on a database that is ready."""
    environment, port = environment_for(database_url) | {"STATIC_ROOT": str(folder / "static")}, get_free_port()
    log = folder / "log"
    command = [sys.executable, "manage.py", "serve_demo", "--port", str(port), "--without-worker"]
    with running(command, environment, port, log):
        found = re.search(r"\bAda\b.*?(http://\S+)", log.read_text())
        assert found is not None
        yield Served(port, sign_in(found[1]))


def sign_in(link: str) -> str:
    """The cookies of who opens a sign-in link and confirms it."""
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', opener.open(link).read().decode())
    assert token is not None
    opener.open(link, urlencode({"csrfmiddlewaretoken": token[1]}).encode()).close()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def fill(answers: int) -> None:
    """The claim page under test among many other answers of its tenant."""
    tenant = rows.Tenant.objects.get(key=MERIDIAN.key)
    import_bundle(tenant, chained_bundle(claims=3, citations=20))
    many = data.make_answers(answers, repeats=50) if answers else None
    for part in range(10 if many else 0):
        assert many is not None
        ingest(tenant, read_payload(many.part(part, 10)), actor="bench", as_of=NOW)


@pytest.fixture
def demo(committed_db: CommittedDatabase) -> CommittedDatabase:
    committed_db.manage("load_demo")
    return committed_db


def test_a_claim_page_is_visible_nearly_as_soon_as_a_bare_page_of_its_size(
    demo: CommittedDatabase, tmp_path: Path
) -> None:
    fill(0)
    address = claim_url(rows.Tenant.objects.get(key=MERIDIAN.key), "boxes")
    names = ("claim page", "claim page, 10,000 answers", "its own markup, bare", "plain paragraphs")
    painted = {name: list[float]() for name in names}
    asked: list[tuple[int, int]] = []
    for name, answers in (("claim page", 0), ("claim page, 10,000 answers", ANSWERS)):
        if answers:
            fill(answers)
        connections.close_all()
        with serve(demo.url, tmp_path) as product, chromium() as browser:
            page = fetch(product, address)
            with bare_page(undressed(page)) as own, bare_page(paragraphs(page)) as plain:
                for _ in range(ROUNDS):
                    with fresh(browser, product) as context:
                        painted[name].append(first_paint(context, product.url + address))
                    for control, address_of_control in (("its own markup, bare", own), ("plain paragraphs", plain)):
                        with fresh(browser, None) as context:
                            painted[control].append(first_paint(context, address_of_control))
                asked.append(count_requests(browser, product, address))
    times = {name: [milliseconds / 1e3 for milliseconds in taken] for name, taken in painted.items()}
    show_times(f"First paint, cold, {demo.engine}", times)
    ratios = {
        (name, control): median(times[name]) / median(times[control]) for name in names[:2] for control in names[2:]
    }
    bars = {names[2]: "told", names[3]: f"<= {MOST_TIMES_A_BARE_PAGE}"}
    show(
        f"The claim page, {demo.engine}",
        ("", "measured", "bar"),
        [
            *((f"{name} / {control}", f"{found:.2f}", bars[control]) for (name, control), found in ratios.items()),
            ("requests", max(count for count, _ in asked), f"<= {MOST_REQUESTS}"),
            ("bytes over the wire", max(size for _, size in asked), f"<= {MOST_BYTES_COLD}"),
        ],
    )
    assert max(count for count, _ in asked) <= MOST_REQUESTS
    assert max(size for _, size in asked) <= MOST_BYTES_COLD
    assert max(ratios[name, names[3]] for name in names[:2]) <= MOST_TIMES_A_BARE_PAGE


def test_a_source_of_2_mb_opens_nearly_as_soon_as_one_of_10_kb(demo: CommittedDatabase, tmp_path: Path) -> None:
    tenant = rows.Tenant.objects.get(key=MERIDIAN.key)
    writer, addresses = data.Writer.seeded(5), {}
    for name, length in (("10 kB", SHORT), ("2 MB", LONG)):
        import_bundle(tenant, one_source(name, writer.write(length, line=90)))
        addresses[name] = source_url(tenant, name)
    connections.close_all()
    with serve(demo.url, tmp_path) as product:
        times: dict[str, list[float]] = {name: [] for name in addresses}
        for turn in range(2 * ROUNDS + 2):
            for name, address in addresses.items():
                before = perf_counter()
                fetch(product, address)
                if turn > 1:
                    times[name].append(perf_counter() - before)
    show_times(f"A source opens, {demo.engine}", times)
    print(f"  {ratio(times, '2 MB', '10 kB'):.2f}x; the bar is 1.2x and 10 ms")
    assert median(times["2 MB"]) <= 1.2 * median(times["10 kB"]) + 10e-3


def one_source(key: str, text: str) -> dict[str, Any]:
    extract = data.extract(0, text) | {"key": key, "source": key}
    citation = {"key": "q", "claim": "c", "cited": "1", "range": [500, 600], "quoted_text": text[500:600]}
    answer = {
        "case": {"key": f"on {key}", "question": "What does it say?"},
        "response_version": "1",
        "text": "It says so.",
        "manifest": [{"label": "1", "artifact": key}],
        "claims": [{"key": "c", "text": "It says so."}],
        "citations": [citation],
    }
    return {"sources": [data.source(key)], "artifacts": [extract], "answers": [answer]}


def fetch(product: Served, address: str) -> bytes:
    asked = http.client.HTTPConnection("127.0.0.1", product.port)
    asked.request("GET", address, headers={"Cookie": product.cookie})
    answer = asked.getresponse()
    body = answer.read()
    assert answer.status == 200, (answer.status, address)
    return body


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def fresh(browser: Browser, product: Served | None) -> Iterator[BrowserContext]:
    """A context with nothing cached, signed in where a product is given."""
    context = browser.new_context()
    if product is not None:
        pairs = [pair.partition("=") for pair in product.cookie.split("; ")]
        context.add_cookies([{"name": name, "value": value, "url": product.url} for name, _, value in pairs])
    yield context
    context.close()


def first_paint(context: BrowserContext, url: str) -> float:
    """Milliseconds from the start of the navigation to the first content on the screen."""
    page = context.new_page()
    page.goto(url)
    return float(page.evaluate(FIRST_PAINT))


def count_requests(browser: Browser, product: Served, address: str) -> tuple[int, int]:
    """How many requests a first view makes, and how many bytes come over the wire, headers included."""
    with fresh(browser, product) as context:
        page, sizes = context.new_page(), []
        page.on("requestfinished", lambda request: sizes.append(request))
        page.goto(product.url + address, wait_until="networkidle")
        counted = [request.sizes() for request in sizes]
        return len(sizes), sum(size["responseBodySize"] + size["responseHeadersSize"] for size in counted)


class Unconcerned(ThreadingHTTPServer):
    """A browser that is closed leaves its last request; nobody needs to hear of it."""

    def handle_error(self, *arguments: Any) -> None:
        pass


def undressed(page: bytes) -> bytes:
    """The page's own markup and as many bytes, without style sheets and scripts: told beside the bar."""
    bare = re.sub(rb"<script[^>]*></script>|<link[^>]*>", b"", page)
    return bare.replace(b"</body>", b"<!--" + b" " * (len(page) - len(bare) - 7) + b"--></body>")


def paragraphs(page: bytes) -> bytes:
    """As many bytes of words in one paragraph: what Chromium needs for any page at all."""
    head, end = b"<!doctype html><html lang=en><meta charset=utf-8><title>Bare</title><p>", b"</p></html>"
    words = data.Writer.seeded(1).write(len(page)).encode()[: len(page) - len(head) - len(end)].replace(b"\n", b" ")
    return head + words.decode(errors="ignore").encode() + end


@contextmanager
def bare_page(body: bytes) -> Iterator[str]:
    """The address of a page that a server only sends."""

    class Bare(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/":
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = Unconcerned(("127.0.0.1", 0), Bare)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
