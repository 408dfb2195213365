"""What the state of a queue item is derived from: its verdicts, its queue's rules, its evidence as given."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Subquery

from inspector.figures.consensus import DEFAULT_DECISIVE, SUPPORT, Said, Settled
from inspector.judged_evidence import has_words, judged_evidence
from inspector.models import rows as opinions
from lineage.dossiers import read_dossier
from lineage.evidence.digests import raw_digest
from lineage.evidence.dossier import Dossier
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import Attachment, DecisiveField, PolicyKind, Withheld
from lineage.evidence.withholding import made_from
from lineage.formats.stored_report import read_report
from lineage.models import rows
from lineage.models.content import unpack
from lineage.policies import newest_policy
from lineage.withholding import find_withholdings_among

FIELDS = ("coverage", "answerability", "support_class", "origin", "quotation", "derivation")


class AsGiven(NamedTuple):
    """An item with the digest of its evidence as the answer was given it, the guideline, and whether it has words."""

    item: opinions.Item
    given: bytes
    guideline: int
    has_text: bool


class Asked(NamedTuple):
    """What the state of an item depends on beside verdicts and evidence: its queue's rules, what settled it.

    `priority` is what it was given by hand, with that of its queue; verdicts up to `after` were put aside.
    """

    judgements: int
    decisive: frozenset[DecisiveField]
    attachment: Attachment
    priority: int = 0
    settled: Settled | None = None
    after: int = 0


def read_said(item_ids: Sequence[int]) -> dict[int, list[Said]]:
    """By item the newest verdict of each reviewer; one that was withdrawn is none. One statement."""
    return said_in(opinions.Verdict.objects.filter(item__in=item_ids).order_by("id").values_list("item_id", *VERDICTS))


VERDICTS = ("id", "reviewer", "evidence_digest", "withdrawn", "pairs__citation_id", "pairs__support", *FIELDS)
"""Of a verdict, what `said_in` reads beside its item."""


def said_in(found: Iterable[Sequence[Any]]) -> dict[int, list[Said]]:
    """From rows of item and `VERDICTS` in the order of the verdicts: one for each pair, or one where nothing is cited.

    A row without a verdict says nothing.
    """
    newest: dict[tuple[int, str], tuple[int, bytes, bool, dict[str, str | None]]] = {}
    for item, verdict, reviewer, digest, withdrawn, citation, support, *values in found:
        if verdict is None:
            continue
        known = newest.get((item, reviewer))
        if known is None or known[0] != verdict:
            fields = dict(zip(FIELDS, values, strict=True))
            known = newest[item, reviewer] = (verdict, bytes(digest), withdrawn, fields)
        if citation is not None:
            known[3][f"{SUPPORT}{citation}"] = support
    by_item: dict[int, list[Said]] = {}
    for (item, reviewer), (verdict, digest, withdrawn, fields) in newest.items():
        if not withdrawn:
            by_item.setdefault(item, []).append(Said(reviewer, verdict, digest, fields))
    return by_item


def with_asked(items: Any) -> Any:
    """A query set of items with the columns that `asked_of` reads."""
    settled = opinions.Adjudication.objects.filter(item=OuterRef("pk")).order_by("-id")
    opened = opinions.Reopening.objects.filter(item=OuterRef("pk")).order_by("-id")
    return items.annotate(
        judgements=F("queue__judgements"),
        policy_id=F("queue__policy_id"),
        attachment=F("claim__answer__attachment"),
        queue_priority=F("queue__priority"),
        settled_verdict=Subquery(settled.values("last_verdict_id")[:1]),
        settled_digest=Subquery(settled.values("evidence_digest")[:1]),
        opened_after=Subquery(opened.values("after_id")[:1]),
    )


ASKED = (
    *("judgements", "policy_id", "attachment", "priority", "queue_priority"),
    *("settled_verdict", "settled_digest", "opened_after"),
)


def asked_of(row: Mapping[str, Any], decisive: Mapping[int, frozenset[DecisiveField]]) -> Asked:
    """From the columns of `ASKED`; `decisive` are the fields by policy (`read_decisive`)."""
    settled = row["settled_verdict"]
    return Asked(
        judgements=row["judgements"],
        decisive=decisive.get(row["policy_id"], DEFAULT_DECISIVE),
        attachment=Attachment(row["attachment"]),
        priority=row["priority"] + row["queue_priority"],
        settled=Settled(settled, bytes(row["settled_digest"])) if settled is not None else None,
        after=row["opened_after"] or 0,
    )


def read_decisive(policy_ids: Iterable[int | None]) -> dict[int, frozenset[DecisiveField]]:
    """The decisive fields of adjudication policies by row id; no statement where none is named."""
    wanted = {one for one in policy_ids if one is not None}
    if not wanted:
        return {}
    found = rows.Policy.objects.filter(pk__in=wanted).select_related("body")
    return {policy.pk: decisive_of(policy) for policy in found}


def decisive_of(policy: rows.Policy) -> frozenset[DecisiveField]:
    return _decisive(policy.body.get_bytes())


POLICY = tuple(f"queue__policy__body__{name}" for name in ("sha256", "size", "body", "coding"))
"""Of an item's queue, what `decisive_in` reads: where it is selected with the rest, no other statement is needed."""


def decisive_in(row: Mapping[str, Any]) -> dict[int, frozenset[DecisiveField]]:
    """As `read_decisive`, from the columns of `ASKED` and `POLICY`."""
    if row["policy_id"] is None:
        return {}
    return {row["policy_id"]: _decisive(unpack(*(row[name] for name in POLICY)))}


def _decisive(body: bytes) -> frozenset[DecisiveField]:
    return frozenset(DecisiveField(name) for name in load_json(body)["decisive"])


def items_as_given(tenant_id: int, item_ids: Sequence[int] | None = None) -> Iterator[AsGiven]:
    """Items with their evidence as their answers were given it, by answer: the texts are read, an answer at a time."""
    found = opinions.Item.objects.filter(tenant_id=tenant_id).order_by("claim__answer_id", "id")
    if item_ids is not None:
        found = found.filter(pk__in=item_ids)
    if not found.exists():
        return
    guideline = newest_policy(tenant_id, PolicyKind.GUIDELINE)
    label = label_of(guideline)
    texts = ("claim__answer__record", "claim__answer__text", "claim__answer__rendered")
    every = found.select_related("queue", "claim__answer__state__inspection__report", *texts)
    for answer, items in groupby(every, key=lambda item: item.claim.answer):
        dossier = read_dossier(answer)
        inspection = read_report(load_json(answer.state.inspection.report.get_bytes()), dossier)
        taken = made_from(dossier, _taken_from(tenant_id, dossier))
        for item in items:
            claim = dossier.claims[item.claim.key]
            evidence = judged_evidence(dossier, inspection, claim, label)
            has_text = has_words(dossier, inspection, claim, taken)
            yield AsGiven(item, raw_digest(evidence.digest), guideline.pk, has_text)


def _taken_from(tenant_id: int, dossier: Dossier) -> dict[tuple[str, str], Withheld]:
    """The versions whose words nobody is shown now but auditors, who judge nothing; no statement."""
    return {version: why.kind for version, why in find_withholdings_among(tenant_id, dossier.sources).items()}


def label_of_guideline(tenant_id: int) -> str:
    """The guideline in force, as verdicts are given under it: `default@1`."""
    return label_of(newest_policy(tenant_id, PolicyKind.GUIDELINE))


def label_of(policy: rows.Policy) -> str:
    return f"{policy.name}@{policy.revision}"
