"""The frozen originals that a claim may be judged by: of the sources that it cites, else that its answer was given.

A citation is judged by its passage alone, a claim as a whole also by all of the retained original (X-01). What nobody
retained here, and what the reader may not see, is never looked at; how much that is can be said.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import BooleanField, F, Q, Value

from lineage.access import Reader
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import ArtifactKind, Origin, Withheld
from lineage.evidence.withholding import Withholding
from lineage.models import rows
from lineage.models.content import ContentAbsent
from lineage.models.sources import has_other_label
from lineage.redactions import read_json
from lineage.text.span import Span
from lineage.withholding import find_withholdings

# What a claim cites, or what its answer was given and cites, with all that this was made from; UNION ends at cycles.
REACH = """
WITH RECURSIVE reach(id) AS (
    {named}
    UNION
    SELECT d.input_id FROM lineage_derivation d JOIN reach r ON d.output_id = r.id
)
SELECT DISTINCT a.source_id, a.version_id FROM reach r JOIN lineage_artifact a ON a.id = r.id
WHERE a.source_id IS NOT NULL OR a.version_id IS NOT NULL
"""
CITED = """
SELECT c.artifact_id FROM lineage_citation c WHERE c.{column} = %s AND c.artifact_id IS NOT NULL
UNION SELECT m.artifact_id FROM lineage_citation c JOIN lineage_manifestentry m ON m.id = c.entry_id
    WHERE c.{column} = %s
UNION SELECT o.artifact_id FROM lineage_citation c JOIN lineage_resolution o ON o.citation_id = c.id
    WHERE c.{column} = %s AND o.artifact_id IS NOT NULL
"""
GIVEN = "UNION SELECT m.artifact_id FROM lineage_manifestentry m WHERE m.answer_id = %s"


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """`texts` are rows of original texts that may be read, with version and source; `closed` versions may not be.

    In `closed` stands why, None for a version with a label that the reader lacks: nothing of it may be named. `others`
    and `is_other_closed` are of what the answer was given beside the claim's own. `of_answer`: the claim cites no
    source that is known here, so all that the answer was given is the claim's own.
    """

    texts: tuple[Any, ...] = ()
    closed: tuple[Withholding | None, ...] = ()
    unkept: tuple[Any, ...] = ()
    others: tuple[Any, ...] = ()
    is_other_closed: bool = False
    of_answer: bool = False

    @property
    def is_any_closed(self) -> bool:
        """Whether words of the answer may be of a source that the reader may not read."""
        return bool(self.closed) or self.is_other_closed


def find_originals(reader: Reader, claim: Any) -> Originals:
    """By version, in the order in which they were recorded. Six statements at most."""
    given = _reach(claim, of_answer=True)
    cited = _reach(claim, of_answer=False)
    meant = cited or given
    versions = list(_versions(reader, given | cited))
    own = {version.pk for version in versions if _is_among(version, meant)}
    readable = [version for version in versions if not version.is_closed]
    withheld = find_withholdings([version.pk for version in readable], reader) if readable else {}
    kept = {version.pk: version for version in readable if version.pk not in withheld}
    texts = tuple(_texts(reader, kept)) if kept else ()
    closed: dict[int, Withholding | None] = {version.pk: None for version in versions if version.is_closed}
    closed |= {id: why for id, why in withheld.items() if why.kind is not Withheld.NOT_RETAINED}
    missing = own - closed.keys() - {text.version_id for text in texts}
    return Originals(
        texts=tuple(text for text in texts if text.version_id in own),
        closed=tuple(why for id, why in closed.items() if id in own),
        unkept=tuple(version for version in readable if version.pk in missing),
        others=tuple(text for text in texts if text.version_id not in own),
        is_other_closed=bool(closed.keys() - own),
        of_answer=not cited,
    )


def whole_originals(texts: Iterable[Any]) -> tuple[Any, ...]:
    """Of the originals those that hold all words once: of each version its extracts, where one was kept.

    Parts of a text that is there as a whole are left out, and so is the same text under a second name.
    """
    listed = list(texts)
    extracted = {text.version_id for text in listed if text.kind == ArtifactKind.CANONICAL_EXTRACT}
    wanted = [
        text
        for text in listed
        if text.version_id not in extracted or text.kind == ArtifactKind.CANONICAL_EXTRACT
    ]
    whole = {(text.version_id, text.content_id) for text in wanted if text.start is None}
    found: dict[tuple[Any, ...], Any] = {}
    for text in wanted:
        name = (text.version_id, text.content_id)
        if text.start is None or name not in whole:
            found.setdefault((*name, text.start, text.end), text)
    return tuple(found.values())


def read_texts(texts: Iterable[Any]) -> dict[int, str]:
    """The words of artifact rows by id; nothing for what is not kept. One statement."""
    wanted = list(texts)
    contents = rows.Content.objects.in_bulk({text.content_id for text in wanted})
    words: dict[int, str] = {}
    found: dict[int, str] = {}
    for text in wanted:
        try:
            if text.content_id not in words:
                words[text.content_id] = contents[text.content_id].get_text()
        except ContentAbsent:
            continue
        whole = words[text.content_id]
        found[text.pk] = whole if text.start is None else whole[text.start : text.end]
    return found


def generated_ranges(text: Any) -> tuple[Span, ...]:
    """The stretches of an original text that the source did not write, as far as somebody marked them."""
    if text.details_id is None:
        return ()
    marked = load_json(read_json(text.details)).get("origins") or ()
    plain = (Origin.ORIGINAL, Origin.DERIVED)
    return tuple(Span(*one["span"]) for one in marked if Origin(one["origin"]) not in plain)


def _reach(claim: Any, *, of_answer: bool) -> set[tuple[int | None, int | None]]:
    column, value = ("answer_id", claim.answer_id) if of_answer else ("claim_id", claim.pk)
    named, arguments = CITED.format(column=column), [value] * 3
    if of_answer:
        named, arguments = named + GIVEN, [*arguments, value]
    with connection.cursor() as cursor:
        cursor.execute(REACH.format(named=named), arguments)
        return set(cursor.fetchall())


def _is_among(version: Any, reached: set[tuple[int | None, int | None]]) -> bool:
    return any(id == version.pk or (id is None and source == version.source_id) for source, id in reached)


def _versions(reader: Reader, reached: set[tuple[int | None, int | None]]) -> Any:
    """Where nobody recorded of which version a text is: every version of its source."""
    versions = {version for _, version in reached if version is not None}
    sources = {source for source, version in reached if version is None and source is not None}
    found = rows.SourceVersion.objects.filter(tenant_id=reader.tenant_id)
    found = found.filter(Q(pk__in=versions) | Q(source_id__in=sources)).select_related("source").order_by("id")
    closed = Value(False, BooleanField()) if reader.reads_every_label else has_other_label(reader, "pk")
    return found.annotate(is_closed=closed)


def _texts(reader: Reader, versions: dict[int, Any]) -> Iterable[Any]:
    found = rows.Artifact.objects.visible_to(reader).filter(version__in=versions, origin=Origin.ORIGINAL.value)
    kept = found.filter(content__isnull=False, purged_at__isnull=True).annotate(
        digest_of_content=F("content__sha256")
    )
    for text in kept.select_related("details").order_by("version_id", "id"):
        text.version = versions[text.version_id]
        yield text
