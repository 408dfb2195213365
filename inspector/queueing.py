"""Queues under one name, for pages: `from inspector.queueing import take_next`. Each verb is in a file of its subject.

Queues and items are given as their public ids or as rows; what is another tenant's raises NotVisible.
"""

from inspector.queue_adding import Added, add_answers, add_claims, add_items
from inspector.queue_dealing import deal, find_judges
from inspector.queue_fields import QueueFields
from inspector.queue_filling import Matching, count_matching, fill
from inspector.queue_finishing import finish_slot, reopen_own
from inspector.queue_keeping import change_queue, close_queue, create_queue, ensure_queue
from inspector.queue_leaving import decline, release, requeue, skip
from inspector.queue_reading import (
    NotKept,
    NotTaken,
    SlotLost,
    find_open_slot,
    own_slots,
    read_item,
    read_own,
    read_queue,
)
from inspector.queue_sorting import assign, prioritise, set_due, tag
from inspector.queue_taking import extend, peek_next, take, take_next

__all__ = [
    "Added",
    "Matching",
    "NotKept",
    "NotTaken",
    "QueueFields",
    "SlotLost",
    "add_answers",
    "add_claims",
    "add_items",
    "assign",
    "change_queue",
    "close_queue",
    "count_matching",
    "create_queue",
    "deal",
    "decline",
    "ensure_queue",
    "extend",
    "fill",
    "find_judges",
    "find_open_slot",
    "finish_slot",
    "own_slots",
    "peek_next",
    "prioritise",
    "read_item",
    "read_own",
    "read_queue",
    "release",
    "reopen_own",
    "requeue",
    "set_due",
    "skip",
    "tag",
    "take",
    "take_next",
]
