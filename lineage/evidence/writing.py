"""Values -> JSON of the wire format, defaults left out; what reading it gives is equal to what was written."""

from collections.abc import Iterable
from typing import Any

from lineage.evidence.bundle import Answer, Case, Citation
from lineage.evidence.reading import adapter


def write_answer(answer: Answer, leave_out: Iterable[str] = ()) -> dict[str, Any]:
    """An answer without the named fields; its case is always there."""
    written: dict[str, Any] = adapter(Answer).dump_python(
        answer, mode="json", exclude=set(leave_out), exclude_defaults=True
    )
    written["case"] = adapter(Case).dump_python(answer.case, mode="json", exclude_defaults=True)
    for citation, found in zip(answer.citations, written.get("citations", ()), strict=True):
        if citation.selectors:
            # The type of a selector is a default, and what tells selectors apart.
            found |= adapter(Citation).dump_python(citation, mode="json", include={"selectors"}, exclude_none=True)
    return written


def write_record(value: Any) -> Any:
    """A source, artifact, transformation or judge result."""
    return adapter(type(value)).dump_python(value, mode="json", exclude_defaults=True)
