"""Real documents sent as files, and later revisions of them: a run finds every citation where it stands."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import pytest

from lineage.evidence.vocabulary import RelocationOutcome
from lineage.extractions import find_extraction
from lineage.models import rows
from lineage.new_sources import add_source
from lineage.reprocessing import add_version
from lineage.working import work
from tests.evidence.test_relocation_samples import REVISIONS, RIGHT
from tests.formats.samples import needs_samples, sample_bytes, sample_rows
from tests.lineage import bundles, runs

pytestmark = [pytest.mark.django_db, needs_samples]

MOST_CITED = 60
LEAST_STANDING = 5
_TAG = re.compile(r"<[^>]*>?|^[^<>]*>")


def finish(run: rows.Run) -> rows.Run:
    while work(run.pk):
        pass
    run.refresh_from_db()
    return run


def extract_of(version: rows.SourceVersion) -> rows.Artifact:
    found = find_extraction(version.pk)
    assert found is not None and found.artifact is not None
    return rows.Artifact.objects.select_related("content").get(pk=found.artifact)


def place_once(words: str, text: str) -> tuple[int, int] | None:
    """Where words stand, however their lines are broken; None where not once."""
    found = list(re.finditer(r"\s+".join(map(re.escape, words.split())), text)) if words.split() else []
    return found[0].span() if len(found) == 1 else None


def words_of(span: Mapping[str, Any], ending: str) -> str:
    return html.unescape(_TAG.sub("", span["quote"])) if ending == "html" else span["quote"]


def cite(tenant: rows.Tenant, version: rows.SourceVersion, places: list[tuple[int, int]]) -> None:
    """One answer that cites these places of the version's extract."""
    artifact = extract_of(version)
    text = artifact.content.get_text()
    known = bundles.artifact(artifact.key, text, version=version.version) | {"source": "document"}
    known |= {"kind": artifact.kind, "origin": artifact.origin, "language": artifact.language}
    cited = [
        runs.citation(f"x{number}", text, text[start:end]) | {"range": [start, end]}
        for number, (start, end) in enumerate(places)
    ]
    value = {"sources": [bundles.source("document", {"version": version.version})], "artifacts": [known]}
    value["sources"][0]["kind"] = version.source.kind
    made = bundles.answer("about it", manifest=[{"label": "E1", "artifact": artifact.key}], citations=cited)
    assert bundles.take_in(tenant, value | {"answers": [made]}).problems == []


@pytest.mark.parametrize(
    ("document", "ending", "later"),
    [("acceptable-use", "md", 3), ("subprocessors-table", "md", 12), ("self-hosted-configuration-html", "html", 12)],
)
def test_of_a_sent_file_every_citation_that_stands_unchanged_in_a_later_one_is_found(
    document: str, ending: str, later: int, settings: Any
) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS
    tenant = runs.make_house()
    folder = f"{REVISIONS}/{document}"
    spans = [span for span in sample_rows(f"{folder}/spans.jsonl") if span["revision"] == 1]
    old, new_bytes = (sample_bytes(f"{folder}/{number:02}/document.{ending}") for number in (1, later))

    finish(add_source(runs.iris(tenant), old, name=f"document.{ending}", key="document", version="1"))
    source = rows.Source.objects.get(tenant=tenant, key="document")
    first = source.versions.get(version="1")
    text = extract_of(first).content.get_text()
    asked = [(span, place) for span in spans if (place := place_once(words_of(span, ending), text)) is not None]
    cite(tenant, first, [place for _, place in asked[:MOST_CITED]])
    run = finish(add_version(runs.iris(tenant), source, new_bytes, version="later"))

    new = extract_of(source.versions.get(version="later")).content.get_text()
    found = {row.citation.key: row for row in rows.Relocation.objects.filter(run=run).select_related("citation")}
    assert len(found) == len(asked[:MOST_CITED]) == run.total
    standing = 0
    for number, (span, _) in enumerate(asked[:MOST_CITED]):
        now, row = place_once(words_of(span, ending), new), found[f"x{number}"]
        if now is None:
            assert row.outcome not in {RelocationOutcome.UNCHANGED, RelocationOutcome.RELOCATED_EXACT}
            continue
        standing += 1
        # A named change in the sentence around the words is for people: then the place is only offered.
        assert row.outcome in RIGHT
        assert row.now_start is None or row.now_start <= now[0] and now[1] <= row.now_end
    assert standing >= LEAST_STANDING
