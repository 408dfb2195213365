"""Small bundles in our own words, brought in by the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol


class Commanded(Protocol):
    def manage(self, *arguments: str) -> str: ...


def bundle(case: str, text: str, quote: str, *, version: dict[str, Any] | None = None, **answer: Any) -> dict[str, Any]:
    """One answer whose one claim quotes `quote` from `text`; `version` sets fields of the source's version."""
    at = text.index(quote)
    return {
        "schema": "evidence-inspector/1",
        "answers": [
            {
                "case": {"key": case, "question": f"What does the notice of {case} say?", "environment": "test"},
                "response_version": "1",
                "answered_at": "2026-11-02T10:00:00Z",
                "text": quote,
                "manifest": [{"label": "E1", "artifact": f"{case}-text"}],
                "claims": [{"key": "c1", "text": quote, "kind": "quotation"}],
                "citations": [
                    {
                        "key": "x1",
                        "claim": "c1",
                        "marker": "[E1]",
                        "cited": "E1",
                        "range": [at, at + len(quote)],
                        "unit": "code_point",
                        "quoted_text": quote,
                    }
                ],
                "sources": [
                    {
                        "key": f"{case}-source",
                        "kind": "text",
                        "versions": [{"version": "1", "title": f"Notice of {case}"} | (version or {})],
                    }
                ],
                "artifacts": [
                    {
                        "key": f"{case}-text",
                        "kind": "canonical_extract",
                        "origin": "original",
                        "source": f"{case}-source",
                        "version": "1",
                        "text": text,
                    }
                ],
            }
            | answer
        ],
    }


def bring_in(product: Commanded, folder: Path, *bundles: dict[str, Any]) -> None:
    """Imports bundles into the first tenant, as an operator does."""
    paths = []
    for number, one in enumerate(bundles):
        paths.append(folder / f"bundle-{number}.json")
        paths[-1].write_text(json.dumps(one))
    product.manage("import_bundle", *map(str, paths), "--tenant", "meridian")


def golden(name: str) -> dict[str, Any]:
    """The bundle of a golden case, such as "coverage/uncited-claim"."""
    path = Path(__file__).parent.parent / "cases" / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text())["bundle"]
    return found
