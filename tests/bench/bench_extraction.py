"""120 pages of a PDF become text with pages, sections and the box of every word: beside PDFium's bare text, in time
and in the memory of a new process.
"""

import subprocess
import sys

import pypdfium2

from lineage.pipeline.extract.pdf import extract_pdf
from tests.bench.timing import ratio, show_times, take_turns
from tests.formats.samples import needs_samples, sample_bytes, sample_path
from tests.servers import ROOT

pytestmark = needs_samples
NAME = "datasets/pdf/owasp-asvs/asvs-5.0.0-en.pdf"
ROUNDS = 5
MOST_SECONDS, MOST_MEGABYTES = 10.0, 400
# Of all characters one after the other, each with its box: the price of reading where words stand.
MOST_TIMES_LONGER = 25.0
MEASURED = """
import resource, sys
from time import perf_counter
before = perf_counter()
from lineage.pipeline.extract.pdf import extract_pdf
found = extract_pdf(open(sys.argv[1], "rb").read())
print(perf_counter() - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found.layout.pages))
"""


def bare_text(data: bytes) -> int:
    """The text of all pages as PDFium gives it, without any place; its length."""
    with pypdfium2.PdfDocument(data) as document:
        return sum(len(page.get_textpage().get_text_range()) for page in document)


def test_120_pages_are_read_in_seconds_not_much_slower_than_their_bare_text() -> None:
    data = sample_bytes(NAME)
    times = take_turns({"with places": lambda: extract_pdf(data), "bare text": lambda: bare_text(data)}, ROUNDS)
    show_times(f"{len(data):,} bytes of PDF, 120 pages", times)
    longer = ratio(times, "with places", "bare text")
    print(f"  with places takes {longer:.1f} times as long as the bare text")
    assert min(times["with places"]) < MOST_SECONDS
    assert longer < MOST_TIMES_LONGER


def test_a_new_process_reads_them_within_its_memory() -> None:
    command = [sys.executable, "-c", MEASURED, str(sample_path(NAME))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    seconds, megabytes, pages = map(float, done.stdout.split())
    print(f"\n  a new process: {seconds:.2f} s with its imports, {megabytes:.0f} MB at most, {pages:.0f} pages")
    assert pages == 120
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
