"""Who may do what (M-109, S3-85), and that a foreign row looks like a missing one (G3)."""

from __future__ import annotations

import pytest

from lineage.access import MAY, WRITING, Action, NotAllowed, NotVisible, Reader, get_visible, require
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.lineage.making import make_answer, make_tenant


def reader(*roles: Role, tenant_id: int = 1, labels: tuple[str, ...] = ()) -> Reader:
    return Reader("ada", tenant_id, "harbour", frozenset(roles), frozenset(labels))


def test_every_action_says_who_may_do_it() -> None:
    assert set(MAY) == set(Action)
    assert all(MAY[action] for action in Action)


def test_everyone_in_the_tenant_reads_cases_and_sources() -> None:
    assert MAY[Action.READ_CASES] == MAY[Action.READ_SOURCES] == frozenset(Role)


def test_an_auditor_reads_and_exports_everything_and_writes_nothing() -> None:
    auditor = reader(Role.AUDITOR)
    assert {action for action in Action if auditor.may(action)} == set(Action) - WRITING
    assert auditor.reads_every_label


@pytest.mark.parametrize(
    ("action", "roles"),
    [
        (Action.RECORD_VERDICT, {Role.REVIEWER, Role.LABELER}),
        (Action.ADJUDICATE, {Role.ADJUDICATOR}),
        (Action.IMPORT_ANSWERS, {Role.RESPONDER, Role.ADMINISTRATOR}),
        (Action.PUBLISH_POLICY, {Role.POLICY_ADMIN}),
        (Action.CHANGE_MEMBERS, {Role.ADMINISTRATOR}),
    ],
)
def test_who_writes(action: Action, roles: set[Role]) -> None:
    assert {role for role in Role if reader(role).may(action)} == roles


def test_several_roles_may_what_any_of_them_may() -> None:
    cleo = reader(Role.ADJUDICATOR, Role.REVIEWER)
    assert cleo.may(Action.ADJUDICATE) and cleo.may(Action.RECORD_VERDICT)
    assert not cleo.may(Action.IMPORT_ANSWERS)


def test_who_lacks_the_role_is_told_and_who_has_no_part_sees_nothing() -> None:
    require(reader(Role.REVIEWER), Action.RECORD_VERDICT)
    with pytest.raises(NotAllowed, match="record verdict is for: labeler, reviewer"):
        require(reader(Role.AUDITOR), Action.RECORD_VERDICT)
    with pytest.raises(NotVisible):
        require(reader(), Action.READ_CASES)


def test_a_text_is_shown_to_who_holds_all_its_labels() -> None:
    ada = reader(Role.REVIEWER, labels=("legal",))
    assert ada.holds(frozenset()) and ada.holds(frozenset({"legal"}))
    assert not ada.holds(frozenset({"legal", "board"}))
    assert reader(Role.ADMINISTRATOR).holds(frozenset({"board"}))


@pytest.mark.django_db
def test_a_foreign_id_is_a_missing_id() -> None:
    ours, theirs = make_answer(make_tenant()), make_answer(make_tenant("island"))
    ada = reader(Role.REVIEWER, tenant_id=ours.tenant.pk)
    assert get_visible(rows.Claim.objects, ada, ours.claim.public_id) == ours.claim
    for public_id in (theirs.claim.public_id, "0" * 32, "", "a\0b", ours.case.public_id):
        with pytest.raises(NotVisible):
            get_visible(rows.Claim.objects, ada, public_id)
    with pytest.raises(NotVisible):
        get_visible(rows.Claim.objects, reader(tenant_id=ours.tenant.pk), ours.claim.public_id)
