"""A PDF that was sent, and an answer about it: its claims rest on chunks that our own pipeline made of the file.

The last claim quotes a sentence that runs over the end of a page, where the running foot stands between its words.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from inspector.demo.readers import reader_called
from lineage.evidence.bundle import Source
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.evidence.writing import write_record
from lineage.extractions import find_extraction, read_whole
from lineage.models import rows
from lineage.new_sources import add_source
from lineage.pipeline.run import SHIPPED, build
from lineage.working import work

FILE = Path(__file__).with_name("retention-schedule.pdf")
KEY, TITLE = "retention-schedule", "Retention schedule 2026"
RESPONDER = "iris"
QUESTION = "How long are support logs and invoices kept, and who may lift a legal hold?"


class Said(NamedTuple):
    """A claim and the words that it quotes."""

    claim: str
    quote: str


SAID = (
    Said("Archived support logs are kept for 24 months.", "Archived support logs are kept for 24 months"),
    Said("Recordings of calls are kept for 90 days.", "Recordings of calls are kept for 90 days."),
    Said(
        "Only the counsel who set a legal hold, or the counsel's successor, may lift it.",
        "Only the counsel who set it, or the counsel's successor, may lift it.",
    ),
    Said(
        "Deleted files are brought back from backups only with the consent of the records office.",
        "is not brought back from them without the consent of the records office.",
    ),
)


def send_schedule(tenant: rows.Tenant) -> dict[str, Any] | None:
    """Sends the file and works its run off; the answer about it as a case. None where the file is there already."""
    if rows.Source.objects.filter(tenant=tenant, key=KEY).exists():
        return None
    iris = reader_called(tenant, RESPONDER)
    run = add_source(
        iris, FILE.read_bytes(), name=FILE.name, key=KEY, title=TITLE, owner="Records office", language="en"
    )
    while work(run.pk):
        pass
    version = rows.SourceVersion.objects.select_related("source", "raw").get(tenant=tenant, source__key=KEY)
    return {"bundle": answer_about(version), "as_of": "2026-11-20T09:00:00Z"}


def answer_about(version: rows.SourceVersion) -> dict[str, Any]:
    """A bundle with the texts as they are kept, so that importing it makes no second ones."""
    source = Source(key=KEY, kind=SourceKind.PDF, language="en")
    found = find_extraction(version.pk)
    extraction = read_whole(found) if found is not None else None
    assert extraction is not None
    built = build(source, version.version, extraction, SHIPPED, digest_from_raw(bytes(version.raw.sha256)))
    chunks = [one for one in built.artifacts if one.kind is ArtifactKind.CHUNK]
    cited = [next(chunk for chunk in chunks if said.quote in (chunk.text or "")) for said in SAID]
    text = " ".join(said.claim for said in SAID)
    return {
        "sources": [write_record(source) | {"versions": [{"version": version.version}]}],
        "artifacts": [write_record(artifact) for artifact in built.artifacts],
        "transformations": [write_record(made) for made in built.transformations],
        "answers": [
            {
                "case": {
                    "key": "how-long-are-logs-kept",
                    "question": QUESTION,
                    "persona": {"name": "night shift", "labels": ["internal"]},
                },
                "response_version": "1",
                "answered_at": "2026-11-18T21:40:00Z",
                "text": text,
                "manifest": [{"label": f"E{n}", "artifact": chunk.key} for n, chunk in enumerate(cited, start=1)],
                "claims": list(_claims(text)),
                "citations": [
                    {"key": f"x{n}", "claim": f"c{n}", "cited": f"E{n}", "quoted_text": said.quote}
                    for n, said in enumerate(SAID, start=1)
                ],
            }
        ],
    }


def _claims(text: str) -> Iterator[dict[str, Any]]:
    for number, said in enumerate(SAID, start=1):
        start = text.index(said.claim)
        yield {"key": f"c{number}", "text": said.claim, "place": [start, start + len(said.claim)]}
