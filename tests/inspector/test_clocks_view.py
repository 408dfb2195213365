"""The two clocks as the answer page shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.template.loader import render_to_string

from inspector.pages.answer_opening import open_answer
from inspector.pages.clocks_view import ClocksView, clocks_view
from lineage.access import Reader
from lineage.evidence.vocabulary import Decision, Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_tenant, simple_bundle
from tests.inspector.reading import words_of
from tests.inspector.records import BOARD_CANARIES, records_bundle

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 11, 29, tzinfo=UTC)
IMPORTED = datetime(2026, 10, 11, tzinfo=UTC)


def view_of(bundle: dict[str, Any], *labels: str, now: datetime = LATER) -> ClocksView:
    tenant = make_tenant("meridian")
    import_bundle(tenant, bundle, IMPORTED)
    reader = Reader("ada", tenant.pk, tenant.key, frozenset({Role.REVIEWER}), frozenset(labels))
    return clocks_view(open_answer(reader, rows.Answer.objects.get().public_id), now)


def html_of(view: ClocksView) -> str:
    return render_to_string("inspector/_clocks.html", {"clocks": view})


def test_a_version_stands_under_both_clocks_with_what_happened_between() -> None:
    (policy, _) = view_of(records_bundle(), "board").rows
    assert [said.word for said in policy.then] == ["current"]
    assert [said.word for said in policy.now] == ["superseded"]
    assert [change.what for change in policy.changes] == ["superseded by version rev-board-9"]
    assert [alias for alias, _ in policy.aliases] == ["latest"]


def test_both_columns_name_their_moment_in_words_and_for_machines() -> None:
    html = html_of(view_of(records_bundle(), "board"))
    for moment in ("2026-10-10T12:00:00Z", "2026-11-29T00:00:00Z"):
        assert f'<time datetime="{moment}">' in html
    assert "when the answer was given" in html
    assert "not recorded" in words_of(html), "the time it was taken in"


def test_a_masked_version_is_counted_and_named_nowhere_not_even_as_the_one_that_replaced_another() -> None:
    view = view_of(records_bundle())
    html = html_of(view)
    assert view.masked == 1 and len(view.rows) == 1
    assert [change.what for change in view.rows[0].changes] == ["superseded by a version that you may not read"]
    assert not [canary for canary in BOARD_CANARIES if canary in html]


def test_an_answer_without_a_time_says_so_and_does_not_take_the_import_for_it() -> None:
    bundle = simple_bundle()
    del bundle["answers"][0]["answered_at"]
    view = view_of(bundle)
    assert view.then is None
    assert [said.word for said in view.rows[0].then] == ["not recorded"]
    assert "does not stand in for it" in html_of(view)


def test_the_decision_of_the_import_stands_beside_what_would_be_decided_now() -> None:
    bundle = simple_bundle(events=[{"event": "withdrawn", "at": "2026-11-01T00:00:00Z"}])
    decided = view_of(bundle).decided
    assert (decided.imported.word, decided.as_of) == (Decision.RELEASED.label, IMPORTED)
    assert not decided.is_same and decided.now.word != Decision.RELEASED.label
    assert decided.policy == decided.policy_now == "default@1"


def test_at_the_moment_of_the_import_the_decision_is_the_same() -> None:
    assert view_of(records_bundle(), "board", now=IMPORTED).decided.is_same


def test_an_answer_whose_citations_lead_to_no_version_says_so() -> None:
    bundle = simple_bundle()
    bundle["answers"][0]["citations"] = []
    view = view_of(bundle)
    assert view.rows == () and "nothing that could have changed" in html_of(view)


def test_reasons_from_outside_are_drawn_as_words() -> None:
    event = {"event": "withdrawn", "at": "2026-11-10T00:00:00Z", "reason": "<script>alert(1)</script>\u202e"}
    html = html_of(view_of(simple_bundle(events=[event])))
    assert "<script>alert" not in html and "&lt;script&gt;alert" in html
    assert 'class="unseen"' in html
