"""The people of the demonstration as readers, for what they did before anybody signed in."""

from inspector.models import rows as opinions
from inspector.readers import find_reader_of_actor
from lineage.access import Reader
from lineage.models import rows


def reader_called(tenant: rows.Tenant, username: str) -> Reader:
    actor = opinions.Membership.objects.get(tenant=tenant, user__username=username).actor
    reader = find_reader_of_actor(tenant.pk, actor)
    assert reader is not None
    return reader
