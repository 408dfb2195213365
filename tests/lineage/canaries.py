"""A source whose words cannot stand anywhere by accident, and answers, runs and people that copied them everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

from lineage import ledger
from lineage.access import Reader
from lineage.bulk import write_contents
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.models.coding import decode
from lineage.models.content import Content, pack
from tests.lineage import bundles, runs

TITLE, ADDRESS = "Kanarie ledger of Pemberton", "https://intranet.example/kanarie/pemberton-ledger"
CANARY = "kanarienvogel"
OTHER = "The kettle is descaled on Fridays, and the mugs are washed by whoever used them last."
TEXT = (
    "The Kanarienvogel protocol says that seven lanterns hang in the harbour office until the tide turns. "
    "Kanarienvogel keepers are paid forty crowns for every lantern that they keep alight through the night."
)
QUOTE = "seven lanterns hang in the harbour office"
SHORT = "until the tide"
SUMMARY = "In short: Kanarienvogel keepers earn forty crowns a lantern, says a model that read the protocol."
CLAIM = "Seven lamps hang there."


def source(**more: Any) -> dict[str, Any]:
    raw = {"title": TITLE, "uri": ADDRESS, "raw_text": TEXT}
    return bundles.source("protocol", {"version": "1", **raw, "valid_from": "2025-01-01T00:00:00Z", **more})


def records() -> dict[str, Any]:
    """The source with an extract, a chunk and a summary of it, and a text of another source."""
    chunk = {"kind": "chunk", "origin": "derived", "source": "protocol", "version": "1", "text": TEXT[:101]}
    artifacts = [
        bundles.artifact("extract", TEXT, source="protocol", section=f"{CANARY} chapter", metadata={"note": TEXT[:60]}),
        {"key": "chunk", **chunk, "cell": f"{CANARY} cell"},
        {"key": "summary", "kind": "summary", "origin": "generated", "text": SUMMARY},
        bundles.artifact("kettle", OTHER),
    ]
    segments = [{"output": [0, 101], "input": [0, 101], "kind": "exact_copy"}]
    cut = {"input": "extract", "output": "chunk", "segments": segments}
    steps = [
        {"key": "cut", "kind": "chunking", "mediation": "deterministic", "derivations": [cut]},
        {
            "key": "sum-up",
            "kind": "summarization",
            "mediation": "model",
            "parameters": {"temperature": 0.1, "example": TEXT[:80]},
            "derivations": [{"input": "extract", "output": "summary"}],
        },
    ]
    return {"sources": [source(), bundles.source()], "artifacts": artifacts, "transformations": steps}


def answer(case: str = "lamps", **more: Any) -> dict[str, Any]:
    """An answer that quotes the source, was given it, was judged on it, and captured it in every field."""
    start = TEXT.index(QUOTE)
    quoted = {"claim": "c1", "cited": "E1", "quoted_text": QUOTE, "url": ADDRESS, "raw": {"cited_text": QUOTE}}
    selector = {"type": "TextQuoteSelector", "exact": QUOTE, "prefix": "says that ", "suffix": f" {SHORT}"}
    judged = {"claim": "c1", "citation": "x1", "evaluator": "j", "status": "completed", "verdict": "supported"}
    value = bundles.answer(
        case,
        text=CLAIM,
        raw_payload=json.dumps({"prompt": f"Use this: {TEXT}", "answer": CLAIM}),
        manifest=[{"label": "E1", "artifact": "chunk"}, {"label": "E2", "artifact": "kettle"}],
        claims=[{"key": "c1", "text": CLAIM, "place": [0, len(CLAIM)]}],
        citations=[
            {"key": "x1", **quoted, "range": [start, start + len(QUOTE)], "unit": "code_point", "selectors": [selector]}
        ],
        judge_results=[{**judged, "claim_text": CLAIM, "input_text": TEXT[:70], "reason": f"It says {QUOTE}."}],
        capture={
            "retrieval": [
                {
                    "query": "how many lamps",
                    "hits": [{"artifact": "chunk", "rank": 1, "payload": {"title": TITLE, "body": TEXT}}],
                }
            ],
            "request": {"text": f"Answer from: {TEXT}"},
            "views": [{"kind": "language_model", "artifact": "chunk", "text": TEXT[:101]}],
            "stages": [{"stage": "retrieval", "citation": "x1", "source": "protocol", "text": TEXT}],
            "extra": {"deep": [{"er": [f"as {TITLE.upper()} has it"]}]},
        },
    )
    return value | more


def tenant_with_copies() -> rows.Tenant:
    """Everything taken in, with a reading, a layout, a picture, a finished run and a person's reason beside it."""
    tenant = runs.make_house()
    apart = {"claim": "c1", "evaluator": "k", "status": "completed", "case": "lamps", "response_version": "1"}
    apart |= {"input_text": TEXT, "reason": f"because {QUOTE} {SHORT}"}
    report = bundles.take_in(tenant, records() | {"answers": [answer()], "judge_results": [apart]})
    assert [str(problem) for problem in report.problems] == []
    version = protocol(tenant)
    extract = rows.Artifact.objects.get(tenant=tenant, key="extract")
    kept = {"tenant": tenant, "version": version}
    rows.Extraction.objects.create(
        **kept, state="read", artifact=extract, report=content(tenant, f'{{"seen":"{TEXT}"}}'),
        layout=content(tenant, f"layout of {TEXT}"),
    )  # fmt: skip
    picture = content(tenant, f"picture of {TEXT}")
    rows.PageImage.objects.create(**kept, page=1, width=10, height=10, content=picture)
    run = runs.finish(runs.begin(version.source, "1"))
    relocation = run.relocations.get()
    rows.RelocationDecision.objects.create(
        tenant=tenant, relocation=relocation, ruling="rejected", actor="iris", idempotency_key="1",
        reason=content(tenant, f"No: the paper says {QUOTE} and I agree."),
    )  # fmt: skip
    rows.WorkItem.objects.filter(run=run).update(message=f"failed at {TITLE}")
    with transaction.atomic():
        ledger.record(tenant.pk, "noted", "iris", "a note", {"of": TITLE})
    return tenant


def content(tenant: rows.Tenant, words: str) -> rows.Content:
    packed = pack(words.encode())
    with transaction.atomic():
        return rows.Content.objects.get(pk=write_contents(tenant.pk, [packed])[packed.sha256])


def protocol(tenant: rows.Tenant) -> rows.SourceVersion:
    return rows.SourceVersion.objects.select_related("source").get(tenant=tenant, source__key="protocol", version="1")


def reader(tenant: rows.Tenant, actor: str = "ada", *roles: Role) -> Reader:
    return Reader(actor, tenant.pk, tenant.key, frozenset(roles or {Role.ADMINISTRATOR}), frozenset())


def hits(*needles: str) -> Iterator[str]:
    """Where any of these stands, whatever the case, in any column of any table; contents are decoded first."""
    wanted = [needle.casefold() for needle in needles or (CANARY, TITLE, ADDRESS, QUOTE)]
    for model in apps.get_models(include_auto_created=True):
        for row in model.objects.values():
            for name, value in row.items():
                if any(needle in words for words in _words(model, row, name, value) for needle in wanted):
                    yield f"{model.__name__}.{name} of {row.get('id')}"


def _words(model: type[models.Model], row: dict[str, Any], name: str, value: Any) -> Iterator[str]:
    if model is Content and name == "body":
        data = b"" if value is None else decode(bytes(value), row["coding"], row["size"])
    elif isinstance(value, (bytes, memoryview)):
        data = bytes(value)
    else:
        data = json.dumps(value, default=str, ensure_ascii=False).encode()
    text = data.decode(errors="replace").casefold()
    yield text
    yield " ".join(text.split())


def file_of_sqlite() -> bytes:
    """Everything that the database keeps on disk: file and log."""
    path = str(connection.settings_dict["NAME"])
    found = b""
    for suffix in ("", "-wal"):
        try:
            with open(path + suffix, "rb") as file:
                found += file.read()
        except FileNotFoundError:
            continue
    return found
