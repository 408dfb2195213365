"""Whether a version's words may be shown now, by what happened to it, what audit keeps, and who asks (M-96, 7.3)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lineage.evidence.bundle import Answer, Artifact, Derivation, ManifestEntry, Transformation
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import (
    ArtifactKind,
    AuditRetention,
    Availability,
    Mediation,
    SourceEventKind,
    TransformationKind,
    Withheld,
)
from lineage.evidence.withholding import Retention, decide, find_taking, made_from

DAYS = [datetime(2026, 11, day, tzinfo=UTC) for day in range(1, 29)]
NOW = DAYS[20]
SNAPSHOT = Retention(AuditRetention.RESTRICTED_SNAPSHOT, DAYS[25])


def happened(*kinds: str) -> list[tuple[SourceEventKind, datetime]]:
    return [(SourceEventKind(kind), DAYS[number]) for number, kind in enumerate(kinds)]


@pytest.mark.parametrize(
    ("kinds", "taken"),
    [
        ((), None),
        (("activated", "superseded", "held", "released"), None),
        (("withdrawn",), "withdrawn"),
        (("withdrawn", "restored"), None),
        (("withdrawn", "restored", "withdrawn"), "withdrawn"),
        (("withdrawn", "tombstoned"), "tombstoned"),
        (("tombstoned", "restored"), "tombstoned"),
        (("tombstoned", "withdrawn"), "tombstoned"),
        (("tombstoned", "purge_requested", "purged"), "purged"),
        (("purged", "restored"), "purged"),
        (("purged", "tombstoned"), "purged"),
    ],
)
def test_the_last_event_decides_but_deleting_and_erasing_are_final(kinds: tuple[str, ...], taken: str | None) -> None:
    found = find_taking(happened(*kinds), NOW)
    assert (found[0].value if found else None) == taken


def test_what_is_to_happen_later_has_not_happened() -> None:
    assert find_taking([(SourceEventKind.WITHDRAWN, DAYS[25])], NOW) is None


@pytest.mark.parametrize(
    ("kinds", "retention", "reader", "auditor"),
    [
        ((), None, None, None),
        (("withdrawn",), None, Withheld.WITHDRAWN, None),
        (("tombstoned",), None, Withheld.DELETED, Withheld.DELETED),
        (("tombstoned",), Retention(AuditRetention.NONE), Withheld.DELETED, Withheld.DELETED),
        (("tombstoned",), Retention(AuditRetention.METADATA_ONLY), Withheld.DELETED, Withheld.DELETED),
        (("tombstoned",), SNAPSHOT, Withheld.DELETED, None),
        (("tombstoned",), Retention(AuditRetention.RESTRICTED_SNAPSHOT, NOW), Withheld.DELETED, Withheld.DELETED),
        (("tombstoned", "purged"), SNAPSHOT, Withheld.DELETED, Withheld.DELETED),
    ],
)
def test_auditors_read_what_was_withdrawn_and_a_snapshot_until_its_date(
    kinds: tuple[str, ...], retention: Retention | None, reader: Withheld | None, auditor: Withheld | None
) -> None:
    for reads, wanted in ((False, reader), (True, auditor)):
        found = decide(
            Availability.AVAILABLE, happened(*kinds), NOW, reads_taken_away=reads, retention=retention
        )
        assert (found.kind if found else None) == wanted
        if found is not None:
            assert found.since == DAYS[len(kinds) - 1]


@pytest.mark.parametrize(
    ("reads", "kind", "hides"),
    [
        (False, AuditRetention.METADATA_ONLY, True),
        (True, AuditRetention.METADATA_ONLY, False),
        (True, AuditRetention.NONE, True),
    ],
)
def test_title_and_address_of_deleted_words_are_for_auditors_where_the_tombstone_keeps_them(
    reads: bool, kind: AuditRetention, hides: bool
) -> None:
    for kinds in (("tombstoned",), ("tombstoned", "purged")):
        found = decide(
            Availability.AVAILABLE, happened(*kinds), NOW, reads_taken_away=reads, retention=Retention(kind)
        )
        assert found is not None
        assert found.hides_names is hides


@pytest.mark.parametrize(
    ("availability", "kind", "hides"),
    [
        ("deleted", Withheld.DELETED, True),
        ("withdrawn", Withheld.WITHDRAWN, True),
        ("access_blocked", Withheld.BLOCKED, True),
        ("not_retained", Withheld.NOT_RETAINED, False),
        ("hash_only", Withheld.NOT_RETAINED, False),
        ("archived", Withheld.ARCHIVED, False),
    ],
)
def test_what_a_version_came_as_is_told_apart(availability: str, kind: Withheld, hides: bool) -> None:
    found = decide(Availability(availability), (), NOW)
    assert found is not None
    assert (found.kind, found.since, found.hides_names) == (kind, None, hides)


def test_what_was_made_from_a_withheld_version_is_withheld_for_the_gravest_reason() -> None:
    def text(key: str, version: str | None) -> Artifact:
        return Artifact(key=key, kind=ArtifactKind.CHUNK, source="s" if version else None, version=version, text=key)

    def step(source: str, output: str) -> Transformation:
        derivation = Derivation(input=source, output=output)
        kind, by = TransformationKind.MERGE, Mediation.DETERMINISTIC
        return Transformation(key=f"{source}>{output}", kind=kind, mediation=by, derivations=(derivation,))

    artifacts = [text("one", "1"), text("two", "2"), text("both", None), text("bullet", None), text("other", "3")]
    steps = [step("one", "both"), step("two", "both"), step("both", "bullet"), step("bullet", "both")]
    manifest = tuple(ManifestEntry(label=a.key, artifact=a.key) for a in artifacts)
    dossier = Dossier.of(Answer(manifest=manifest), (), artifacts, steps)
    found = made_from(dossier, {("s", "2"): Withheld.WITHDRAWN, ("s", "1"): Withheld.DELETED})
    assert found == {
        "one": Withheld.DELETED,
        "both": Withheld.DELETED,
        "bullet": Withheld.DELETED,
        "two": Withheld.WITHDRAWN,
    }
    assert made_from(dossier, {}) == {}
