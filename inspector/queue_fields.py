"""What a queue can be asked to be, and whether it can be that in this tenant."""

from dataclasses import dataclass
from typing import Any

from inspector.figures.sampling import SamplingRule, dump_rule
from inspector.models import rows as opinions
from inspector.models.queues import LEASE_MINUTES, MOST_GOLD, MOST_JUDGEMENTS
from inspector.queue_dealing import find_judges
from inspector.queue_reading import NotKept
from lineage.access import Reader, get_visible
from lineage.evidence.vocabulary import PolicyKind, QueueKind
from lineage.models import rows
from lineage.policies import newest_policy

LONGEST_NAME, LONGEST_LEASE, MOST_PRIORITY = 100, 24 * 60, 1_000
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFields:
    """What a queue asks for. `policy` is the public id of an adjudication policy's revision, None for the newest.

    `rule` is None for a queue that is filled by hand. A `seed` of None is made up; `reviewers` are pseudonyms, nobody
    for whoever may record a verdict. `gold` is the public id of a label set: to n claims that come in, `gold_share` x n
    of its items are mixed in; in blind queues only.
    """

    name: str
    kind: QueueKind = QueueKind.COMPLIANCE
    judgements: int = 1
    blind: bool = False
    policy: str | None = None
    rule: SamplingRule | None = None
    seed: int | None = None
    priority: int = 0
    lease_minutes: int = LEASE_MINUTES
    reviewers: tuple[str, ...] = ()
    gold: str | None = None
    gold_share: float = 0


def values_of(reader: Reader, fields: QueueFields) -> dict[str, Any]:
    """The columns of a row. Raises NotKept for what cannot be, NotVisible for a policy of others."""
    name = fields.name.strip()
    is_named = 0 < len(name) <= LONGEST_NAME and "\0" not in name
    _require(is_named, "name", f"Give it a name of at most {LONGEST_NAME} characters.")
    asked = 1 <= fields.judgements <= MOST_JUDGEMENTS
    _require(asked, "judgements", f"Ask for 1 to {MOST_JUDGEMENTS} judgements of a claim.")
    held = 1 <= fields.lease_minutes <= LONGEST_LEASE
    _require(held, "lease_minutes", f"A claim is held for 1 to {LONGEST_LEASE} minutes.")
    _require(abs(fields.priority) <= MOST_PRIORITY, "priority", f"A priority lies within {MOST_PRIORITY} of zero.")
    _require(fields.seed is None or 0 <= fields.seed <= LARGEST_SEED, "seed", "A seed is a whole number from 0 up.")
    return {
        "name": name,
        "kind": fields.kind.value,
        "judgements": fields.judgements,
        "blind": fields.blind,
        "policy_id": _policy(reader, fields),
        "rule": dump_rule(fields.rule) if fields.rule is not None else {},
        "seed": fields.seed,
        "priority": fields.priority,
        "lease_minutes": fields.lease_minutes,
        "reviewers": _reviewers(reader, fields),
        **_gold(reader, fields),
    }


def _policy(reader: Reader, fields: QueueFields) -> int:
    policies = rows.Policy.objects.filter(kind=PolicyKind.ADJUDICATION.value)
    if fields.policy is None:
        return newest_policy(reader.tenant_id, PolicyKind.ADJUDICATION).pk
    found: int = get_visible(policies, reader, fields.policy).pk
    return found


def _gold(reader: Reader, fields: QueueFields) -> dict[str, Any]:
    if fields.gold is None:
        return {"gold_id": None, "gold_share": 0.0}
    # Elsewhere everybody sees what was said of a claim before, and so which ones are known.
    _require(fields.blind, "gold", "Known items are mixed into blind queues only: tick “Blind”, or choose none.")
    message = f"Say how many of a hundred are mixed in: more than 0, at most {MOST_GOLD:.0%}."
    _require(0 < fields.gold_share <= MOST_GOLD, "gold_percent", message)
    return {
        "gold_id": get_visible(opinions.CalibrationSet.objects, reader, fields.gold).pk,
        "gold_share": fields.gold_share,
    }


def _reviewers(reader: Reader, fields: QueueFields) -> list[str]:
    judges = find_judges(reader.tenant_id)
    named = list(dict.fromkeys(fields.reviewers))
    _require(set(named) <= set(judges), "reviewers", "Name people of this house who may record verdicts.")
    able = len(named or judges)
    if fields.blind and able < fields.judgements:
        raise NotKept(
            f"{fields.judgements} judgements need as many people, and there are {able} to deal to.", "reviewers"
        )
    return named


def _require(is_good: bool, field: str, message: str) -> None:
    if not is_good:
        raise NotKept(message, field)
