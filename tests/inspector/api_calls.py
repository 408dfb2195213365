"""Programs that ask the API: a token of a person, and what the API answered."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.readers import as_reader
from inspector.tokens import make_token
from lineage.evidence.vocabulary import PolicyKind, RelocationOutcome, RunState, WorkKind, WorkState
from lineage.models import rows
from lineage.policies import newest_policy

BOTH = ("read", "sources_write")


def token_of(user: Any, *scopes: str) -> str:
    """A new token of this person's in their only tenant; it is made as their page makes it."""
    reader = as_reader(user.memberships.select_related("tenant").get())
    name = f"program {opinions.ApiToken.objects.count()}"
    return make_token(reader, name, scopes or BOTH, 30, timezone.now()).secret


class Answer(NamedTuple):
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def error(self) -> tuple[str, str]:
        """Code and place; the shape is that of every error."""
        assert list(self.body) == ["error"] and set(self.body["error"]) == {"code", "message", "place"}
        assert self.body["error"]["message"]
        return self.body["error"]["code"], self.body["error"]["place"]


def call(token: str | None, method: str, address: str, body: Any = b"", kind: str = "", **headers: str) -> Answer:
    """One request without any session; what goes wrong is an answer, not an exception of the test."""
    client = Client(raise_request_exception=False)
    bearing = {"authorization": f"Bearer {token}"} if token is not None else {}
    if isinstance(body, dict):
        response = client.post(address, body, headers=bearing | headers)
    else:
        # Named apart, since Django's client says no type of a body that is empty.
        sent = {"content_type": kind, "CONTENT_TYPE": kind, "headers": bearing | headers}
        response = client.generic(method, address, body, **sent)
    return answer_of(response)


def answer_of(response: HttpResponse) -> Answer:
    """Raises where what should be JSON is none."""
    body = json.loads(response.content) if response.content else None
    return Answer(response.status_code, body, dict(response.headers))


def make_run(version: Any, counts: dict[str, int], state: RunState, waiting: int = 0, **fields: Any) -> Any:
    """A run as workers leave it: one item that found `counts`, one with `waiting` citations that nobody began."""
    run = rows.Run.objects.create(
        tenant_id=version.tenant_id,
        source=version.source,
        version=version,
        trigger="new_version",
        cause=f"request:{rows.Run.objects.count()}",
        normalization=newest_policy(version.tenant_id, PolicyKind.NORMALIZATION),
        state=state.value,
        total=sum(counts.values()) + waiting,
        **fields,
    )
    of_run = {"tenant_id": version.tenant_id, "run": run, "kind": WorkKind.RELOCATE.value}
    if counts:
        done = {"state": WorkState.DONE.value, "size": sum(counts.values()), "counts": counts}
        rows.WorkItem.objects.create(key="a", **of_run, **done)
    if waiting:
        rows.WorkItem.objects.create(key="b", state=WorkState.OPEN.value, size=waiting, **of_run)
    return run


def relocated(run: Any, citation: Any, outcome: RelocationOutcome, **fields: Any) -> Any:
    row = rows.Relocation(tenant_id=run.tenant_id, run=run, citation=citation, outcome=outcome.value, **fields)
    row.save()
    return row
