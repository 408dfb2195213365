"""Does the citation resolve to a source, a revision and a passage that this answer was given?"""

from collections import Counter
from collections.abc import Iterator

from lineage.evidence.bundle import Citation, ManifestEntry
from lineage.evidence.dossier import Dossier
from lineage.evidence.lookup import offered_ids
from lineage.evidence.outcomes import Resolution
from lineage.evidence.rules.rule import Check, Rule, Subject, by_status, shown
from lineage.evidence.vocabulary import Level, Outcome, Owner, ResolutionStatus, Route, UnresolvedDetail


def _unresolved_id(subject: Subject) -> Iterator[Check]:
    offered = offered_ids(subject.dossier)

    def sentence(citation: Citation, resolution: Resolution) -> str:
        known = ", ".join(offered[:8]) + (" …" if len(offered) > 8 else "")
        given = f"It was given {known}." if offered else "It was given no passages."
        if resolution.detail == UnresolvedDetail.OUTSIDE_MANIFEST:
            return f"{shown(citation)} is known here, but this answer was not given it. {given}"
        if resolution.detail == UnresolvedDetail.UNMAPPED_NUMBER:
            return f"{shown(citation)} is not in the footnote map saved with the answer."
        return f"{shown(citation)} is none of the passages this answer was given. {given}"

    return by_status(subject, ResolutionStatus.UNRESOLVED_ID, sentence)


def _duplicates(subject: Subject) -> Iterator[Check]:
    manifest = subject.dossier.answer.manifest
    if manifest is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    counted = Counter(entry.label for entry in manifest)
    repeated = sorted(label for label, times in counted.items() if times > 1)
    for label in repeated:
        sentence = f"{counted[label]} passages were given under the one label {label}."
        yield Check(Outcome.FAIL, detail=label, sentence=sentence)
    if not repeated:
        yield Check(Outcome.PASS)


def _several_numbers(subject: Subject) -> Iterator[Check]:
    """S4-14: numbers are given after deduplication, so that one passage has one."""
    answer = subject.dossier.answer
    if answer.manifest is None and answer.footnotes is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    groups = [*_labels_by_passage(subject.dossier), *_numbers_by_target(subject.dossier)]
    repeated = dict.fromkeys((labels, name) for name, labels in groups if len(labels) > 1)
    for labels, name in repeated:
        sentence = f"{name} stands under {len(labels)} labels: {', '.join(labels)}."
        yield Check(Outcome.FAIL, None, None, ", ".join(labels), sentence, {"artifact": name})
    if not repeated:
        yield Check(Outcome.PASS)


def _labels_by_passage(dossier: Dossier) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The labels of each passage; a range inside another range of the same text is the same passage."""
    kept_for = {
        old: new for run in dossier.answer.capture.retrieval or () for old, new in (run.deduplicated or {}).items()
    }
    groups: dict[str, list[list[ManifestEntry]]] = {}
    for entry in dossier.answer.manifest or ():
        known = groups.setdefault(kept_for.get(entry.artifact, entry.artifact), [])
        group = next((found for found in known if _is_same(entry, found[0])), None)
        if group is None:
            known.append([entry])
        else:
            group.append(entry)
    for key, found in groups.items():
        yield from ((key, tuple(dict.fromkeys(entry.label for entry in group))) for group in found)


def _is_same(one: ManifestEntry, other: ManifestEntry) -> bool:
    if one.supplied is None or other.supplied is None or one.artifact != other.artifact:
        return True
    return one.supplied.covers(other.supplied) or other.supplied.covers(one.supplied)


def _numbers_by_target(dossier: Dossier) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The numbers of each passage. Several passages of one source may well have a number each."""
    numbers: dict[str, list[str]] = {}
    for number, target in dossier.footnotes.items():
        entries = dossier.entries.get(target) or dossier.entries.get(number) or _entries_of_source(dossier, target)
        passages = {entry.artifact for entry in entries}
        if len(passages) == 1:
            numbers.setdefault(passages.pop(), []).append(number)
        elif target in dossier.artifacts:
            numbers.setdefault(target, []).append(number)
    yield from ((target, tuple(found)) for target, found in numbers.items())


def _entries_of_source(dossier: Dossier, source: str) -> tuple[ManifestEntry, ...]:
    found = ((entry, dossier.artifacts.get(entry.artifact)) for entry in dossier.answer.manifest or ())
    return tuple(entry for entry, artifact in found if artifact is not None and artifact.source == source)


def _orphans(subject: Subject) -> Iterator[Check]:
    for citation, _ in subject.citations():
        if citation.claim is None:
            yield Check(Outcome.FAIL, None, citation.key, "", f"{shown(citation)} stands beside no claim.")
        else:
            yield Check(Outcome.PASS, citation.claim, citation.key)


def _renderer(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    cards = dossier.answer.capture.cards
    if cards is None or dossier.answer.footnotes is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    for card in cards:
        saved = dossier.footnotes.get(card.number)
        if saved == card.target:
            yield Check(Outcome.PASS, detail=card.number)
            continue
        was = f"stood for {saved}" if saved else "stood for nothing"
        sentence = f"The reader sees {card.target} under number {card.number}, which {was} when the answer was written."
        users = [citation for citation, _ in subject.citations() if citation.cited == card.number]
        for citation in users:
            yield Check(Outcome.FAIL, citation.claim, citation.key, card.number, sentence)
        if not users:
            yield Check(Outcome.FAIL, detail=card.number, sentence=sentence)


def _snapshot(subject: Subject) -> Iterator[Check]:
    def sentence(citation: Citation, resolution: Resolution) -> str:
        return f"The digest that {shown(citation)} carries is not that of the retained text of {resolution.artifact}."

    return by_status(subject, ResolutionStatus.SNAPSHOT_MISMATCH, sentence)


RULES = (
    Rule(
        code="identity/unresolved-id",
        meaning="Every cited id is one of the passages that this answer was given.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Let the answer layer emit only ids of the supplied set, and check them before the answer is shown.",
        level=Level.BLOCK,
        check=_unresolved_id,
        proves_not="A known id says nothing of what the passage holds.",
        requirements=("S0-36", "S2-15", "S2-22", "S4-02"),
    ),
    Rule(
        code="identity/duplicate-source-ids",
        meaning="No two passages are given to an answer under one label.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Number the passages after fusion and deduplication, each label once.",
        level=Level.BLOCK,
        check=_duplicates,
        requirements=("S2-15", "X-19"),
    ),
    Rule(
        code="identity/same-evidence-under-several-numbers",
        meaning="One passage is given to an answer under one label.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Fuse the hits of all paths by their evidence id first, and give numbers last.",
        level=Level.WARN,
        check=_several_numbers,
        proves_not="Two passages of equal words are two passages; only ids are compared.",
        requirements=("S4-14",),
    ),
    Rule(
        code="identity/orphan-citation",
        meaning="Every citation belongs to a claim.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Attach each citation to the statement it supports when the answer is written.",
        level=Level.BLOCK,
        check=_orphans,
        requirements=("S4-28",),
    ),
    Rule(
        code="identity/renderer-mapping-changed",
        meaning="The number that the reader sees opens the source that it stood for when the answer was written.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Render cards from the saved footnote map; never number them by their place in a list.",
        level=Level.BLOCK,
        check=_renderer,
        proves_not="An unchanged number does not show that the source supports the claim.",
        requirements=("S2-08", "S2-21"),
    ),
    Rule(
        code="identity/snapshot-mismatch",
        meaning="A cited digest is the digest of the retained text.",
        owner=Owner.INGESTION,
        route=Route.BLOCK,
        repair="Find which reprocessing changed the text under the same id; give changed text a new id.",
        level=Level.BLOCK,
        check=_snapshot,
        proves_not="Equal bytes establish neither meaning, nor truth, nor authorship.",
        requirements=("S0-36", "S0-58"),
    ),
)
