"""What a relocation keeps beside its columns: the places that were offered, and its spans where it has several."""

from collections import Counter
from typing import Any, NamedTuple

from inspector.pages.run_texts import Place
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import RelocationOutcome
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json
from lineage.text.span import Span


class Candidate(NamedTuple):
    """A place that fits; `distance` is how many code points would have to be edited to have the cited words."""

    place: Place
    distance: int | None


class Details(NamedTuple):
    """`candidates` are best first, numbered from 0 by their order; `spans` are the outcomes of several spans."""

    candidates: tuple[Candidate, ...] = ()
    spans: tuple[RelocationOutcome, ...] = ()

    @property
    def counted(self) -> str:
        """What became of each span, in words; empty where there is only one."""
        counts = Counter(self.spans)
        words = ", ".join(f"{counts[outcome]} {outcome.label}" for outcome in RelocationOutcome if counts[outcome])
        return f"It cites {len(self.spans)} places: {words}. The one that fared worst is shown." if counts else ""


def details_of(relocation: Any) -> Details:
    """Nothing where nothing was kept beside the columns, or it was erased."""
    if relocation.details is None:
        return Details()
    try:
        found = load_json(read_json(relocation.details))
    except ContentAbsent:
        return Details()
    return Details(
        tuple(
            Candidate(Place(offered["artifact"], Span(offered["start"], offered["end"])), offered.get("distance"))
            for offered in found.get("candidates", ())
        ),
        tuple(RelocationOutcome(span["outcome"]) for span in found.get("spans", ())),
    )
