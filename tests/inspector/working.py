"""A browser of somebody who works in a queue: the form of a claim page as it is sent, with its slot and its draft."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.evidence_tokens import Drawn, find_drawn, make_token
from inspector.models import rows as opinions
from inspector.queue_taking import take_next
from lineage.access import Reader
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import OriginVerdict, QuotationVerdict
from tests.inspector.making import filled_form, signed_in
from tests.inspector.test_page_limits import BOOKKEEPING

ORIGINAL = OriginVerdict.ORIGINAL
HTMX = {"HX-Request": "true", "HX-Target": "verdict"}
WORDS = "The passage says so in as many words."


def browser(reader: Reader) -> Client:
    """Of the person whom a reader stands for."""
    return signed_in(get_user_model().objects.get(memberships__actor=reader.actor))


def page_of(item: opinions.Item) -> str:
    return reverse("claim", args=[item.claim.public_id])


def work_form(client: Client, url: str, **fields: str) -> dict[str, str]:
    """Every passage said to support the claim, with all that the form carries hidden."""
    html = client.get(url).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(slot_token|draft_version)" value="([^"]*)"', html))
    return filled_form(client, url) | {name: unescape(value) for name, value in hidden.items()} | fields


def begin(reader: Reader, queue: opinions.Queue) -> tuple[Client, opinions.Slot, str]:
    """The reader's browser, the slot that they took, and the address of its claim."""
    slot = take_next(reader, queue)
    assert slot is not None
    return browser(reader), slot, page_of(slot.item)


def asked(call: Any) -> tuple[Any, list[str]]:
    """What a call returns, and the statements that ask for rows or write them."""
    with CaptureQueriesContext(connection) as captured:
        result = call()
    return result, [query["sql"] for query in captured if not query["sql"].startswith(BOOKKEEPING)]


def forms_of(reader: Reader, items: Iterable[opinions.Item]) -> Iterator[tuple[str, dict[str, str]]]:
    """Where the form of each item's claim is sent, and what: as its page would draw it, without drawing thousands."""
    client, drawn, marks = browser(reader), dict[str, str](), ()
    for item in items:
        address, digest = page_of(item), digest_from_raw(bytes(item.state.given))
        if not drawn:
            drawn = work_form(client, address)
            first = find_drawn(reader, item.claim.public_id, drawn["evidence_token"])
            assert first is not None
            marks, sheet = first.marks, first.sheet
        (key,) = item.claim.citations.values_list("key", flat=True)
        asks = {"citations": (key,), "quotations": {key: QuotationVerdict.EXACT}, "origins": {key: ORIGINAL}}
        own = sheet._replace(**asks).light
        token = Drawn(item.claim.public_id, item.pk, digest, marks, False, address, own)
        kept = {name: value for name, value in drawn.items() if not name.startswith("pair-")}
        kept |= {"evidence_token": make_token(reader, token), "evidence_digest": digest, f"pair-{key}": "supports"}
        yield f"{address}verdicts/", kept | {"idempotency_key": f"submit{item.pk:08}"}
