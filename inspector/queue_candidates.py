"""The claims that a queue's kind and rule ask for, with what they are drawn by."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from inspector.claim_kinds import newest_kind
from inspector.figures.sampling import Candidate, SamplingRule, Stratum, Unit, band, join
from inspector.models import rows as opinions
from lineage.bulk import in_parts
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import ClaimKind, JudgeStatus, QueueKind
from lineage.models import rows

PART = 200


def matching(tenant_id: int, kind: QueueKind, rule: SamplingRule) -> "QuerySet[rows.Claim]":
    """The inspected claims of a tenant that the kind feeds and the rule asks for, but for its diagnoses."""
    claims = rows.Claim.objects.filter(tenant_id=tenant_id, answer__state__isnull=False)
    claims = claims.alias(known_kind=_known_kind()).filter(*_of_kind(kind, tenant_id))
    if rule.decisions:
        claims = claims.filter(answer__state__decision__in=_values(rule.decisions))
    if rule.environments:
        claims = claims.filter(answer__state__environment__in=_values(rule.environments))
    if rule.kinds:
        claims = claims.filter(known_kind__in=_values(rule.kinds))
    if rule.rules or rule.owners:
        findings = _findings()
        findings = findings.filter(rule__in=rule.rules) if rule.rules else findings
        claims = claims.filter(Exists(findings.filter(owner__in=_values(rule.owners)) if rule.owners else findings))
    if rule.score_from is not None or rule.score_to is not None:
        claims = claims.filter(Exists(_scored(rule)))
    return claims.order_by("pk")


def read_candidates(claims: "QuerySet[rows.Claim]", rule: SamplingRule) -> list[Candidate]:
    """These claims as they are drawn; the reports are read where the rule asks for diagnoses."""
    lowest = Subquery(_scores().order_by("score").values("score")[:1])
    columns = ("pk", "answer__case__key", "answer__response_version", "ordinal", "key")
    told = ("known_kind", "answer__state__decision", "answer__state__environment", "lowest")
    every = list(claims.annotate(lowest=lowest, known_kind=_known_kind()).values_list(*columns, *told))
    diagnosed = _diagnosed(claims, rule) if rule.diagnoses else None
    owners = _owners([row[0] for row in every]) if rule.stratum is Stratum.OWNER else {}
    candidates = []
    for pk, case, version, ordinal, key, *about in every:
        if diagnosed is not None and pk not in diagnosed:
            continue
        unit = (case, version) if rule.unit is Unit.ANSWER else (case, version, str(ordinal), key)
        candidates.append(Candidate(pk, "\0".join(unit), _stratum(rule, about, owners.get(pk, ()))))
    return candidates


def _stratum(rule: SamplingRule, about: Sequence[Any], owners: Iterable[str]) -> str:
    kind, decision, environment, lowest = about
    if rule.stratum is Stratum.KIND:
        return str(kind)
    if rule.stratum is Stratum.DECISION:
        return str(decision)
    if rule.stratum is Stratum.ENVIRONMENT:
        return str(environment)
    if rule.stratum is Stratum.OWNER:
        return join(owners)
    return band(lowest) if rule.stratum is Stratum.SCORE else ""


def _of_kind(kind: QueueKind, tenant_id: int) -> Iterator[Any]:
    """What feeds a queue of this kind, whatever its rule."""
    if kind is QueueKind.NEEDS_CLAIM_KIND:
        yield Q(known_kind=ClaimKind.UNCLASSIFIED.value)
    if kind is QueueKind.REREVIEW:
        stale = opinions.ItemState.objects.filter(tenant_id=tenant_id, stale=True)
        yield Q(pk__in=stale.exclude(queue__kind=QueueKind.REREVIEW.value).values("item__claim"))
    if kind is QueueKind.JUDGE_UNSTABLE:
        yield Exists(contradicted())


def contradicted() -> "QuerySet[rows.JudgeResult]":
    """Results on the outer claim that another contradicts: same judge, set up the same, same input, other verdict."""
    done = rows.JudgeResult.objects.filter(
        claim=OuterRef("pk"), status=JudgeStatus.COMPLETED.value, input_digest__isnull=False, verdict__isnull=False
    )
    same = {name: OuterRef(name) for name in ("claim", "evaluator", "version", "scope", "input_digest", "status")}
    alike = [_equal("citation"), _equal("configuration_digest")]
    others = rows.JudgeResult.objects.filter(*alike, **same, verdict__isnull=False)
    return done.filter(Exists(others.exclude(verdict=OuterRef("verdict"))))


def _equal(name: str) -> Q:
    """The same value as the outer row, or none in both."""
    return Q(**{name: OuterRef(name)}) | Q(IsNull(OuterRef(name), True), **{f"{name}__isnull": True})


def _known_kind() -> Any:
    """The kind that came with the claim, else the one that a person gave it last."""
    return Coalesce(Case(When(kind=ClaimKind.UNCLASSIFIED.value, then=newest_kind())), F("kind"))


def _findings() -> "QuerySet[rows.Finding]":
    """Those of the outer claim's newest inspection that are on the claim, or on its answer as a whole."""
    about = Q(claim=OuterRef("pk")) | Q(claim__isnull=True)
    return rows.Finding.objects.filter(about, inspection=OuterRef("answer__state__inspection"))


def _scores() -> "QuerySet[rows.JudgeResult]":
    """What judges gave the outer claim."""
    given = {"status": JudgeStatus.COMPLETED.value, "score__isnull": False}
    return rows.JudgeResult.objects.filter(claim=OuterRef("pk"), **given)


def _scored(rule: SamplingRule) -> "QuerySet[rows.JudgeResult]":
    results = _scores().filter(score__gte=rule.score_from) if rule.score_from is not None else _scores()
    return results.filter(score__lte=rule.score_to) if rule.score_to is not None else results


def _diagnosed(claims: "QuerySet[rows.Claim]", rule: SamplingRule) -> set[int]:
    """Those of the claims that were diagnosed as the rule asks, by the reports of their answers, a part at a time."""
    wanted, found = set(_values(rule.diagnoses)), set[int]()
    of_answer: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for answer, pk, key in claims.values_list("answer_id", "pk", "key"):
        of_answer[answer].append((pk, key))
    for part in in_parts(list(of_answer), PART):
        for state in rows.AnswerState.objects.filter(answer__in=part).select_related("inspection__report"):
            report = load_json(state.inspection.report.get_bytes())
            named = {told["claim"] for told in report["claims"] if told["diagnosis"] in wanted}
            found.update(pk for pk, key in of_answer[state.answer_id] if key in named)
    return found


def _owners(claims: Sequence[int]) -> dict[int, list[str]]:
    """By claim the owners of the findings on it, under the newest inspection of its answer."""
    found: dict[int, list[str]] = defaultdict(list)
    for part in in_parts(claims, PART):
        findings = rows.Finding.objects.filter(claim__in=part, inspection=F("claim__answer__state__inspection"))
        for claim, owner in findings.values_list("claim_id", "owner"):
            found[claim].append(owner)
    return found


def _values(terms: Iterable[Any]) -> list[str]:
    return [term.value for term in terms]
