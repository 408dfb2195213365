"""After words of a source were taken away or given back: claims that rest on them can be judged no more, or again."""

from collections.abc import Sequence

from inspector.models import rows as opinions
from inspector.restating import ring_after_commit
from lineage.bulk import in_parts

LARGEST_LOOKUP = 500


def outdate(tenant_id: int, answer_ids: Sequence[int]) -> None:
    """The states of the answers' items are to be derived anew; in the transaction of the event.

    Whether a claim has words is read from its texts, and thousands may rest on one source: workers do it.
    """
    items: list[int] = []
    for part in in_parts(answer_ids, LARGEST_LOOKUP):
        found = opinions.Item.objects.filter(tenant_id=tenant_id, claim__answer__in=part, state__isnull=False)
        items += found.values_list("pk", flat=True)
    # In one order, as everybody takes them who writes several.
    items.sort()
    for part in in_parts(items, LARGEST_LOOKUP):
        held = opinions.Item.objects.filter(pk__in=part).order_by("pk").select_for_update(no_key=True)
        opinions.ItemState.objects.filter(item__in=list(held.values_list("pk", flat=True))).update(guideline=None)
    if items:
        ring_after_commit()
