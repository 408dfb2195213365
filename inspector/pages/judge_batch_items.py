"""The items of a judge's results, fifty a page: people's labels beside the judge's, with its own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from inspector.calibrating.words import read_words
from inspector.judging.answers import NOT_KEPT, Told, read_items, read_told
from inspector.judging.judged_items import JudgedItem, read_judged
from inspector.judging.matching import field_of
from inspector.judging.scoring import OUTCOMES, Scope, exclusion_of, is_judged_positive, within
from inspector.pages.calibration_item_lines import read_lines
from inspector.pages.calibration_reading import read_raters
from inspector.pages.calibration_words import value_label
from inspector.pages.evidence_view import Said
from inspector.pages.judge_asked import JudgeAsked, batch_url, items_url, read_asked
from inspector.pages.judge_batch import find_threshold, open_named
from inspector.pages.judge_batch_view import Option
from inspector.pages.judge_filters import OUTCOME_WORDS, JudgeFilters, read_filters, select
from inspector.pages.judge_items_view import AnswerLine, JudgedLine, JudgeItemsPage
from inspector.pages.judge_reasons import reason_words
from inspector.pages.states import STATE_OF_JUDGE
from inspector.readers import reader_of
from lineage.access import Reader

PAGE = 50
SHORT = 400
PUBLIC_ID = re.compile("[0-9a-f]{32}")
STATES = {"tp": "pass", "tn": "pass", "fp": "fail", "fn": "fail"}
ON_ITS_OWN = "shown on the page of this item"


def read_items_page(
    reader: Reader, public_id: str, asked: JudgeAsked, filters: JudgeFilters, *, after: str = "", item: str = ""
) -> JudgeItemsPage:
    """From behind the item `after`, or `item` alone. Raises NotVisible, NotAllowed."""
    batch = open_named(reader, public_id)
    every = read_judged(reader, batch)
    threshold, _ = find_threshold(asked, every, asked.scope(batch))
    scope, used = asked.scope(batch).having(threshold), asked.having(threshold=threshold, tune=None)
    chosen = select(every, scope, filters)
    if item:
        chosen = [one for one in every if one.public_id == item and not one.is_hidden]
    behind = _behind(every, chosen, after)
    shown, field = behind[:PAGE], field_of(batch.revision, batch.field)
    named = filters.named()
    return JudgeItemsPage(
        judge=batch.configuration.evaluator.key,
        batch_url=batch_url(public_id, used),
        set=str(batch.revision.set),
        revision=batch.revision.number,
        field=batch.field,
        lines=_lines(reader, batch, shown, scope, used, is_single=bool(item)),
        total=len(chosen),
        of=len(within(every, scope)),
        hidden=sum(one.is_hidden for one in within(every, scope)),
        said=(*_parts(used), *filters.words(batch.field)),
        outcomes=tuple(Option(name, words, name == filters.outcome) for name, words in OUTCOME_WORDS.items()),
        expected=tuple(
            Option(one, value_label(batch.field, one), one == filters.expected) for one in field["values"]
        ),
        kept=_kept(used, named),
        address=items_url(public_id, JudgeAsked()),
        whole_url=items_url(public_id, used),
        first_url=items_url(public_id, used, **named) if after else "",
        next_url=items_url(public_id, used, **named, after=shown[-1].public_id) if len(behind) > PAGE else "",
        is_single=bool(item),
    )


def _behind(every: Sequence[JudgedItem], chosen: Sequence[JudgedItem], after: str) -> list[JudgedItem]:
    """By the place of an item in the revision, whether or not it is among those that are chosen."""
    at = next((one.ordinal for one in every if one.public_id == after), None)
    return [one for one in chosen if at is None or one.ordinal > at]


def _parts(asked: JudgeAsked) -> Iterator[str]:
    if asked.stratum is not None:
        yield ": ".join(asked.stratum)
    if asked.threshold is not None:
        yield f"threshold {asked.threshold:g}"


def _kept(asked: JudgeAsked, named: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What the form does not ask, so that it stays asked."""
    stratum = ":".join(asked.stratum) if asked.stratum is not None else ""
    threshold = repr(asked.threshold) if asked.threshold is not None else ""
    every = [
        *(("positive", value) for value in asked.positive),
        ("threshold", threshold),
        ("stratum", stratum),
        *((name, value) for name, value in named.items() if name not in ("outcome", "expected")),
    ]
    return tuple((name, value) for name, value in every if value)


def _lines(
    reader: Reader, batch: Any, shown: Sequence[JudgedItem], scope: Scope, asked: JudgeAsked, *, is_single: bool
) -> tuple[JudgedLine, ...]:
    items = {one.pk: one for one in read_items([one.id for one in shown])}
    ordered = [items[one.id] for one in shown]
    # The judge's own words may repeat a source's: of claims they are read one by one, as the words themselves are.
    readable, why_not = _readable(reader, ordered, is_single=is_single)
    told = read_told(batch, list(items), readable)
    lines = read_lines(ordered, batch.field, read_raters(reader, batch.revision, batch.field), {})
    return tuple(
        JudgedLine(
            item=line,
            answers=tuple(
                _answer(one, batch.field, why_not.get(judged.id, ""), is_single) for one in told.get(judged.id, ())
            ),
            outcome=_outcome(judged, scope),
            state=STATES.get(_outcome_name(judged, scope), "absent"),
            url=items_url(batch.public_id, asked, item=judged.public_id),
        )
        for judged, line in zip(shown, lines, strict=True)
    )


def _readable(reader: Reader, items: Sequence[Any], *, is_single: bool) -> tuple[list[int], dict[int, str]]:
    """The items whose judge's words may be shown here, and of the others why not."""
    imported = [one.pk for one in items if one.claim_id is None]
    claims = [one for one in items if one.claim_id is not None]
    if not is_single:
        return imported, {one.pk: ON_ITS_OWN for one in claims}
    words = read_words(reader, claims) if claims else {}
    hidden = {pk: one.why_not for pk, one in words.items() if one.why_not or one.words is None}
    return [*imported, *(one.pk for one in claims if one.pk not in hidden)], hidden


def _answer(told: Told, field: str, why_not: str, is_single: bool) -> AnswerLine:
    answer = told.answer
    raw = told.raw if is_single or len(told.raw) <= SHORT else f"{told.raw[:SHORT].rstrip()}…"
    return AnswerLine(
        attempt=answer.attempt,
        said=Said(answer.status.label, STATE_OF_JUDGE.get(answer.status, "absent")),
        label=value_label(field, answer.label) if answer.label is not None else "",
        score=answer.score,
        message=answer.message,
        raw=raw,
        why_not="" if raw else why_not or NOT_KEPT,
    )


def _outcome_name(item: JudgedItem, scope: Scope) -> str:
    if not scope.positive or item.first is None or exclusion_of(item, scope) is not None:
        return ""
    return OUTCOMES[item.expected in scope.positive, is_judged_positive(item.first, scope)]


def _outcome(item: JudgedItem, scope: Scope) -> str:
    """How it counts, or why it does not."""
    reason = exclusion_of(item, scope)
    if reason is not None:
        return f"not counted: {reason_words(reason)[0]}"
    return OUTCOME_WORDS.get(_outcome_name(item, scope), "")


@require_safe
def judge_batch_items(request: HttpRequest, public_id: str) -> HttpResponse:
    after, item = (_id(request.GET.get(name, "")) for name in ("after", "item"))
    page = read_items_page(
        reader_of(request), public_id, read_asked(request.GET), read_filters(request.GET), after=after, item=item
    )
    return render(request, "inspector/judge_batch_items.html", {"page": page, "here": "figures"})


def _id(written: str) -> str:
    return written if PUBLIC_ID.fullmatch(written) else ""
