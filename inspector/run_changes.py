"""How many citations of a run rest on other words now, whatever became of their place."""

from lineage.models import rows

CHANGED = "changed"


def count_changed(run: rows.Run) -> int:
    """Citations whose own or neighbouring sentences are others now; from the items' counts, in one statement."""
    counts = rows.WorkItem.objects.filter(run_id=run.pk).values_list("counts", flat=True)
    return sum(found.get(CHANGED, 0) for found in counts)
