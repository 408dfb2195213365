"""Readings of golden cases without a database, and claim pages drawn from them."""

from __future__ import annotations

import re
from dataclasses import replace

from inspector.pages.claim_page import Judged, build
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_view import ClaimPage
from inspector.pages.verdict_form import form_of
from inspector.pages.withheld_reading import closed_to, masked_artifacts
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from tests.golden import CASES, inspect_case, load_case

ADA = Reader("ada", 1, "meridian", frozenset({Role.REVIEWER}), frozenset({"internal"}))
STRANGER = replace(ADA, labels=frozenset())


def reading_of(
    case: str, claim: str, *, reader: Reader = ADA, span: str | None = None, stage: int | None = None, wider: int = 0
) -> Reading:
    """A claim of `tests/cases/<case>.json` as a reader reads it."""
    dossier, inspection = inspect_case(load_case(CASES / f"{case}.json"))
    closed = closed_to(dossier, reader.labels, reader.reads_every_label)
    versions = [(source.key, v.version) for source in dossier.sources.values() for v in source.versions]
    return Reading(
        dossier=dossier,
        inspection=inspection,
        claim=dossier.claims[claim],
        selection=Selection(span=span, stage=stage, wider=wider),
        masked=masked_artifacts(dossier, closed.versions),
        closed=closed,
        claim_urls={key: f"/claims/{key}/" for key in dossier.claims},
        version_urls=dict.fromkeys(versions, "/sources/x/"),
        guideline="default@1",
    )


def page_of(reading: Reading, reader: Reader = ADA) -> ClaimPage:
    return build(reading, Judged(form=form_of(reader, reading, ()), history=()))


def words_of(html: str) -> str:
    """The text of a page, tags and runs of blanks left out."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
