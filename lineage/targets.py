"""The texts of a version in which citations are looked for: read and verified for each item, indexed once a process."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from lineage.bulk import in_parts
from lineage.evidence.vocabulary import ArtifactKind, Origin, TransformationKind
from lineage.models import rows
from lineage.models.content import unpack
from lineage.pipeline.extract.kinds import READABLE
from lineage.text.anchoring import AnchoringPolicy, TextIndex
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from lineage.tracing import Text, read_maps, read_texts

LARGEST_LOOKUP = 100
KINDS_READ = tuple(sorted(kind.value for kind in READABLE))
"""Kinds of source whose bytes a text can be made from."""
MOST_TARGETS = 200
"""A version with more original texts than this is a corpus of its own, not a document in pieces."""


def find_targets(version_id: int) -> list[Text]:
    """The newest canonical extract of a version, else all its other original texts, in order.

    Of those that were read from its bytes the one that was read last: a text that comes again is an older row.
    At most 201: of more than 200 a part would be searched, and what stands in the others called lost.
    """
    kept = rows.Artifact.objects.filter(
        version_id=version_id, origin=Origin.ORIGINAL.value, content__isnull=False
    ).exclude(kind=ArtifactKind.RAW_SOURCE.value)
    extracts = kept.filter(kind=ArtifactKind.CANONICAL_EXTRACT.value)
    extract = list(extracts.order_by("-id").values_list("id", flat=True)[:1])
    if extract and rows.Extraction.objects.filter(artifact__in=extract).exists():
        read = rows.Extraction.objects.filter(artifact__in=extracts).order_by("-id")
        extract = list(read.values_list("artifact_id", flat=True)[:1])
    chosen = extract or list(kept.order_by("id").values_list("id", flat=True)[: MOST_TARGETS + 1])
    found = read_texts(chosen)
    return [found[id] for id in chosen]


class Without(NamedTuple):
    """A text without its running headers and footers, and the verified map that leads back to the whole one."""

    text: Text
    map: SpanMap


def find_stripped(texts: Sequence[Text]) -> dict[int, Without]:
    """By id of the whole text, the newest text that was made from it by leaving out headers and footers."""
    kept = rows.Derivation.objects.filter(
        transformation__kind=TransformationKind.HEADER_FOOTER_REMOVAL.value,
        verified=True,
        output__content__isnull=False,
    )
    newest: dict[int, tuple[int, int]] = {}
    for part in in_parts(sorted({text.id for text in texts if text.slice is None}), LARGEST_LOOKUP):
        found = kept.filter(input_id__in=part).order_by("id")
        newest |= {source: (id, output) for id, source, output in found.values_list("id", "input_id", "output_id")}
    if not newest:
        return {}
    maps = read_maps(id for id, _ in newest.values())
    outputs = read_texts([output for _, output in newest.values()])
    return {source: Without(outputs[output], maps[id]) for source, (id, output) in newest.items() if id in maps}


Whole = tuple[bytes, str]
"""The SHA-256 of a content, and its text."""


def read_words(texts: Sequence[Text]) -> dict[int, Whole | None]:
    """By id of the text: digest of the content and the words; None where the bytes are no longer kept.

    Every byte is hashed again. Raises ContentDamaged where one is not what it was.
    """
    contents: dict[int, Whole | None] = {}
    for part in in_parts(sorted({text.content for text in texts if text.content is not None}), LARGEST_LOOKUP):
        found: Any = rows.Content.objects.filter(pk__in=part).values_list("id", "sha256", "size", "body", "coding")
        for id, sha256, size, body, coding in found:
            whole = None if body is None else unpack(bytes(sha256), size, body, coding).decode()
            contents[id] = None if whole is None else (bytes(sha256), whole)
    return {text.id: cut_out(contents.get(text.content or 0), text.slice) for text in texts}


def cut_out(whole: Whole | None, span: Span | None) -> Whole | None:
    return (whole[0], span.slice(whole[1])) if whole is not None and span is not None else whole


class Indexes:
    """The indexes of the texts that this process searched last, by the digest of their verified words.

    Only those of the newest item: an index is far larger than its text.
    """

    def __init__(self) -> None:
        self._known: dict[Any, TextIndex] = {}

    def of(self, targets: Sequence[Text], words: Sequence[Whole], policy: AnchoringPolicy) -> list[TextIndex]:
        """One for each target, whose digest and words are given in the same order."""
        keys = [
            (digest, target.slice, policy) for target, (digest, _) in zip(targets, words, strict=True)
        ]
        known = self._known
        indexes = {
            key: known.get(key) or TextIndex(text, policy) for key, (_, text) in zip(keys, words, strict=True)
        }
        self._known = indexes
        return [indexes[key] for key in keys]


INDEXES = Indexes()
