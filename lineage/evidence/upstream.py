"""Every step behind a cited span, from raw bytes to the passage, also where no map leads through it (S0-01)."""

from typing import NamedTuple

from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.paths import Trace
from lineage.evidence.vocabulary import ArtifactKind, Origin


class Upstream(NamedTuple):
    """`artifacts` are keys, sources first and the passage last; an input that nobody recorded is among them.

    `is_complete` says that every way ends in words of the source itself.
    """

    artifacts: tuple[str, ...]
    edges: tuple[Edge, ...]
    is_complete: bool


def upstream_of(dossier: Dossier, artifact_key: str, traced: Trace | None) -> Upstream:
    """The steps that a span went through where its maps tell, else all that its text was made by.

    Original text is followed further, to the bytes that it was read from. Each artifact and each edge comes once, in
    one order for equal dossiers; a circle of derivations is walked round once.
    """
    followed: dict[str, list[Edge]] = {}
    for hop in traced.hops if traced else ():
        if not any(edge is hop.edge for edge in followed.setdefault(hop.edge.derivation.output, [])):
            followed[hop.edge.derivation.output].append(hop.edge)
    behind: dict[str, tuple[Edge, ...]] = {}
    order: list[str] = []
    waiting: list[tuple[str, bool]] = [(artifact_key, False)]
    while waiting:
        key, is_left = waiting.pop()
        if is_left:
            order.append(key)
        elif key not in behind:
            behind[key] = tuple(followed.get(key) or dossier.edges_into.get(key, ()))
            waiting.append((key, True))
            waiting += [(edge.derivation.input, False) for edge in reversed(behind[key])]
    edges = tuple(edge for key in order for edge in behind[key])
    return Upstream(tuple(order), edges, all(behind[key] or _is_source(dossier, key) for key in order))


def _is_source(dossier: Dossier, key: str) -> bool:
    artifact = dossier.artifacts.get(key)
    return artifact is not None and (artifact.origin is Origin.ORIGINAL or artifact.kind is ArtifactKind.RAW_SOURCE)
