"""The parts of the start page about the tenant itself: what is kept, which policies are in force, who belongs to it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import NoReverseMatch, reverse

from inspector.blindness import open_blind_slots
from inspector.models import rows as opinions
from inspector.noting import notes_for
from inspector.pages.policy_reading import author_of
from inspector.pages.run_people import name_of, named_by
from inspector.pages.start_parts import tallies_of
from inspector.pages.start_view import AskedLine, Auditing, LevelLine, MemberLine, Members, Policies, PolicyLine, Tally
from lineage.access import Action, Reader, require
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.policy import GatePolicy, level_of
from lineage.evidence.rules.registry import RULES
from lineage.evidence.rules.rule import Rule
from lineage.evidence.vocabulary import Decision, NoteKind, PolicyKind, Role
from lineage.models import rows
from lineage.policies import read_gate

# What is counted, and the route of the list that shows it, where there is one.
KEPT: tuple[tuple[str, Any, str], ...] = (
    ("answers", rows.Answer, "cases"),
    ("claims", rows.Claim, ""),
    ("citations", rows.Citation, ""),
    ("sources", rows.Source, "corpus"),
    ("source versions", rows.SourceVersion, "corpus"),
    ("texts at a stage", rows.Artifact, "corpus"),
    ("inspections", rows.Inspection, ""),
    ("verdicts", opinions.Verdict, ""),
    ("events of the ledger", rows.AuditEvent, ""),
    ("openings, exports and refusals", rows.AccessEvent, ""),
)


ASKED = 10
BY_JUDGING = frozenset({"inspections", "verdicts", "events of the ledger", "openings, exports and refusals"})


def find_url(route: str) -> str:
    """The address of a route without parameters; empty where there is no such page."""
    try:
        return reverse(route) if route else ""
    except NoReverseMatch:
        return ""


def read_auditing(reader: Reader, decisions: Mapping[str, int]) -> Auditing:
    """Counts of everything kept and where the ledger ends, in one statement."""
    require(reader, Action.READ_LEDGER)
    heads = rows.LedgerHead.objects.filter(tenant=OuterRef("pk"))
    checkpoints = rows.Checkpoint.objects.filter(tenant=OuterRef("pk")).order_by("-size", "-pk")
    found = (
        rows.Tenant.objects.filter(pk=reader.tenant_id)
        .annotate(
            **{f"n{place}": _number_of(model) for place, (_, model, _) in enumerate(KEPT)},
            seq=Coalesce(Subquery(heads.values("seq")[:1]), 0),
            head=Subquery(heads.values("hash")[:1]),
            checkpoint_size=Subquery(checkpoints.values("size")[:1]),
            checkpoint_at=Subquery(checkpoints.values("recorded_at")[:1]),
            is_blind=Exists(open_blind_slots(reader)),
        )
        .values()
        .get()
    )
    # Each of these numbers would tell who judges blind that somebody, or a judge, did.
    is_blind = found["is_blind"]
    hidden = BY_JUDGING if is_blind else frozenset()
    return Auditing(
        kept=tuple(
            Tally(label, found[f"n{place}"], find_url(route))
            for place, (label, _, route) in enumerate(KEPT)
            if label not in hidden
        ),
        hidden=tuple(label for label, _, _ in KEPT if label in hidden),
        decisions=tallies_of(decisions, tuple(Decision)),
        is_blind=is_blind,
        seq=found["seq"],
        head=digest_from_raw(bytes(found["head"])) if found["head"] is not None else None,
        checkpoint_size=found["checkpoint_size"],
        checkpoint_at=found["checkpoint_at"],
    )


def _number_of(model: Any) -> Any:
    counted = model.objects.filter(tenant=OuterRef("pk")).order_by().values("tenant").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)


def read_policies(reader: Reader) -> Policies:
    """The newest revision of each kind, and what the gate among them makes of each rule; one statement."""
    require(reader, Action.READ_CASES)
    revisions = named_by(rows.Policy.objects.visible_to(reader).select_related("body"), "author")
    newest: dict[str, Any] = {}
    for policy in revisions.order_by("-revision", "-pk"):
        newest.setdefault(policy.kind, policy)
    gate = read_gate(newest[PolicyKind.GATE.value]) if PolicyKind.GATE.value in newest else None
    return Policies(
        lines=tuple(
            _policy_line(reader, kind, found)
            for kind in PolicyKind
            if (found := newest.get(kind.value)) is not None
        ),
        gate=gate.label if gate else "",
        downgrade=gate.downgrade if gate else (),
        levels=tuple(level_line(gate, rule) for rule in RULES) if gate else (),
    )


def _policy_line(reader: Reader, kind: PolicyKind, policy: Any) -> PolicyLine:
    author = author_of(reader, policy.author, policy.first_name, policy.username)
    url = reverse("policy", args=[policy.public_id])
    return PolicyLine(kind.label, f"{policy.name}@{policy.revision}", url, _digest(policy), author, policy.recorded_at)


def _digest(policy: rows.Policy) -> str:
    return digest_from_raw(bytes(policy.digest))


def level_line(policy: GatePolicy, rule: Rule) -> LevelLine:
    details = {key.partition(":")[2] for key in policy.levels if key.startswith(f"{rule.code}:")} | set(rule.levels)
    others = [f"{detail}: {level_of(policy, rule.code, detail, None).label}" for detail in sorted(details)]
    tiers = [
        f"{tier.label} risk: {level_of(policy, rule.code, '', tier).label}"
        for tier, levels in policy.tiers.items()
        if rule.code in levels
    ]
    return LevelLine(rule.code, rule.meaning, level_of(policy, rule.code, "", None).label, (*others, *tiers))


def read_members(reader: Reader) -> Members:
    """Who belongs to the tenant, by name, and who asks to read what they may not; two statements."""
    require(reader, Action.CHANGE_MEMBERS)
    found = opinions.Membership.objects.filter(tenant_id=reader.tenant_id).select_related("user")
    return Members(
        tenant=reader.tenant,
        lines=tuple(
            MemberLine(
                name=member.user.get_short_name() or member.user.get_username(),
                roles=tuple(Role(role).label for role in member.roles),
                labels=tuple(member.labels),
                joined_at=member.joined_at,
            )
            for member in found.order_by("user__username")
        ),
        asked=_read_asked(reader),
    )


def _read_asked(reader: Reader) -> tuple[AskedLine, ...]:
    """The newest wishes for access. Their words stand on the claim's own page, which knows who may read them."""
    notes = notes_for(reader).filter(kind=NoteKind.ACCESS_REQUEST.value)
    notes = notes.select_related("claim").annotate(heading=F("claim__answer__state__heading"))
    return tuple(
        AskedLine(
            who=name_of(reader, row.author, row.first_name, row.username),
            heading=row.heading,
            url=reverse("notes", args=[row.claim.public_id]),
            recorded_at=row.recorded_at,
        )
        for row in named_by(notes, "author").order_by("-id")[:ASKED]
    )
