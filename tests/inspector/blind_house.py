"""A tenant in which three people are to judge the same claims blind, and what the others and a judge do meanwhile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.test import Client
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.noting import add_note
from inspector.pages import answer, claim, why
from inspector.queue_adding import Added, add_items
from inspector.queue_states import write_missing_states
from inspector.readers import as_reader
from lineage.answer_preparing import dump_result
from lineage.bulk import write_contents
from lineage.evidence.bundle import JudgeResult, SourceEvent
from lineage.evidence.vocabulary import (
    JudgeScope,
    JudgeStatus,
    JudgeVerdict,
    NoteKind,
    RelocationOutcome,
    Role,
    SourceEventKind,
)
from lineage.ingest import find_gate
from lineage.models import rows
from lineage.models.content import pack
from lineage.reinspecting import inspect_again
from tests.golden import load_cases
from tests.inspector.api_calls import token_of
from tests.inspector.making import (
    filled_form,
    import_bundle,
    kind_of,
    links_of,
    make_member,
    make_tenant,
    read_inputs,
    signed_in,
    simple_bundle,
)
from tests.inspector.relocating import changed_to, make_run, make_version, relocate_by_hand

DEMO = ("evaluation/freezer-alarm", "support/boiler-visit")
JUDGED = "The passage says it in so many words, and the judge is quite sure."
ADAS, CLEOS, IRISES = "Ada read it twice.", "Cleo settles it so.", "Iris wonders about this one."
TABS = ("needs_review", "needs_others", "disagreement", "completed", "no_text", "open", "done", "people")
LATER = datetime(2027, 3, 1, 8, 30, tzinfo=UTC)
FRAGMENTS = {"/answers/": tuple(answer.FRAGMENTS), "/claims/": (*claim.FRAGMENTS, *why.FRAGMENTS, "notes")}
# What is random in each response, in the form or the address that it is sent back with.
RANDOM = (
    re.compile(r'(name="(?:csrfmiddlewaretoken|idempotency_key|evidence_token|scan)" value=")[^"]*'),
    re.compile(r"(nonce-)[^' ]*"),
)
MOMENT = re.compile(r'<time datetime="([^"]+)">[^<]*</time>')


class Met(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


class BlindHouse:
    """Ben is to judge the first claim of `refund` and of `freezer-alarm` blind; so are Ada and Dana."""

    def __init__(self, *bens_roles: Role) -> None:
        self.tenant = make_tenant("meridian")
        self.ada = make_member(self.tenant, "ada", Role.REVIEWER)
        self.ben = make_member(self.tenant, "ben", *bens_roles)
        self.dana = make_member(self.tenant, "dana", Role.LABELER)
        self.cleo = make_member(self.tenant, "cleo", Role.ADJUDICATOR)
        self.iris = make_member(self.tenant, "iris", Role.RESPONDER)
        import_bundle(self.tenant, simple_bundle(claims=3))
        import_bundle(self.tenant, simple_bundle("other"))
        for case in load_cases():
            if case.name in DEMO:
                import_bundle(self.tenant, case.bundle, case.as_of)
        self.claims = [self.claim("refund"), *rows.Claim.objects.filter(answer__case__key__contains="freezer")[:1]]
        people = [self.actor(user) for user in (self.ada, self.ben, self.dana)]
        about = {"name": "Second look", "kind": "calibration", "seed": 7}
        about |= {"judgements": 3, "blind": True, "reviewers": people}
        self.queue = opinions.Queue.objects.create(tenant=self.tenant, key="second-look", **about)
        with transaction.atomic():
            add_items(self.queue, [Added(found.pk) for found in self.claims], "drawn for a test")
        write_missing_states(self.tenant.pk)
        self.record(self.ben, self.claim("other"))
        run = make_run(make_version(self.tenant, "refund-source", "2", "Rule 1: a refund is never paid."))
        old, new = "Rule 1: a refund is paid within 1 days.", "Rule 1: a refund is never paid."
        cited = rows.Citation.objects.get(answer__case__key="refund", answer__tenant=self.tenant, key="x1")
        changed = RelocationOutcome.TEXT_CHANGED
        relocate_by_hand(run, cited, old, new, changed, changed=changed_to(new))
        # The queue that calls for help go into is there already, and so is the program that asks for Ben.
        add_note(self.reader(self.iris), self.claim("other", "c2"), NoteKind.ESCALATION, "Something else.")
        self.program = token_of(self.ben, "read")
        self._call(reverse("api:run", args=[run.public_id]))
        self.run, self.begun = run, datetime.now(UTC).replace(second=0, microsecond=0)

    def claim(self, case: str, key: str = "c1") -> Any:
        return rows.Claim.objects.get(tenant=self.tenant, answer__case__key=case, key=key)

    def actor(self, user: Any) -> str:
        actor: str = user.memberships.get().actor
        return actor

    def reader(self, user: Any) -> Any:
        return as_reader(user.memberships.select_related("tenant").get())

    # What the others do.

    def record(self, user: Any, found: Any, **said: str) -> None:
        client, url = signed_in(user), reverse("claim", args=[found.public_id])
        form = filled_form(client, url) | said
        assert client.post(f"{url}verdicts/", form).status_code == 303

    def colleagues_judge(self) -> None:
        """Ada and Dana, who differ on both."""
        for found in self.claims:
            self.record(self.ada, found, rationale=ADAS)
            pairs = {f"pair-{citation.key}": "contradicts" for citation in found.citations.all()}
            self.record(self.dana, found, rationale="Dana reads it otherwise.", **pairs)

    def judges_judge(self) -> None:
        """Two results of another judge on each claim, which contradict each other, and new inspections."""
        for found in self.claims:
            for attempt, verdict in ((1, JudgeVerdict.UNSUPPORTED), (2, JudgeVerdict.SUPPORTED)):
                self._append_result(found, attempt, verdict)
        event = SourceEvent(event=SourceEventKind.RESTORED, at=LATER)
        answers = [found.answer_id for found in self.claims]
        assert inspect_again(answers, find_gate(self.tenant.pk), LATER, ("", ""), event) == len(answers)

    def _append_result(self, found: Any, attempt: int, verdict: JudgeVerdict) -> None:
        citation = found.citations.first()
        result = JudgeResult(
            claim=found.key,
            citation=citation.key,
            evaluator="late-judge",
            attempt=attempt,
            scope=JudgeScope.CITED_PASSAGE,
            input_text="Words that nobody supplied.",
            status=JudgeStatus.COMPLETED,
            score=attempt / 2,
            verdict=verdict,
            reason=JUDGED,
        )
        packed = pack(dump_result(result))
        with transaction.atomic():
            record = write_contents(self.tenant.pk, [packed])[packed.sha256]
        rows.JudgeResult(
            tenant=self.tenant,
            claim=found,
            citation=citation,
            digest=packed.sha256,
            evaluator=result.evaluator,
            attempt=attempt,
            scope=result.scope,
            status=result.status,
            score=result.score,
            verdict=verdict,
            record_id=record,
        ).save()

    def people_talk(self) -> None:
        """A note and an escalation by Iris on each claim."""
        iris = self.reader(self.iris)
        for found in self.claims:
            add_note(iris, found, NoteKind.NOTE, IRISES)
            add_note(iris, found, NoteKind.ESCALATION, IRISES)

    def cleo_settles(self) -> None:
        """After the two differed."""
        cleo = signed_in(self.cleo)
        for item in opinions.Item.objects.filter(queue=self.queue):
            address = reverse("adjudication", args=[item.public_id])
            html = cleo.get(address).content.decode()
            sent = read_inputs(html) | dict(re.findall(r'type="hidden" name="(seen)" value="([^"]*)"', html))
            sent |= {"adopt": "A", "error_kind": "reviewer_error", "reason": CLEOS, "sentence": "1"}
            assert cleo.post(f"{address}settle/", sent).status_code == 303

    # What Ben meets.

    def starts(self) -> Iterator[str]:
        yield from ("/", "/cases/", "/queues/", "/review-again/", "/adjudications/", "/settled/", "/inventory/")
        yield from ("/candidates/", "/policies/", "/calibration/", "/judges/", "/label/")
        yield from ("/agreement/", "/agreement/?field=support", "/agreement/?by=source", "/agreement/items/")
        yield from ("/cases/?decision=hidden", "/cases/?decision=blocked", "/cases/?rule=evaluation/evaluation-wiring")
        yield from ("/cases/?owner=evaluation", "/cases/?search=freezer", "/influence/?model=summariser", "/runs/")
        for queue in opinions.Queue.objects.filter(tenant=self.tenant):
            address = reverse("queue", args=[queue.public_id])
            yield from (f"{address}?tab={tab}" for tab in TABS)
            yield from (f"{address}next/", f"{address}change/", f"/label/{queue.public_id}/")
            yield from (f"/agreement/?queue={queue.public_id}", f"/calibration/new/?queue={queue.public_id}")
        for found in self.claims:
            for route in ("answer", "answer_report", "case_file", "character_origin", "inventory", "inventory_csv"):
                yield reverse(route, args=[found.answer.public_id])
            yield reverse("closing", args=[found.answer.public_id])
            for route in ("claim", "why", "notes", "reopen", "scan"):
                yield reverse(route, args=[found.public_id])
            yield f"{reverse('claim', args=[found.public_id])}?stage=2&wider=9"
        for version in rows.SourceVersion.objects.filter(tenant=self.tenant, source__key="refund-source"):
            for route in ("source", "impact", "impact_csv"):
                yield reverse(route, args=[version.public_id])
            yield reverse("lifecycle_deed", args=[version.public_id, "agree-erasure"])

    def met_by_ben(self, most: int = 2) -> dict[str, Met]:
        """All that Ben can be answered: pages, fragments, refused forms, and what a program of his gets."""
        client = signed_in(self.ben)
        seen = self._crawled(client, most)
        seen |= {name: met for found in self.claims for name, met in self._about(client, found)}
        called = (("run", self.run), ("relocations", self.run), ("extraction", self.run.version))
        for route, row in called:
            address = reverse(f"api:{route}", args=[row.public_id])
            seen[address] = self.met(self._call(address))
        return seen

    def _call(self, address: str) -> Any:
        return Client().get(address, headers={"authorization": f"Bearer {self.program}"})

    def _crawled(self, client: Client, most: int) -> dict[str, Met]:
        """As `making.crawl` goes, with less masked: lengths and whatever else a header says count too."""
        waiting, seen, kinds = [(start, "") for start in self.starts()], dict[str, Met](), Counter[str]()
        while waiting:
            address, kind = waiting.pop(0)
            if address not in seen and (not kind or kinds[kind] < most):
                kinds[kind] += 1
                seen[address] = self.met(client.get(address))
                waiting += [(link, kind_of(link)) for link in links_of(address, seen[address].body)]
        return seen

    def _about(self, client: Client, found: Any) -> Iterator[tuple[str, Met]]:
        of_answer, of_claim = reverse("answer", args=[found.answer.public_id]), reverse("claim", args=[found.public_id])
        for address in (of_answer, of_claim, f"{of_claim}why/", f"{of_claim}notes/"):
            for name in next(names for beginning, names in FRAGMENTS.items() if address.startswith(beginning)):
                asked = {"HX-Request": "true", "HX-Target": name}
                yield f"{address} {name}", self.met(client.get(address, headers=asked))
        yield f"POST {of_claim}", self.met(client.post(f"{of_claim}verdicts/", {"coverage": "supported"}))
        yield f"POST {of_claim}notes/", self.met(client.post(f"{of_claim}notes/", {"words": ""}))

    def met(self, response: Any) -> Met:
        """With form token, idempotency key, signed token, nonce, cookie and Date masked, and the moment of looking."""
        body = response.getvalue().decode(errors="replace")
        for random in RANDOM:
            body = random.sub(r"\1masked", body)
        body = MOMENT.sub(lambda at: "now" if datetime.fromisoformat(at[1]) >= self.begun else at[0], body)
        headers = {name.lower(): RANDOM[1].sub(r"\1masked", value) for name, value in response.headers.items()}
        return Met(response.status_code, {k: v for k, v in headers.items() if k not in ("date", "set-cookie")}, body)
