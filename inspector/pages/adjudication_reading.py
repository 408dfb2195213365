"""The page on which a disagreement is settled, from rows: the item, its cards, and the evidence beside them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Case, Q, Value, When
from django.urls import reverse

from inspector.disputes import Dispute, open_disputes, read_dispute
from inspector.models import rows as opinions
from inspector.pages.adjudication_form import form_of
from inspector.pages.cards import beside_of, cards_of, decisive_words, is_disputed
from inspector.pages.cards_view import AdjudicationPage, CitedEvidence
from inspector.pages.claim import Opened, open_claim
from inspector.pages.claim_evidence import name_of, status_of
from inspector.pages.claim_judges import judges_of
from inspector.pages.claim_passages import context_of, quoted_of, supplied_of
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_today import changes_of, evidence_as_given, evidence_today, hides_later, hides_newer
from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Passage, Said
from inspector.rulings import Evidenced
from inspector.settled_verdicts import read_given
from lineage.access import Reader
from lineage.evidence.bundle import Citation, case_key, claim_text
from lineage.evidence.digests import Digest, digest_from_raw, raw_digest
from lineage.evidence.policy_bodies import Guideline, read_body
from lineage.evidence.vocabulary import ItemProgress, PolicyKind
from lineage.models import rows
from lineage.policies import newest_policy

STATE_OF_PROGRESS = {
    ItemProgress.DISAGREEMENT: "unclear",
    ItemProgress.AGREED: "pass",
    ItemProgress.ADJUDICATED: "pass",
    ItemProgress.NO_TEXT: "absent",
}
COUNTS_NO_MORE = (
    "The evidence or the guideline changed after people judged: their verdicts count no more, "
    "and they are asked again. A worker brings the lists up to date."
)
# Where people differ on no citation, more than these are closed at first.
OPENED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """An item before its adjudicator: the claim as it is read, and the dispute about it."""

    item: Any
    opened: Opened
    dispute: Dispute
    citations: Mapping[str, int]
    guideline: rows.Policy

    @property
    def reading(self) -> Reading:
        return self.opened.reading

    @property
    def is_hidden(self) -> bool:
        """Whether the reader may not read all words that people judged, or that they may repeat in their reasons."""
        return self.reading.hides_any or hides_newer(self.reading) or hides_later(self.reading)

    @property
    def sentences(self) -> tuple[str, ...]:
        return sentences_of(self.guideline)


def sentences_of(guideline: rows.Policy) -> tuple[str, ...]:
    body = read_body(PolicyKind.GUIDELINE, guideline.body.get_bytes())
    return body.sentences if isinstance(body, Guideline) else ()


def read_matter(reader: Reader, item: Any) -> Matter:
    opened = open_claim(reader, item.claim.public_id, Selection())
    today = raw_digest(Digest(evidence_today(opened.reading).digest))
    return Matter(
        item=item,
        opened=opened,
        dispute=read_dispute(reader, item, today),
        citations=dict(rows.Citation.objects.filter(claim=item.claim_id).values_list("key", "pk")),
        guideline=newest_policy(reader.tenant_id, PolicyKind.GUIDELINE),
    )


def evidenced(matter: Matter) -> Evidenced:
    """What the adjudicator reads, for the record."""
    reading = matter.reading
    later = {
        key: {
            "outcome": str(found[0].outcome),
            "changed": digest_from_raw(found[0].changed) if found[0].changed is not None else None,
            "source": found[0].source,
            "version": found[0].version,
            "run": found[0].run,
            "places": [{"artifact": place.artifact, "span": list(place.span)} for place in found[0].places],
        }
        for key, found in reading.relocated.items()
        if found
    }
    given = evidence_as_given(reading).digest
    return Evidenced(reading.dossier, reading.inspection, reading.claim, Digest(given), later)


def page_of(
    reader: Reader,
    matter: Matter,
    sent: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> AdjudicationPage:
    """The page as it is drawn, or as it was sent with what is wrong; without cards where nothing is to be settled."""
    reading, dispute, item = matter.reading, matter.dispute, matter.item
    about, answer = reading.about, reading.dossier.answer
    state = opinions.ItemState.objects.filter(item=item.pk).first()
    standing = ItemProgress(state.state) if state is not None else ItemProgress.NEEDS_REVIEW
    names = {citation.key: name_of(citation) for citation in reading.citations}
    markers = {matter.citations[key]: name for key, name in names.items() if key in matter.citations}
    given = read_given(one.verdict for one in dispute.cards) if dispute.is_open else {}
    beside, shared = beside_of(dispute, given, markers) if given else ((), ())
    url = reverse("adjudication", args=[item.public_id])
    label = f"{matter.guideline.name}@{matter.guideline.revision}"
    words = claim_text(answer, reading.claim)
    following = find_following(reader, item, state)
    settled = opinions.Adjudication.objects.filter(item=item.pk).order_by("-id").values_list("public_id", flat=True)
    last = None if dispute.is_open else settled.first()
    is_outdated = standing is ItemProgress.DISAGREEMENT and not dispute.is_open
    meaning = COUNTS_NO_MORE if is_outdated else standing.meaning
    return AdjudicationPage(
        url=url,
        claim_url=reading.url,
        why_url=reading.why_url,
        case=case_key(answer.case),
        ordinal=item.claim.ordinal + 1,
        question=draw(answer.case.question) if answer.case.question else None,
        claim=draw(words) if words else None,
        # In a blind queue a judge is put to the test: neither its words nor what follows from them stand here.
        sentence=about.sentence if about and not item.queue.blind else "",
        queue=str(item.queue),
        agreement=state.agreement if state is not None else None,
        standing=Said(standing.label, STATE_OF_PROGRESS.get(standing, "none"), "", meaning),
        decisive=decisive_words(dispute),
        policy=f"{dispute.policy.name}@{dispute.policy.revision}",
        waits_for=max(0, dispute.asked.judgements - len(dispute.cards)),
        cards=cards_of(reading, dispute, given, markers, (sent or {}).get("adopt", "")) if given else (),
        beside=beside,
        shared=shared,
        evidence=_evidence_of(matter),
        changed=changes_of(reading),
        judges=() if item.queue.blind else judges_of(reading),
        form=form_of(url, dispute, names, (label, matter.sentences), sent, errors) if given else None,
        waiting=open_disputes(reader).count(),
        next_url=reverse("adjudication", args=[following]) if following else "",
        settled_url=reverse("settlement", args=[last]) if last else "",
    )


def _evidence_of(matter: Matter) -> tuple[CitedEvidence, ...]:
    """First, and open, what people differ on; the rest in the answer's order, closed where there is much of it."""
    citations = matter.reading.citations
    differing = [one for one in citations if is_disputed(matter.dispute, matter.citations.get(one.key, 0))]
    others = [one for one in citations if one not in differing]
    is_open = not differing and len(citations) <= OPENED
    found = [_evidence(matter, citation, True, "in dispute") for citation in differing]
    return (*found, *(_evidence(matter, citation, is_open, "") for citation in others))


def _evidence(matter: Matter, citation: Citation, is_open: bool, note: str) -> CitedEvidence:
    # What was lost on the way is told of the selected citation alone.
    reading = replace(matter.reading, selection=Selection(span=citation.key))
    resolution = reading.resolutions.get(citation.key)
    passages: list[Passage] = []
    if resolution is not None:
        found = (quoted_of(citation, resolution), supplied_of(reading, citation, resolution))
        passages = [*(one for one in found if one is not None), *context_of(reading, citation, resolution)]
    return CitedEvidence(
        marker=name_of(citation),
        note=note,
        said=status_of(resolution) if resolution is not None else Said("not resolved", "absent"),
        is_open=is_open,
        passages=tuple(_at_home(passage) for passage in passages),
    )


def _at_home(passage: Passage) -> Passage:
    """Without the link that opens the neighbours further: it is answered with a region of the claim's page."""
    return replace(passage, wider="")


def find_following(reader: Reader, item: Any, state: Any) -> str | None:
    """The next item that the reader may settle, in the order of the list; after the last one the first."""
    others = open_disputes(reader).exclude(item=item.pk)
    agreement = state.agreement if state is not None else None
    behind = Q(agreement__gt=agreement) | Q(agreement=agreement, item__gt=item.pk) if agreement is not None else Q()
    turn = Case(When(behind, then=Value(0)), default=Value(1)) if behind else Value(0)
    found = others.annotate(turn=turn).order_by("turn", "agreement", "item").values_list("item__public_id", flat=True)
    named: str | None = found.first()
    return named
