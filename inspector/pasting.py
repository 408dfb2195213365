"""Pasted words -> a bundle of our own format, so that they are read and inspected as any file is. Pure."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from lineage.evidence.bundle import SCHEMA, Citation, Claim
from lineage.evidence.reading import adapter
from lineage.evidence.vocabulary import ArtifactKind, Origin
from lineage.formats.marked_prose import read_marked_prose


class PastedPassage(NamedTuple):
    """`label` is what a marker of the answer says; `origin` who wrote the words, as the person who pasted says."""

    label: str
    origin: Origin
    text: str


def bundle_of(question: str, answer: str, passages: Sequence[PastedPassage]) -> dict[str, Any]:
    """One answer as a native bundle: a claim for each sentence or line, a citation for every marker.

    Without passages there is no manifest: nobody recorded what the answer was given. A citation names its label only;
    what that leads to is for the resolver to say, also where two passages have one label.
    """
    keys = {passage.label: f"passage-{number}" for number, passage in enumerate(passages, start=1)}
    prose = read_marked_prose(answer, keys if passages else None)
    claims = [adapter(Claim).dump_python(claim, mode="json", exclude_defaults=True) for claim in prose.claims]
    citations = [adapter(Citation).dump_python(each, mode="json", exclude_defaults=True) for each in prose.citations]
    pasted: dict[str, Any] = {
        "case": {"question": question} if question else {},
        "text": answer,
        "claims": claims,
        "citations": [{name: value for name, value in each.items() if name != "artifact"} for each in citations],
    }
    if passages:
        pasted["manifest"] = [
            {"label": passage.label, "artifact": f"passage-{number}", "position": number - 1}
            for number, passage in enumerate(passages, start=1)
        ]
        pasted["artifacts"] = [
            {
                "key": f"passage-{number}",
                "kind": ArtifactKind.CHUNK.value,
                "origin": passage.origin.value,
                "text": passage.text,
            }
            for number, passage in enumerate(passages, start=1)
        ]
    return {"schema": SCHEMA, "answers": [pasted]}
