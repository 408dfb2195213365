"""Adjudications from rows: which a reader may see, what was settled, and where the reader's own verdict differed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from inspector.blindness import is_sealed
from inspector.figures.consensus import SUPPORT
from inspector.item_reading import FIELDS, label_of
from inspector.models import rows as opinions
from inspector.pages.cards import in_reading_order
from inspector.pages.run_people import name_of as person
from inspector.pages.run_people import named_by
from inspector.pages.settlement_view import FieldLine, SettledLine
from inspector.pages.verdict_words import name_of, word_of
from lineage.access import Reader
from lineage.evidence.policy_bodies import Guideline, read_body
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import ErrorKind, PolicyKind
from lineage.models.content import ContentAbsent
from lineage.redactions import read_json

NEITHER = "neither verdict: the adjudicator answered anew"
ADOPTED = "one of the verdicts was taken over"
OPENED, JUDGED = "opened again since", "a later verdict opened it again"


def visible_adjudications(reader: Reader) -> QuerySet[opinions.Adjudication]:
    """Of claims on which others' words may be shown to the reader: never before their own verdict is in."""
    found: QuerySet[opinions.Adjudication] = opinions.Adjudication.objects.visible_to(reader)
    return found.filter(~is_sealed(reader, OuterRef("claim")))


def with_columns(found: Any) -> Any:
    """What `line_of` reads, in the same statement."""
    later = opinions.Verdict.objects.filter(item=OuterRef("item"), pk__gt=OuterRef("last_verdict"), withdrawn=False)
    opened = opinions.Reopening.objects.filter(item=OuterRef("item"), after__gte=OuterRef("last_verdict"))
    related = ("claim__answer__state", "guideline__body", "policy", "disagreement")
    return named_by(found.select_related(*related), "adjudicator").annotate(
        was_judged=Exists(later), was_opened=Exists(opened)
    )


def settled_of_mine(reader: Reader, found: QuerySet[opinions.Adjudication]) -> QuerySet[opinions.Adjudication]:
    """Those that settled an item in which the reader had recorded a verdict."""
    own = opinions.Verdict.objects.filter(item=OuterRef("item"), reviewer=reader.actor)
    return found.filter(Exists(own.filter(pk__lte=OuterRef("last_verdict"))))


def read_settled(settled: Sequence[Any]) -> dict[int, dict[str, str | None]]:
    """By adjudication the values as settled, by the names of `inspector.figures.consensus`. One statement."""
    values = {one.pk: {name: getattr(one, name) for name in FIELDS} for one in settled}
    pairs = opinions.AdjudicatedPair.objects.filter(adjudication__in=list(values))
    for pk, citation, support in pairs.values_list("adjudication_id", "citation_id", "support"):
        values[pk][f"{SUPPORT}{citation}"] = support
    return values


def markers_in(disagreement: Mapping[str, Any]) -> dict[int, str]:
    """How the answer marks its citations, by row."""
    return {int(pk): marker for pk, marker in disagreement["citations"].items()}


def read_own(reader: Reader, settled: Sequence[Any]) -> set[int]:
    """The reader's own verdicts in these items. One statement."""
    items = [one.item_id for one in settled]
    own = opinions.Verdict.objects.filter(item__in=items, reviewer=reader.actor)
    return set(own.values_list("pk", flat=True))


def disagreement_of(settled: Any) -> Mapping[str, Any]:
    """What was settled, as it was. Values of terms alone, so that no erasure finds words in it."""
    try:
        value = load_json(read_json(settled.disagreement))
    except ContentAbsent:
        return {"citations": {}, "verdicts": [], "decisive": [], "fields": {}, "said": {}}
    return dict(value)


def line_of(
    reader: Reader,
    settled: Any,
    values: Mapping[str, str | None],
    own: set[int],
    words: str,
) -> SettledLine:
    disagreement = disagreement_of(settled)
    markers = markers_in(disagreement)
    mine = next((verdict for verdict in disagreement["verdicts"] if verdict in own), None)
    said = disagreement["said"].get(str(mine), {}) if mine is not None else {}
    return SettledLine(
        url=reverse("settlement", args=[settled.public_id]),
        claim_url=reverse("claim", args=[settled.claim.public_id]),
        claim=words,
        ordinal=settled.claim.ordinal + 1,
        heading=settled.claim.answer.state.heading,
        by=person(reader, settled.adjudicator, settled.first_name, settled.username),
        at=settled.recorded_at,
        outcome=ADOPTED if settled.adopted_id is not None else NEITHER,
        fields=tuple(
            FieldLine(
                name_of(field, markers),
                word_of(field, said.get(field)) if mine is not None else "",
                word_of(field, values.get(field)),
                mine is not None and said.get(field) != values.get(field),
            )
            for field in in_reading_order(disagreement["fields"])
        ),
        is_mine=mine is not None,
        error_kind=ErrorKind(settled.error_kind).label,
        guideline=label_of(settled.guideline),
        sentence=sentence_of(settled),
        guideline_flag=settled.guideline_flag,
        reopened=OPENED if settled.was_opened else JUDGED if settled.was_judged else "",
    )


def sentence_of(settled: Any) -> str:
    """The guideline's sentence that decided it, of the revision under which it was settled."""
    if settled.sentence is None:
        return ""
    body = read_body(PolicyKind.GUIDELINE, settled.guideline.body.get_bytes())
    sentences = body.sentences if isinstance(body, Guideline) else ()
    if not 1 <= settled.sentence <= len(sentences):
        return ""
    return f"{settled.sentence}. {sentences[settled.sentence - 1]}"
