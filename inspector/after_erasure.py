"""After words of a source were erased: what this application derived from them, or said of them in passing."""

from collections.abc import Sequence

from django.contrib.messages.storage.session import SessionStorage
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from inspector.item_states import restate_answers
from inspector.models import rows as opinions
from lineage.bulk import in_parts

LARGEST_LOOKUP = 500


def put_right(tenant_id: int, answer_ids: Sequence[int]) -> None:
    """The states of the answers' items are derived anew; drafts on their claims and unseen messages are dropped.

    A draft may quote what was erased anywhere in it, and nobody vouched for it yet.
    """
    for part in in_parts(answer_ids, LARGEST_LOOKUP):
        opinions.Draft.objects.filter(tenant_id=tenant_id, claim__answer__in=part).delete()
        restate_answers(tenant_id, part)
    drop_messages()


def drop_messages() -> int:
    """One line on the next page, which may name what was erased; in how many sessions there was one."""
    count = 0
    for session in Session.objects.order_by("pk").iterator(chunk_size=LARGEST_LOOKUP):
        if SessionStorage.session_key in session.get_decoded():
            store = SessionStore(session_key=session.session_key)
            store.pop(SessionStorage.session_key, None)
            store.save()
            count += 1
    return count
