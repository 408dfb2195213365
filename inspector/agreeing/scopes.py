"""What figures of agreement are asked of: verdicts or a frozen set, one field of it, and what narrows it.

A scope is what an address asks for, and under which digest the intervals of its figures are kept (`FigureJob`).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from inspector.blindness import sealed_claims
from lineage.access import Reader
from lineage.evidence.digests import digest_json
from lineage.evidence.vocabulary import DecisiveField

VERDICTS, REVISION = "verdicts", "revision"


class Scope(NamedTuple):
    """`queue` and `revision` are public ids, `source` a key, `strata` are written `name:value`; empty: all.

    `pair` are two raters, actors or those of a data set. `label` asks for that label against all others, `ratings` for
    items with exactly so many. `seen_by` is the actor from whom something is hidden: nobody else is shown the same.
    """

    of: str = VERDICTS
    field: str = DecisiveField.COVERAGE.value
    queue: str = ""
    source: str = ""
    blind: bool = False
    revision: str = ""
    strata: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    label: str = ""
    ratings: int = 0
    seen_by: str = ""

    def to_json(self) -> dict[str, Any]:
        """Only what is asked, so that a scope keeps its digest when one day there is more to ask."""
        named = self._asdict() | {"strata": sorted(self.strata), "pair": sorted(self.pair)}
        return {name: value for name, value in named.items() if value or name in ("of", "field")}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        lists = {name: tuple(stored[name]) for name in ("strata", "pair") if name in stored}
        return cls(**{**stored, **lists})

    @property
    def key(self) -> str:
        return digest_json(self.to_json()).removeprefix("sha256:")


def seen_by(reader: Reader) -> str:
    """The reader's actor where some claims are sealed for them, else empty; one statement."""
    return reader.actor if sealed_claims(reader).exists() else ""
