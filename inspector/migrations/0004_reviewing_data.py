"""What was there before queues had slots: ids for their addresses, states in the new words, a slot for each verdict."""

import uuid

from django.db import migrations

STATES = {"disputed": "disagreement", "decided": "agreed"}


def give_ids(apps, schema_editor):
    for name in ("Queue", "Item"):
        model = apps.get_model("inspector", name)
        for pk in model.objects.values_list("pk", flat=True).iterator():
            model.objects.filter(pk=pk).update(public_id=uuid.uuid4().hex)
    apps.get_model("inspector", "Queue").objects.update(kind="compliance")


def rename_states(apps, schema_editor):
    states = apps.get_model("inspector", "ItemState").objects
    states.filter(state="waiting", verdicts=0).update(state="needs_review")
    states.filter(state="waiting").update(state="needs_others")
    for old, new in STATES.items():
        states.filter(state=old).update(state=new)


def make_slots(apps, schema_editor):
    """Done for who judged, and to be judged again where that verdict is on words of before."""
    slots, verdicts = apps.get_model("inspector", "Slot"), apps.get_model("inspector", "Verdict")
    today = dict(apps.get_model("inspector", "ItemState").objects.values_list("item_id", "today"))
    newest = {}
    judged = verdicts.objects.filter(item__isnull=False).order_by("pk")
    columns = ("tenant_id", "item_id", "item__queue_id", "reviewer", "evidence_digest")
    for tenant, item, queue, reviewer, digest in judged.values_list(*columns).iterator():
        newest[item, reviewer] = tenant, queue, bytes(digest)
    taken = {}
    for (item, reviewer), (tenant, queue, digest) in newest.items():
        taken[item] = taken.get(item, 0) + 1
        known = today.get(item)
        slots.objects.create(
            tenant_id=tenant,
            queue_id=queue,
            item_id=item,
            ordinal=taken[item],
            reviewer=reviewer,
            state="again" if known is not None and bytes(known) != digest else "done",
            token=uuid.uuid4().hex,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('inspector', '0003_reviewing'),
    ]

    operations = [
        migrations.RunPython(give_ids, migrations.RunPython.noop),
        migrations.RunPython(rename_states, migrations.RunPython.noop),
        migrations.RunPython(make_slots, migrations.RunPython.noop),
    ]
