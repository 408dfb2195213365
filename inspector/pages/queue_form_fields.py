"""What was sent to make or change a queue: read field by field, with what is wrong at each; nothing is looked up."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from inspector.figures.sampling import SamplingRule, Stratum, Unit, read_rule
from inspector.models import rows as opinions
from inspector.models.queues import LEASE_MINUTES, MOST_GOLD, MOST_JUDGEMENTS
from inspector.queue_fields import LARGEST_SEED, LONGEST_LEASE, LONGEST_NAME, MOST_PRIORITY, QueueFields
from lineage.evidence.rules.registry import RULES
from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import ClaimKind, Decision, Diagnosis, Environment, Owner, QueueKind

BY_HAND, BY_RULE = "hand", "rule"
RATE_DIGITS, LEAST_PERCENT = 6, "0.0001"
KNOWN_RULES = {rule.code for rule in RULES}
Kind = TypeVar("Kind", bound=Term)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """As it was written, so that a form that comes back says what its sender said; `many` are ticked boxes."""

    name: str = ""
    kind: str = QueueKind.COMPLIANCE.value
    judgements: str = "1"
    blind: str = ""
    policy: str = ""
    priority: str = "0"
    lease_minutes: str = str(LEASE_MINUTES)
    seed: str = ""
    filled: str = BY_HAND
    rules: str = ""
    score_from: str = ""
    score_to: str = ""
    stratum: str = ""
    unit: str = Unit.CLAIM.value
    percent: str = "100"
    gold: str = ""
    gold_percent: str = ""
    many: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def having(self, policy: str, gold: str, many: Mapping[str, tuple[str, ...]]) -> "Written":
        """With the policy's revision, the set that gold is of, and more ticked boxes."""
        return replace(self, policy=policy, gold=gold, many={**self.many, **many})

    def complete(self, fields: QueueFields, people: tuple[str, ...]) -> QueueFields:
        """What was parsed, with the people that were looked up and the policy's revision, whose id nobody knows yet."""
        return replace(fields, policy=self.policy or None, reviewers=people)


class Parsed(NamedTuple):
    """What the fields say, but for people and the policy; of no use where `errors` (by field) has any."""

    fields: QueueFields
    errors: dict[str, str]


MANY = ("reviewers", "decisions", "owners", "kinds", "diagnoses", "environments")


def read_written(sent: Any) -> Written:
    """From a QueryDict; what is too long is cut, and stands cut in the form that comes back."""
    names = [name for name in Written.__dataclass_fields__ if name != "many"]
    given = {name: sent.get(name, "").replace("\0", "")[:2_000].strip() for name in names}
    return Written(**given, many={name: tuple(sent.getlist(name))[:50] for name in MANY})


def written_of(queue: opinions.Queue) -> Written:
    """A queue as its form says it, but for people and the policy."""
    rule = read_rule(queue.rule)
    about = {
        "name": queue.name,
        "kind": queue.kind,
        "judgements": str(queue.judgements),
        "blind": "yes" if queue.blind else "",
        "priority": str(queue.priority),
        "lease_minutes": str(queue.lease_minutes),
        "seed": str(queue.seed),
        "gold_percent": _plain(round(queue.gold_share * 100, 4)) if queue.gold_share else "",
    }
    return Written(**about, **_written_rule(rule)) if rule is not None else Written(**about)


def _written_rule(rule: SamplingRule) -> dict[str, Any]:
    return {
        "filled": BY_RULE,
        "rules": "\n".join(rule.rules),
        "score_from": _plain(rule.score_from),
        "score_to": _plain(rule.score_to),
        "stratum": rule.stratum or "",
        "unit": str(rule.unit),
        "percent": _plain(round(rule.rate * 100, 4)),
        "many": {name: tuple(map(str, getattr(rule, name))) for name in MANY if name != "reviewers"},
    }


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"


def parse(written: Written) -> Parsed:
    errors: dict[str, str] = {}
    if not 0 < len(written.name) <= LONGEST_NAME:
        errors["name"] = f"give it a name of at most {LONGEST_NAME} characters"
    kind = _term(QueueKind, written.kind)
    if kind is None:
        errors["kind"] = "choose what the queue is for"
    fields = QueueFields(
        name=written.name,
        kind=kind or QueueKind.COMPLIANCE,
        judgements=_whole(written, "judgements", 1, MOST_JUDGEMENTS, errors),
        blind=bool(written.blind),
        priority=_whole(written, "priority", -MOST_PRIORITY, MOST_PRIORITY, errors),
        lease_minutes=_whole(written, "lease_minutes", 1, LONGEST_LEASE, errors),
        seed=_whole(written, "seed", 0, LARGEST_SEED, errors) if written.seed else None,
        rule=_rule(written, errors) if written.filled == BY_RULE else None,
        gold=written.gold or None,
        gold_share=_gold_share(written, errors),
    )
    return Parsed(fields, errors)


def _rule(written: Written, errors: dict[str, str]) -> SamplingRule:
    rules = tuple(dict.fromkeys(written.rules.replace(",", " ").split()))
    unknown = [code for code in rules if code not in KNOWN_RULES]
    if unknown:
        errors["rules"] = f"no rule has the code {unknown[0][:80]}; write codes such as origin/quote-mismatch"
    low, high = (_number(written, name, 0, 1, errors) for name in ("score_from", "score_to"))
    if low is not None and high is not None and low > high:
        errors["score_to"] = "the upper bound lies below the lower one"
    percent = _number(written, "percent", 0, 100, errors)
    rate = round((percent or 0) / 100, RATE_DIGITS)
    if not rate:
        errors.setdefault("percent", f"write a number from {LEAST_PERCENT} to 100")
    if errors:
        return SamplingRule()
    return SamplingRule(
        decisions=_terms(Decision, written.many.get("decisions", ())),
        rules=rules,
        owners=_terms(Owner, written.many.get("owners", ())),
        kinds=_terms(ClaimKind, written.many.get("kinds", ())),
        diagnoses=_terms(Diagnosis, written.many.get("diagnoses", ())),
        environments=_terms(Environment, written.many.get("environments", ())),
        score_from=low,
        score_to=high,
        stratum=_term(Stratum, written.stratum),
        unit=_term(Unit, written.unit) or Unit.CLAIM,
        rate=rate,
    )


def _gold_share(written: Written, errors: dict[str, str]) -> float:
    """A share without a set is as if nothing was asked for."""
    if not written.gold:
        return 0
    share = round((_number(written, "gold_percent", 0, MOST_GOLD * 100, errors) or 0) / 100, RATE_DIGITS)
    if not share:
        errors.setdefault("gold_percent", f"write a number from {LEAST_PERCENT} to {MOST_GOLD * 100:g}")
    return share


def _whole(written: Written, name: str, least: int, most: int, errors: dict[str, str]) -> int:
    number = getattr(written, name)
    digits = number.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 19 and least <= int(number) <= most:
        return int(number)
    errors[name] = f"write a whole number from {least} to {most}"
    return least


def _number(written: Written, name: str, least: float, most: float, errors: dict[str, str]) -> float | None:
    number = getattr(written, name).replace(",", ".")
    if not number:
        return None
    whole, _, part = number.partition(".")
    if (whole + part).isascii() and (whole + part).isdigit() and len(number) <= 12 and least <= float(number) <= most:
        return float(number)
    errors[name] = f"write a number from {least} to {most}"
    return None


def _term(terms: type[Kind], value: str) -> Kind | None:
    return terms(value) if value in set(terms) else None


def _terms(terms: type[Kind], values: tuple[str, ...]) -> tuple[Kind, ...]:
    """Those that are ours, in the order of the vocabulary."""
    return tuple(term for term in terms if term in values)
