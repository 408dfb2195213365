"""Who may call what: a declared table over every route, method and role (G1). What it does not name fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.queue_adding import Added, add_items
from inspector.queue_states import write_missing_states
from inspector.readers import as_reader
from inspector.tokens import make_token
from lineage.evidence.vocabulary import PolicyKind, Role
from lineage.models import rows
from lineage.policies import newest_policy
from tests.inspector.disputing import judge, settle
from tests.inspector.labelled import make_tested
from tests.inspector.making import (
    answer_url,
    claim_url,
    count_rows,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    make_user,
    signed_in,
    simple_bundle,
    source_url,
)
from tests.inspector.pages_by_hand import draw_page
from tests.inspector.runs_by_hand import archive_bundle, four_changes, make_item, make_run

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
READS, WRITES = {"GET", "HEAD"}, {"POST"}

# Drew reviews in another tenant; Noor joined and was given no role yet; Gus has an account and no membership.
PEOPLE: dict[str, tuple[str, Role | None] | None] = {
    "anonymous": None,
    "gus": None,
    "drew": ("halcyon", Role.REVIEWER),
    "noor": ("meridian", None),
    "ada": ("meridian", Role.REVIEWER),
    "lea": ("meridian", Role.LABELER),
    "cleo": ("meridian", Role.ADJUDICATOR),
    "iris": ("meridian", Role.RESPONDER),
    "otto": ("meridian", Role.AUDITOR),
    "petra": ("meridian", Role.POLICY_ADMIN),
    "adam": ("meridian", Role.ADMINISTRATOR),
}
NOBODY = ("anonymous", "gus")
EVERYONE = tuple(name for name in PEOPLE if name not in NOBODY)
OURS = ("ada", "lea", "cleo", "iris", "otto", "petra", "adam")


class Rule(NamedTuple):
    """Which methods a route takes, and the status for each person; who is not named gets `otherwise`.

    `open` routes ask for no sign-in. Every other method is refused with 405 to who may be told that the page exists.
    """

    reads: dict[str, int] | int | None
    writes: dict[str, int] | int | None = None
    is_open: bool = False


def only(*people: str, status: int, others: int, absent: tuple[str, ...] = ()) -> dict[str, int]:
    """`status` for these people, 404 for `absent`, `others` for everyone else who is signed in."""
    return {name: status if name in people else 404 if name in absent else others for name in EVERYONE}


OUTSIDERS = ("drew", "noor")
EXPORTING = ("iris", "otto", "adam")
KEEPING = ("cleo", "petra", "adam")
DECIDING = ("ada", "cleo", "iris", "adam")
# Who reads figures, and who puts judges to the test; Drew only reviews, elsewhere as well.
FIGURES = ("cleo", "iris", "otto", "petra", "adam")
CERTIFYING = ("petra", "adam")
READING_FIGURES = only(*FIGURES, status=200, others=403, absent=("noor",))
TABLE: dict[str, Rule] = {
    "healthz": Rule(200, is_open=True),
    "readyz": Rule(200, is_open=True),
    # Each role lands on its own page; who has none is told so there.
    "start": Rule(200),
    # An empty form is refused; whoever is signed in may try, since nothing is kept.
    "try_it": Rule(200, 422),
    "sign_in": Rule(200, 422, is_open=True),
    "continue": Rule(200),
    # The link is for the demonstration on this machine; anywhere else it is no page.
    "sign_in_link": Rule(404, 404, is_open=True),
    "sign_out": Rule(None, 302, is_open=True),
    "cases": Rule(only(*OURS, "drew", status=200, others=404)),
    "answer": Rule(only(*OURS, status=200, others=404)),
    "answer_report": Rule(only("iris", "otto", "adam", status=200, others=403, absent=OUTSIDERS)),
    "case_file": Rule(only("iris", "otto", "adam", status=200, others=403, absent=OUTSIDERS)),
    "character_origin": Rule(only(*OURS, status=200, others=404)),
    "inventory": Rule(only(*OURS, status=200, others=404)),
    "inventory_csv": Rule(only(*EXPORTING, status=200, others=403, absent=OUTSIDERS)),
    "corpus": Rule(only(*OURS, "drew", status=200, others=404)),
    "corpus_csv": Rule(only(*EXPORTING, status=200, others=403, absent=("noor",))),
    "claim": Rule(only(*OURS, status=200, others=404)),
    "why": Rule(only(*OURS, status=200, others=404)),
    # An empty note is refused; an auditor writes nothing.
    "notes": Rule(
        only(*OURS, status=200, others=404),
        only(*(one for one in OURS if one != "otto"), status=422, others=403, absent=OUTSIDERS),
    ),
    # The claim came with a kind, so it is given none.
    "claim_kind": Rule(None, only("ada", "lea", status=422, others=403, absent=OUTSIDERS)),
    "claim_pictures": Rule(only(*OURS, status=200, others=404)),
    # An empty form is no draft; there is no such verdict to take back, and no slot to do anything with.
    "draft": Rule(None, only("ada", "lea", status=200, others=403, absent=OUTSIDERS)),
    "undo": Rule(None, only("ada", "lea", status=404, others=403, absent=OUTSIDERS)),
    "slot_step": Rule(None, only("ada", "lea", status=409, others=403, absent=OUTSIDERS)),
    "queues": Rule(only(*OURS, "drew", status=200, others=404)),
    "queue": Rule(only(*OURS, status=200, others=404)),
    "queue_take": Rule(None, only("ada", "lea", status=303, others=403, absent=OUTSIDERS)),
    # No item is chosen, which the list then says; no answer is; an empty form is refused.
    "queue_items": Rule(None, only(*KEEPING, status=303, others=403, absent=("noor",))),
    "queue_add": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    "queue_new": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    "queue_change": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    "queue_close": Rule(None, only(*KEEPING, status=303, others=403, absent=("noor",))),
    "queue_next": Rule(only("ada", "lea", status=200, others=403, absent=OUTSIDERS)),
    "scan": Rule(only(*OURS, status=200, others=404)),
    "located": Rule(None, only("ada", "lea", status=303, others=403, absent=OUTSIDERS)),
    "verdicts": Rule(None, only("ada", "lea", status=303, others=403, absent=OUTSIDERS)),
    "sources": Rule(only(*OURS, "drew", status=200, others=404)),
    "source": Rule(only(*OURS, status=200, others=404)),
    "page_image": Rule(only(*OURS, status=200, others=404)),
    "source_cuts": Rule(only(*OURS, status=200, others=404)),
    "source_made": Rule(only(*OURS, status=200, others=404)),
    "compare_versions": Rule(only(*OURS, status=200, others=404)),
    "live_source": Rule(only(*OURS, status=200, others=404), only(*OURS, status=200, others=404)),
    "frozen_bytes": Rule(only(*OURS, status=200, others=404)),
    # The deed is a withdrawal; an empty form is refused.
    "lifecycle_deed": Rule(
        only("iris", "adam", status=200, others=403, absent=("noor",)),
        only("iris", "adam", status=422, others=403, absent=("noor",)),
    ),
    "lifecycle_forgotten": Rule(
        only("iris", "adam", status=200, others=403, absent=("noor",)),
        only("iris", "adam", status=422, others=403, absent=("noor",)),
    ),
    "policies": Rule(only(*OURS, "drew", status=200, others=404)),
    "policy": Rule(only(*OURS, status=200, others=404)),
    "policy_compare": Rule(only(*OURS, status=200, others=404)),
    # An empty guideline is refused.
    "policy_form": Rule(
        only("petra", status=200, others=403, absent=("noor",)),
        only("petra", status=422, others=403, absent=("noor",)),
    ),
    "candidates": Rule(only("cleo", "petra", "adam", status=200, others=403, absent=("noor",))),
    "calibration": Rule(READING_FIGURES),
    # Empty forms are refused; freezing a set in which nothing changed leads to the revision that it has.
    "calibration_new": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    "calibration_import": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    "calibration_set": Rule(READING_FIGURES, only(*KEEPING, status=422, others=403, absent=("noor",))),
    "calibration_freeze": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=303, others=403, absent=("noor",)),
    ),
    "calibration_revision": Rule(READING_FIGURES),
    "calibration_items": Rule(READING_FIGURES),
    "calibration_item": Rule(READING_FIGURES, only(*KEEPING, status=422, others=403, absent=("noor",))),
    "calibration_jsonl": Rule(only(*EXPORTING, status=200, others=403, absent=("noor",))),
    "calibration_csv": Rule(only(*EXPORTING, status=200, others=403, absent=("noor",))),
    "calibration_agreement": Rule(READING_FIGURES),
    "calibration_intervals": Rule(None, only(*FIGURES, status=303, others=403, absent=("noor",))),
    "agreement": Rule(READING_FIGURES),
    "agreement_items": Rule(READING_FIGURES),
    "agreement_intervals": Rule(None, only(*FIGURES, status=303, others=403, absent=("noor",))),
    "figure_job": Rule(READING_FIGURES),
    "judges": Rule(READING_FIGURES),
    "judge": Rule(READING_FIGURES),
    "judge_import": Rule(
        only(*KEEPING, status=200, others=403, absent=("noor",)),
        only(*KEEPING, status=422, others=403, absent=("noor",)),
    ),
    # The form does not say which configuration it was opened on, so somebody may have recorded another meanwhile.
    "judge_configure": Rule(
        only(*CERTIFYING, status=200, others=403, absent=("noor",)),
        only(*CERTIFYING, status=409, others=403, absent=("noor",)),
    ),
    "judge_batch": Rule(READING_FIGURES),
    "judge_batch_items": Rule(READING_FIGURES),
    "judge_certify": Rule(
        only(*CERTIFYING, status=200, others=403, absent=("noor",)),
        only(*CERTIFYING, status=422, others=403, absent=("noor",)),
    ),
    "certificate": Rule(READING_FIGURES),
    "label_start": Rule(only("ada", "lea", "drew", status=200, others=403, absent=("noor",))),
    "label": Rule(only("ada", "lea", status=200, others=403, absent=OUTSIDERS)),
    "label_next": Rule(None, only("ada", "lea", status=303, others=403, absent=OUTSIDERS)),
    # No claim is named, and no place is held.
    "label_verdict": Rule(None, only("ada", "lea", status=404, others=403, absent=OUTSIDERS)),
    "label_step": Rule(None, only("ada", "lea", status=409, others=403, absent=OUTSIDERS)),
    "retention": Rule(only("adam", "petra", "otto", status=200, others=403, absent=("noor",))),
    "review_again": Rule(only(*OURS, "drew", status=200, others=404)),
    "adjudications": Rule(only("cleo", status=200, others=403, absent=("noor",))),
    # Nobody differs any more on this one; an empty form is refused.
    "adjudication": Rule(only("cleo", status=200, others=403, absent=("noor",))),
    "settle": Rule(None, only("cleo", status=422, others=403, absent=("noor",))),
    "settled": Rule(only(*OURS, "drew", status=200, others=404)),
    "settlement": Rule(only(*OURS, status=200, others=404)),
    # Empty forms are refused, and so is closing where a claim lacks its coverage.
    "reopen": Rule(
        only("cleo", "iris", "adam", status=200, others=403, absent=("noor",)),
        only("cleo", "iris", "adam", status=422, others=403, absent=("noor",)),
    ),
    "closing": Rule(
        only(*OURS, status=200, others=404), only("cleo", status=422, others=403, absent=OUTSIDERS)
    ),
    "runs": Rule(only(*OURS, "drew", status=200, others=404)),
    "run": Rule(only(*OURS, status=200, others=404)),
    "run_cancel": Rule(None, only("iris", "adam", status=303, others=403, absent=("noor",))),
    "run_retry": Rule(None, only("iris", "adam", status=303, others=403, absent=("noor",))),
    "relocation": Rule(None, only(*DECIDING, status=303, others=403, absent=OUTSIDERS)),
    # An empty form is refused.
    "add_source": Rule(
        only("iris", "adam", status=200, others=403, absent=("noor",)),
        only("iris", "adam", status=422, others=403, absent=("noor",)),
    ),
    "new_version": Rule(None, only("iris", "adam", status=303, others=403, absent=("noor",))),
    "find_again": Rule(None, only("iris", "adam", status=303, others=403, absent=("noor",))),
    "imports": Rule(
        only("iris", "adam", status=200, others=403, absent=("noor",)),
        only("iris", "adam", status=200, others=403, absent=("noor",)),
    ),
    "influence": Rule(only(*OURS, "drew", status=200, others=404)),
    "impact": Rule(only(*OURS, status=200, others=404)),
    "impact_csv": Rule(only(*EXPORTING, status=200, others=403, absent=OUTSIDERS)),
    # Whoever has a role may have a token; an empty form is refused.
    "tokens": Rule(
        only(*OURS, "drew", status=200, others=404),
        only(*OURS, "drew", status=422, others=404),
    ),
    # The token is Adam's own: nobody else may see that it is there.
    "token_revoke": Rule(only("adam", status=200, others=404), only("adam", status=302, others=404)),
    "help": Rule(200),
    "density": Rule(None, 302),
    # The API knows no session, hence nobody here; it describes itself to everyone.
    "api:openapi-json": Rule(200, is_open=True),
    "api:openapi-view": Rule(200, is_open=True),
    "api:api-root": Rule(302, is_open=True),
    "api:sources": Rule(None, 401, is_open=True),
    "api:versions": Rule(None, 401, is_open=True),
    "api:extraction": Rule(401, is_open=True),
    "api:run": Rule(401, is_open=True),
    "api:relocations": Rule(401, is_open=True),
}
# Routes below an answer, a claim and a source of the tenant meridian, each by that row's public id.
OF_ANSWER = ("answer", "answer_report", "case_file", "character_origin", "inventory", "inventory_csv")
OF_ANSWER += ("closing",)
OF_CLAIM = ("claim", "why", "verdicts", "notes", "claim_pictures", "scan", "located")
OF_CLAIM += ("claim_kind", "reopen", "draft", "undo", "slot_step")
OF_SOURCE = ("source", "live_source", "frozen_bytes", "impact", "impact_csv", "api:versions", "api:extraction")
OF_SOURCE += ("new_version", "find_again", "source_cuts", "source_made")
# What is taken out leaves a row in the access log (U-13).
EXPORTS = ("inventory_csv", "corpus_csv", "impact_csv", "calibration_jsonl", "calibration_csv")
TAKING_OUT = {(route, person) for route in EXPORTS for person in EXPORTING}
TAKING_OUT |= {("frozen_bytes", person) for person in OURS}
MAY_WRITE = {("verdicts", "ada"), ("verdicts", "lea"), ("imports", "iris"), ("imports", "adam")} | TAKING_OUT
MAY_WRITE |= {("token_revoke", "adam"), ("queue_take", "ada"), ("queue_take", "lea")}
MAY_WRITE |= {("queue_close", person) for person in KEEPING}
MAY_WRITE |= {("label_next", "ada"), ("label_next", "lea")}
MAY_WRITE |= {(route, person) for route in ("calibration_intervals", "agreement_intervals") for person in FIGURES}
MAY_WRITE |= {("relocation", person) for person in DECIDING}
MAY_WRITE |= {
    (route, person)
    for route in ("run_cancel", "run_retry", "new_version", "find_again")
    for person in ("iris", "adam")
}


def wanted(route: str, method: str, person: str) -> int:
    rule = TABLE[route]
    by_person = rule.reads if method in READS else rule.writes if method in WRITES else None
    if person in NOBODY and not rule.is_open:
        return 302
    if by_person is None:
        return 405
    return by_person if isinstance(by_person, int) else by_person[person]


class World(NamedTuple):
    addresses: dict[str, str]
    people: dict[str, Any]
    bodies: dict[str, Callable[[], dict[str, Any]]]


@pytest.fixture
def world(db: None) -> World:
    meridian, halcyon = make_tenant("meridian"), make_tenant("halcyon")
    tenants = {"meridian": meridian, "halcyon": halcyon}
    import_bundle(meridian, simple_bundle())
    import_bundle(halcyon, simple_bundle("museum"))
    people: dict[str, Any] = {"anonymous": None, "gus": make_user("gus")}
    for name, part in PEOPLE.items():
        if part is not None:
            tenant, role = part
            people[name] = make_member(tenants[tenant], name, *([role] if role else []))
    claim = claim_url(meridian, "refund")
    named = {route: [public_id_of(answer_url(meridian, "refund"))] for route in OF_ANSWER}
    named |= {route: [public_id_of(claim)] for route in OF_CLAIM}
    named |= {route: [public_id_of(source_url(meridian, "refund-source"))] for route in OF_SOURCE}
    version = rows.SourceVersion.objects.get(tenant=meridian, source__key="refund-source")
    draw_page(version, 1)
    named |= {"page_image": [version.public_id, 1], "compare_versions": [version.public_id, version.public_id]}
    named |= {"sign_in_link": ["x"], "token_revoke": [make_api_token(people["adam"])]}
    named |= {"api:run": ["0" * 32], "api:relocations": ["0" * 32]}
    version = public_id_of(source_url(meridian, "refund-source"))
    named |= {"lifecycle_deed": [version, "withdraw"], "lifecycle_forgotten": [version]}
    named |= runs_of(meridian)
    settled = settle_between_others(meridian, people["cleo"])
    named |= {route: [settled.item.public_id] for route in ("adjudication", "settle")}
    named |= {"settlement": [settled.public_id], "queue_next": [settled.item.queue.public_id]}
    tested = make_tested(meridian)
    of_revision = ("calibration_revision", "calibration_items", "calibration_jsonl", "calibration_csv")
    of_revision += ("calibration_agreement", "calibration_intervals")
    named |= {route: [tested.revision.public_id] for route in of_revision}
    named |= {route: [tested.set.public_id] for route in ("calibration_set", "calibration_freeze")}
    named |= {"calibration_item": [tested.item.public_id], "certificate": [tested.certificate.public_id]}
    of_batch = ("judge_batch", "judge_batch_items", "judge_certify")
    named |= {route: [tested.batch.public_id] for route in of_batch}
    judge_id = tested.batch.configuration.evaluator.public_id
    named |= {"judge": [judge_id], "judge_configure": [judge_id], "figure_job": [make_figure_job(meridian)]}
    labelling = make_labelling(meridian)
    named |= {route: [labelling] for route in ("label", "label_next", "label_verdict", "label_step")}
    of_queue = ("queue", "queue_take", "queue_items", "queue_change", "queue_close")
    named |= {route: [settled.item.queue.public_id] for route in of_queue}
    guideline = newest_policy(meridian.pk, PolicyKind.GUIDELINE).public_id
    named |= {"policy": [guideline], "policy_form": [guideline], "policy_compare": [guideline, guideline]}
    addresses = {route: reverse(route, args=named.get(route, [])) for route in TABLE}
    form = filled_form(signed_in(people["ada"]), claim)
    pasted = {"current": "What the address shows today."}
    bodies = {"verdicts": lambda: form, "imports": lambda: {"files": upload()}, "live_source": lambda: pasted}
    bodies |= {
        "relocation": lambda: {"ruling": "accepted", "reason": "As before.", "idempotency_key": "a" * 32, "seen": "0"},
        "new_version": lambda: {"file": SimpleUploadedFile("rules.txt", b"Rule 1: a refund is paid within 2 days.")},
        "find_again": lambda: {"idempotency_key": "b" * 32},
    }
    return World(addresses, people, bodies)


def public_id_of(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def settle_between_others(tenant: rows.Tenant, adjudicator: Any) -> Any:
    """What two people differed on that ask for nothing in these tests, and an adjudicator settled."""
    url = claim_url(tenant, "refund", "c2")
    for name, support in (("vera", "supports"), ("wim", "does_not_support")):
        judge(signed_in(make_member(tenant, name, Role.REVIEWER)), url, support, "So I read it.")
    item = opinions.Item.objects.get(tenant=tenant, claim__key="c2")
    return settle(signed_in(adjudicator), item)


def runs_of(tenant: rows.Tenant) -> dict[str, list[str]]:
    """A run that goes on, one of which something was set aside, and a place that one has proposed."""
    going_on = make_run(tenant, source="refund-source", version="1", state="running", ended_at=None)
    partial = make_run(tenant, source="refund-source", version="1", state="partial")
    make_item(partial, size=1, state="quarantined", fault="error", message="It failed.", attempt=3)
    import_bundle(tenant, archive_bundle())
    ended = make_run(tenant)
    four_changes(ended)
    answer = rows.Answer.objects.get(tenant=tenant, case__key="archive").public_id
    return {
        "run": [going_on.public_id],
        "run_cancel": [going_on.public_id],
        "run_retry": [partial.public_id],
        "relocation": [ended.public_id, f"{answer}-2"],
    }


def make_figure_job(tenant: rows.Tenant) -> str:
    job: Any = opinions.FigureJob.objects.create(tenant=tenant, key="k", scope={}, requested_by="nobody")
    return str(job.public_id)


def make_labelling(tenant: rows.Tenant) -> str:
    """A queue for labellers with a claim that nobody here has judged."""
    queue = opinions.Queue.objects.create(tenant=tenant, key="labelling", name="Labelling", kind="calibration")
    with transaction.atomic():
        add_items(queue, [Added(rows.Claim.objects.get(tenant=tenant, answer__case__key="refund", key="c1").pk)], "")
    write_missing_states(tenant.pk)
    return str(queue.public_id)


def make_api_token(user: Any) -> str:
    """The public id of a token of this person's."""
    reader = as_reader(user.memberships.select_related("tenant").get())
    return make_token(reader, "nightly", ["read"], 30, timezone.now()).row.public_id


def upload() -> SimpleUploadedFile:
    return SimpleUploadedFile("bundle.json", b'{"schema": "evidence-inspector/1"}')


def names_below(resolver: URLResolver) -> set[str]:
    """As `reverse` knows them: what is below a namespace begins with it."""
    found: set[str] = set()
    for entry in resolver.url_patterns:
        found |= {str(entry.name)} if isinstance(entry, URLPattern) else names_below(entry)
    return {f"{resolver.namespace}:{name}" for name in found} if resolver.namespace else found


def send(client: Client, world: World, route: str, method: str) -> Any:
    body = world.bodies[route]() if method == "POST" and route in world.bodies else {}
    if method in ("GET", "HEAD", "OPTIONS"):
        return client.generic(method, world.addresses[route])
    if method == "POST":
        return client.post(world.addresses[route], body)
    return client.generic(method, world.addresses[route], b"x=1", "application/x-www-form-urlencoded")


def test_every_route_has_a_name_and_stands_in_the_table() -> None:
    assert names_below(get_resolver()) == set(TABLE)


@pytest.mark.parametrize("person", PEOPLE)
def test_every_route_and_method_answers_a_person_as_the_table_says_and_a_refused_one_leaves_no_row(
    world: World, person: str
) -> None:
    surprises, before = [], count_rows()
    for route in TABLE:
        client = signed_in(world.people[person])
        for method in METHODS:
            response = send(client, world, route, method)
            if response.status_code != wanted(route, method, person):
                surprises.append(f"{method} {route}: {response.status_code}, not {wanted(route, method, person)}")
            if response.status_code == 302 and person in NOBODY and not TABLE[route].is_open:
                assert response["Location"].startswith(reverse("sign_in"))
        after = count_rows()
        if (route, person) not in MAY_WRITE and after != before:
            surprises.append(f"{route}: wrote rows")
        before = after
    assert not surprises


@pytest.mark.parametrize("route", [name for name, rule in TABLE.items() if rule.writes and not name.startswith("api:")])
def test_a_form_without_its_token_is_refused_and_writes_nothing(world: World, route: str) -> None:
    before = count_rows()
    for person in PEOPLE:
        client = signed_in(world.people[person], enforce_csrf_checks=True)
        # The page to try it asks for the token after it asked for the person: it reads no body that is too long.
        refused = 302 if route == "try_it" and person in NOBODY else 403
        assert send(client, world, route, "POST").status_code == refused, person
    assert count_rows() == before


def test_a_method_that_a_page_does_not_take_is_answered_with_those_that_it_takes(world: World) -> None:
    response = signed_in(world.people["ada"]).delete(world.addresses["claim"])
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


def test_a_role_that_is_taken_away_is_gone_at_the_next_request(world: World) -> None:
    """G6."""
    client = signed_in(world.people["ada"])
    assert client.get(world.addresses["claim"]).status_code == 200
    world.people["ada"].memberships.update(roles=[])
    assert client.get(world.addresses["claim"]).status_code == 404
    world.people["ada"].memberships.all().delete()
    assert client.get(world.addresses["claim"]).status_code == 302


def test_a_recorded_verdict_is_the_senders_and_a_repeated_one_is_the_same(world: World) -> None:
    client = signed_in(world.people["ada"])
    for _ in range(2):
        assert send(client, world, "verdicts", "POST").status_code == 303
    (verdict,) = rows.Claim.objects.get(key="c1", tenant__key="meridian").verdicts.all()
    assert verdict.reviewer == world.people["ada"].memberships.get().actor
