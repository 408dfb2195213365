"""Bullets of summaries that rest on nothing: left out of what is imported, and listed where the import says what it
did (S3-41). What was made of source words without saying of which cannot be followed back to any.
"""

from __future__ import annotations

from collections.abc import Iterator

from lineage.evidence.bundle import Derivation
from lineage.evidence.native import Collected
from lineage.evidence.reading import Problem
from lineage.evidence.vocabulary import ArtifactKind
from lineage.formats.summary_bullets import REASON, REJECTED


def set_aside(found: Collected) -> list[Problem]:
    """Takes the shared bullets without a mapped span out of a file that was read, and names each, with those that a
    reader of its format left out. A bullet that a step or an answer of the file names stays, and is named as well.
    """
    notes = [Problem(place, "", note) for place, note in _left_out_before(found)]
    bullets = [artifact for artifact in found.artifacts.values() if artifact.kind is ArtifactKind.SUMMARY_BULLET]
    supported = {derivation.output for derivation in _derivations(found) if derivation.segments} if bullets else set()
    loose = [bullet for bullet in bullets if bullet.key not in supported]
    named = set(_named(found)) if loose else set()
    for bullet in loose:
        if bullet.key in named:
            notes.append(Problem("shared records", "", f"{bullet.key} stays, because something names it, but {REASON}"))
        else:
            del found.artifacts[bullet.key]
            found.shared = None
            notes.append(Problem("shared records", "", _said(bullet.key, REJECTED, REASON)))
    return notes


def _derivations(found: Collected) -> Iterator[Derivation]:
    for made in (*found.transformations.values(), *(made for _, a in found.answers for made in a.transformations)):
        yield from made.derivations


def _said(key: object, status: object, reason: object) -> str:
    return f"{key} was left out ({status}): {reason}"


def _left_out_before(found: Collected) -> Iterator[tuple[str, str]]:
    for place, answer in found.answers:
        listed = (answer.capture.extra or {}).get("rejected")
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, dict) and one.get("status") == REJECTED:
                yield place, _said(one.get("artifact_id"), REJECTED, one.get("reason"))


def _named(found: Collected) -> Iterator[str]:
    """Keys of artifacts that a step takes or gives, or that an answer was given or cites."""
    for derivation in _derivations(found):
        yield from (derivation.input, derivation.output)
    for _, answer in found.answers:
        for entry in answer.manifest or ():
            yield from (entry.artifact, *(part.artifact for part in entry.parts))
        for citation in answer.citations:
            yield from (key for key in (citation.artifact, citation.cited) if isinstance(key, str))
