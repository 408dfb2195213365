"""Was each step recorded well enough to be looked at again?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Transformation
from lineage.evidence.capture import Hop
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import ArtifactKind, Level, Mediation, Outcome, Owner, Route

SUPPORTED, CONFLICTED = "supported", "conflicted"


def _hops(subject: Subject) -> Iterator[Check]:
    hops = subject.dossier.answer.capture.hops
    if hops is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    by_key = {hop.key: hop for hop in hops}
    for hop in hops:
        fault = _find_hop_fault(subject.dossier, by_key, hop)
        yield Check(Outcome.FAIL if fault else Outcome.PASS, None, None, hop.key, fault)
    if not hops:
        yield Check(Outcome.NOT_APPLICABLE)


def _find_hop_fault(dossier: Dossier, hops: dict[str, Hop], hop: Hop) -> str:
    """What is wrong with a hop, in one sentence; empty where nothing is."""
    if hop.status == CONFLICTED and not hop.conflicts:
        return f"The intermediate result {hop.key} is said to be in conflict, and does not name with what."
    if _rests_on_evidence(dossier, hops, hop):
        return ""
    if hop.used_by:
        users = ", ".join(hop.used_by)
        return f"The intermediate result {hop.key}, which {users} takes as a fact, names no evidence."
    if hop.status == SUPPORTED:
        return f"The intermediate result {hop.key} is said to be supported, and names no evidence."
    return ""


def _rests_on_evidence(dossier: Dossier, hops: dict[str, Hop], hop: Hop) -> bool:
    """Whether a hop names evidence itself, or hops that do; a note of another hop is none."""
    waiting, seen = [hop], {hop.key}
    while waiting:
        for key in waiting.pop().supports:
            if key not in hops:
                artifact = dossier.artifacts.get(key)
                if artifact is None or artifact.kind is not ArtifactKind.HOP_NOTE:
                    return True
            elif key not in seen:
                seen.add(key)
                waiting.append(hops[key])
    return False


def _prompts(subject: Subject) -> Iterator[Check]:
    made = [found for found in _reached(subject) if found.mediation is Mediation.MODEL]
    for found in made:
        if found.prompt_digest is not None:
            yield Check(Outcome.PASS, detail=found.key)
        else:
            sentence = (
                f"{found.key} ({found.kind.label}) was made by a model, and the digest of its prompt was not recorded."
            )
            yield Check(Outcome.FAIL, None, None, found.key, sentence, {"transformation": found.key})
    if not made:
        yield Check(Outcome.NOT_APPLICABLE)


def _reached(subject: Subject) -> tuple[Transformation, ...]:
    """Every transformation behind the cited texts, each once."""
    found: dict[str, Transformation] = {}
    seen: set[str] = set()
    waiting = [resolution.artifact for _, resolution in subject.citations() if resolution.artifact is not None]
    while waiting:
        key = waiting.pop(0)
        if key in seen:
            continue
        seen.add(key)
        for edge in subject.dossier.edges_into.get(key, ()):
            found[edge.transformation.key] = edge.transformation
            waiting.append(edge.derivation.input)
    return tuple(found.values())


RULES = (
    Rule(
        code="lineage/hop-output-as-fact",
        meaning="An intermediate result that later steps use names the evidence that it rests on.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Hand propositions on together with the ids of their evidence, and write the answer from those.",
        level=Level.REVIEW,
        check=_hops,
        proves_not="Evidence that is named may not carry the intermediate result.",
        requirements=("S3-42", "S3-44"),
    ),
    Rule(
        code="lineage/prompt-digest-missing",
        meaning="What a model made on the way to a cited text was recorded with the digest of its prompt.",
        owner=Owner.INGESTION,
        route=Route.REVIEW,
        repair="Record the digest of the prompt or template with each step that a model makes.",
        level=Level.WARN,
        check=_prompts,
        proves_not="The same prompt may give other words tomorrow.",
        requirements=("S3-18", "S3-49"),
    ),
)
