"""A verdict as the form that would say the same: what comes back into the form when it is taken back."""

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.frozen_originals import read_texts
from inspector.item_reading import FIELDS
from inspector.located import written
from inspector.models import rows as opinions
from inspector.verdict_fields import Located
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import SpanRole
from lineage.text.span import Span

ONE = ("claim_kind", *FIELDS, "exemption")
YES_OR_NO = ("in_original", "attributed", "names_missing_basis")
SEVERAL = ("support_types", "tags")
WARRANT = ("formula", "result", "unit", "explanation")
OPERAND = ("value", "unit", "role")


def sent_of(verdict: opinions.Verdict) -> dict[str, list[str]]:
    """By name the values of the form; five statements at most."""
    one = {name: getattr(verdict, name) or "" for name in ONE}
    one |= {name: {True: "yes", False: "no", None: ""}[getattr(verdict, name)] for name in YES_OR_NO}
    pairs = verdict.pairs.values_list("citation__key", "support")
    one |= {f"pair-{citation}": support for citation, support in pairs}
    one["rationale"] = _words(verdict.rationale).decode("utf-8", "surrogatepass")
    one |= _details(load_json(_words(verdict.details) or b"{}"))
    sent = {name: [value] for name, value in one.items() if value}
    several = {name: list(getattr(verdict, name)) for name in SEVERAL} | {"contest": list(verdict.contested)}
    return sent | several | {"located": [written(found) for found in _located(verdict)]}


def _words(content: Any) -> bytes:
    """Nothing where the words were erased since."""
    return content.get_bytes() if content is not None and content.body is not None else b""


def _details(details: Mapping[str, Any]) -> dict[str, str]:
    warrant = details.get("warrant") or {}
    found = {name: details.get(name, "") for name in ("scan", "missing_basis")}
    found |= {f"warrant-{name}": warrant.get(name, "") for name in WARRANT}
    for number, operand in enumerate(warrant.get("operands", ()), start=1):
        found |= {f"operand-{number}-{name}": operand[name] for name in OPERAND}
    return found


def _located(verdict: opinions.Verdict) -> Sequence[Located]:
    """With the words as they stand in the frozen text; what is not kept any more is left out."""
    spans = list(verdict.spans.select_related("artifact__content").order_by("ordinal"))
    texts = read_texts([span.artifact for span in spans]) if spans else {}
    return [
        Located(
            span.artifact.key,
            span.start,
            span.end,
            Span(span.start, span.end).slice(texts[span.artifact_id]),
            SpanRole(span.role),
            span.is_omission,
        )
        for span in spans
        if span.artifact_id in texts
    ]
