"""Words copied from a PDF on a screen are found in our extract, and nowhere else (the bar of issue 5)."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

from lineage.pipeline.extract.pdf import extract_pdf
from lineage.text.anchoring import ANCHORING, Anchored, Quotation, Rung, TextIndex, anchor
from lineage.text.normalization import PRINTED
from tests.formats.samples import needs_samples, sample_bytes
from tests.pipeline.extract.viewer_quotes import Quote, all_quotes

pytestmark = needs_samples
NORMALIZED_EXACT = {Rung.EXACT, Rung.CONTEXT, Rung.NORMALIZED, Rung.NORMALIZED_CONTEXT}


def letters(text: str) -> str:
    """What is left when nobody can say that the typesetter did it."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalnum())


def test_at_least_95_of_100_quotations_copied_from_a_viewer_are_found_where_they_stand_and_none_elsewhere():
    asked: dict[str, list[Quote]] = defaultdict(list)
    for quote in all_quotes():
        asked[quote.pdf].append(quote)
    count, right, missed = 0, 0, []
    for pdf, quotes in asked.items():
        extracted = extract_pdf(sample_bytes(pdf))
        index = TextIndex(extracted.text, ANCHORING._replace(normalization=PRINTED))
        for quote, found in zip(quotes, anchor(index, [Quotation(quote.words) for quote in quotes]), strict=True):
            count += 1
            span = found.span if found.rung in NORMALIZED_EXACT else None
            if span is None:
                missed.append(_told(quote, found))
                continue
            words = span.slice(extracted.text)
            assert letters(words) == letters(quote.words)
            assert not quote.page or extracted.layout.page_at(span.start) == quote.page
            assert extracted.text[: span.start].rstrip().endswith(quote.before)
            right += 1
    assert count == 50
    assert right >= 0.95 * count, missed


def _told(quote: Quote, found: Anchored) -> str:
    return f"{quote.words!r} of {quote.pdf}, page {quote.page}: {found.rung}"
