"""Is what was supplied what the manifest says, to the character?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Citation, ManifestEntry
from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules.rule import Check, Rule, Subject, shown
from lineage.evidence.vocabulary import Level, Outcome, Owner, Route
from lineage.text.span import Span


def _unsupplied(subject: Subject) -> Iterator[Check]:
    entries = subject.dossier.entries
    for citation, resolution in subject.citations():
        entry = next((e for e in entries.get(resolution.entry or "", ()) if e.artifact == resolution.artifact), None)
        if resolution.span is None or entry is None:
            yield Check(Outcome.NOT_RUN, citation.claim, citation.key)
        elif (supplied := entry.supplied) is None or supplied.covers(resolution.span):
            yield Check(Outcome.PASS, citation.claim, citation.key)
        else:
            yield Check(
                Outcome.FAIL, citation.claim, citation.key, "", _unsupplied_sentence(citation, entry, resolution.span)
            )


def _unsupplied_sentence(citation: Citation, entry: ManifestEntry, span: Span) -> str:
    supplied = entry.supplied
    assert supplied is not None
    return (
        f"{shown(citation)} points to characters {span.start} to {span.end} of {entry.artifact}; "
        f"the answer was given {supplied.start} to {supplied.end}."
    )


def _trimmed(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    for entry in dossier.answer.manifest or ():
        if len(entry.parts) != 1:
            yield Check(Outcome.NOT_APPLICABLE, detail=entry.label)
            continue
        block, declared = _block_text(dossier, entry), _joined(dossier, entry)
        if block is None or declared is None:
            yield Check(Outcome.NOT_CAPTURED, detail=entry.label)
        elif block == declared:
            yield Check(Outcome.PASS, detail=entry.label)
        elif dossier.edges_into.get(entry.artifact):
            # A block with a derivation of its own is another text, and its map is what must hold.
            yield Check(Outcome.NOT_APPLICABLE, detail=entry.label)
        else:
            (part,) = entry.parts
            where = f"characters {part.span.start} to {part.span.end}" if part.span is not None else "the whole"
            sentence = (
                f"{entry.label} declares {where} of {part.artifact}, {len(declared)} characters; "
                f"the {len(block)} characters that it holds are not these."
            )
            yield Check(Outcome.FAIL, None, None, entry.label, sentence, {"artifact": entry.artifact})
    if not dossier.answer.manifest:
        yield Check(Outcome.NOT_CAPTURED)


def _merged(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    for entry in dossier.answer.manifest or ():
        if len(entry.parts) < 2:
            yield Check(Outcome.NOT_APPLICABLE, detail=entry.label)
            continue
        declared = _joined(dossier, entry)
        if declared is None or (holds := _is_block(dossier, entry, declared)) is None:
            yield Check(Outcome.NOT_CAPTURED, detail=entry.label)
        elif holds:
            yield Check(Outcome.PASS, detail=entry.label)
        else:
            parts = ", ".join(part.artifact for part in entry.parts)
            sentence = f"The parts of {entry.label} in their order ({parts}) do not give the text that it holds."
            yield Check(Outcome.FAIL, None, None, entry.label, sentence, {"artifact": entry.artifact})
    if not dossier.answer.manifest:
        yield Check(Outcome.NOT_CAPTURED)


def _block_text(dossier: Dossier, entry: ManifestEntry) -> str | None:
    text = dossier.find_text(entry.artifact)
    return entry.supplied.slice(text) if text is not None and entry.supplied is not None else text


def _is_block(dossier: Dossier, entry: ManifestEntry, declared: str) -> bool | None:
    """Whether parts give the block: by its text, else by its digest; None where neither was kept."""
    block = _block_text(dossier, entry)
    if block is not None:
        return block == declared
    digest = dossier.find_digest(entry.artifact) if entry.supplied is None else None
    return digest == digest_text(declared) if digest is not None else None


def _joined(dossier: Dossier, entry: ManifestEntry) -> str | None:
    """The parts in order, each followed by its separator but the last; None where the text of one was not kept."""
    words: list[str] = []
    for number, part in enumerate(entry.parts):
        text = dossier.find_text(part.artifact)
        if text is None:
            return None
        words.append(part.span.slice(text) if part.span is not None else text)
        if number + 1 < len(entry.parts):
            words.append(part.separator)
    return "".join(words)


def _order(subject: Subject) -> Iterator[Check]:
    capture = subject.dossier.answer.capture
    assembled = capture.request.assembled_at if capture.request is not None else None
    if capture.packed_at is None or assembled is None:
        yield Check(Outcome.NOT_CAPTURED)
    elif capture.packed_at >= assembled:
        yield Check(Outcome.PASS)
    else:
        sentence = (
            f"The manifest was written at {capture.packed_at.isoformat()}, before the context was built at "
            f"{assembled.isoformat()}; what was packed afterwards is not in it."
        )
        yield Check(Outcome.FAIL, sentence=sentence)


RULES = (
    Rule(
        code="lineage/points-to-unsupplied-text",
        meaning="A citation points only to characters that the generator was given.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Record the new range when a passage is trimmed, and resolve citations against it.",
        level=Level.BLOCK,
        check=_unsupplied,
        requirements=("S4-19", "S4-22"),
    ),
    Rule(
        code="lineage/packed-text-differs",
        meaning="A packed passage holds exactly the characters of the range that it declares.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Record the new range when a passage is trimmed, or a derivation of its own when it is rewritten.",
        level=Level.BLOCK,
        check=_trimmed,
        requirements=("S4-19", "S4-22"),
    ),
    Rule(
        code="lineage/merged-hash-mismatch",
        meaning="The parts of a merged block, in their order and with their separators, are exactly its text.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Store the ordered ids, ranges and separators when blocks are merged, and hash the text that is sent.",
        level=Level.BLOCK,
        check=_merged,
        requirements=("S4-21",),
    ),
    Rule(
        code="lineage/manifest-before-packing",
        meaning="The manifest is written after the context was built, not before.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Write the manifest from the final blocks, after trimming and merging.",
        level=Level.WARN,
        check=_order,
        proves_not="A manifest of the right moment may still name other texts than were sent.",
        requirements=("S4-20",),
    ),
)
