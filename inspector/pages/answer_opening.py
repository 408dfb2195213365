"""From a public id to an AnswerReading: the answer's rows in a fixed number of statements, after asking who reads."""

from typing import Any

from django.db.models import OuterRef
from django.urls import reverse

from inspector.blindness import INSPECTED, is_blind_about, read_as_seen
from inspector.pages.answer_masks import named_elsewhere
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.withheld_opening import find_closed_artifacts, find_closed_versions, read_closed
from inspector.pages.withheld_reading import masked_artifacts, used_among
from lineage.access import Action, Reader, get_visible, require
from lineage.dossiers import ANSWER_TEXTS
from lineage.evidence.dossier import Dossier
from lineage.evidence.policy import GatePolicy
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Level
from lineage.evidence.withholding import Withholding
from lineage.models import rows
from lineage.policies import read_gate

RANKING_INVERSION = "retrieval/ranking-inversion"
RELATED = ("case", *ANSWER_TEXTS, "payload", *INSPECTED)


def open_answer(reader: Reader, public_id: str, *, only_names_of_candidates: bool = False) -> AnswerReading:
    """The answer with its dossier, and what was found when it was inspected. Raises NotVisible.

    `only_names_of_candidates` as in `read_dossier`: for a page that lists them and shows none of their words.
    """
    require(reader, Action.READ_CASES)
    is_blind = is_blind_about(reader, answer=OuterRef("pk"))
    answers = rows.Answer.objects.select_related(*RELATED).annotate(is_blind=is_blind)
    answer = get_visible(answers, reader, public_id)
    is_lean = only_names_of_candidates and not _decides_by_candidates(read_gate(answer.state.inspection.policy))
    dossier, inspection, policy = read_as_seen(
        answer, is_blind=answer.is_blind, only_names_of_candidates=is_lean
    )
    elsewhere, versions = find_hidden(reader, dossier)
    closed = read_closed(reader, dossier)
    return AnswerReading(
        public_id=public_id,
        url=reverse("answer", args=[public_id]),
        dossier=dossier,
        inspection=inspection,
        masked=elsewhere | masked_artifacts(dossier, closed.versions),
        hidden_versions=versions | used_among(dossier, closed.versions),
        closed=closed,
        claim_urls=claim_urls(answer),
        version_urls=version_urls(reader, dossier),
        recorded_at=answer.recorded_at,
        payload=_payload(answer),
        policy=policy,
        is_blind=answer.is_blind,
    )


def _decides_by_candidates(policy: GatePolicy) -> bool:
    """Whether the one rule that asks what candidates were made from weighs in the decision: as shipped, it warns."""
    levels = [level for part in (policy.levels, *policy.tiers.values()) for level in part.items()]
    return any(
        code.partition(":")[0] == RANKING_INVERSION and LEVEL_WEIGHT[level] > LEVEL_WEIGHT[Level.WARN]
        for code, level in levels
    )


def _payload(answer: Any) -> str | None:
    """None too where its words were purged: an answer page still opens."""
    kept = answer.payload
    return kept.get_text() if kept is not None and kept.body is not None else None


def find_hidden(
    reader: Reader, dossier: Dossier
) -> tuple[dict[str, Withholding], dict[tuple[str, str], Withholding]]:
    """Of what the capture names beside the dossier: artifacts and source versions that the reader may not read."""
    artifacts, sources = named_elsewhere(dossier)
    # What has no derivations in the dossier may have been made from something that is closed.
    made = {key for key in dossier.artifacts if key not in dossier.edges_into}
    return find_closed_artifacts(reader, artifacts | made), find_closed_versions(reader, sources)


def claim_urls(answer: Any) -> dict[str, str]:
    """The addresses of an answer's claims by key, in their order."""
    found = rows.Claim.objects.filter(answer_id=answer.pk).order_by("ordinal").values_list("key", "public_id")
    return {key: reverse("claim", args=[public_id]) for key, public_id in found}


def version_urls(reader: Reader, dossier: Dossier) -> dict[tuple[str, str], str]:
    """The addresses of the source versions that the reader may open, by source key and version."""
    versions = rows.SourceVersion.objects.visible_to(reader).filter(source__key__in=list(dossier.sources))
    found = versions.values_list("source__key", "version", "public_id")
    return {(source, version): reverse("source", args=[public_id]) for source, version, public_id in found}
