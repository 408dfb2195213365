"""What people said in their verdicts, as patterns: one statement over all verdicts of a house, no object a row.

Of each person the newest verdict on an item counts that was not taken back. It counts as a rating where it was given on
today's evidence and the item was not opened again since; otherwise it is left out under its reason. Adjudications are
in none of these tables. Claims that are sealed for the reader are not looked at, whoever judged them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection

from inspector.agreeing.patterns import Pattern, of_raters
from inspector.agreeing.scopes import Scope
from inspector.blindness import sealed_claims
from inspector.models import rows as opinions
from lineage.access import Reader, get_visible
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    DecisiveField,
    DerivationVerdict,
    Exclusion,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SupportClass,
    Term,
)
from lineage.models import rows

TERMS: dict[DecisiveField, type[Term]] = {
    DecisiveField.COVERAGE: CoverageVerdict,
    DecisiveField.SUPPORT: PairSupport,
    DecisiveField.SUPPORT_CLASS: SupportClass,
    DecisiveField.ANSWERABILITY: Answerability,
    DecisiveField.ORIGIN: OriginVerdict,
    DecisiveField.QUOTATION: QuotationVerdict,
    DecisiveField.DERIVATION: DerivationVerdict,
}
"""What verdicts can say, in the order in which it is shown. Support is said of each citation by itself."""

QUEUE, SOURCE = "queue", "source"
UNGROUPED = "NULL"
SAYS, ENDS = "=", ","
NOT_COUNTED = "!"
"""Between a person and what they said, and before the next; before the reason where it is not counted."""

UNIT = """
SELECT {unit}, {group} AS divided, {listed} AS pattern
FROM inspector_itemstate s
{join} inspector_verdict v ON v.item_id = s.item_id
{also}
WHERE s.tenant_id = %s AND NOT v.withdrawn
AND {newest}
AND v.claim_id NOT IN ({sealed})
{narrowed}
GROUP BY s.guideline_id, {unit}
"""
SAID = """
CASE WHEN NOT s.has_text THEN '{no_text}'
WHEN s.today IS NULL OR v.evidence_digest <> s.today THEN '{stale}'
WHEN s.item_id IN (SELECT item_id FROM inspector_reopening WHERE tenant_id = %s)
    AND v.id <= (SELECT MAX(after_id) FROM inspector_reopening opened WHERE opened.item_id = s.item_id)
THEN '{put_aside}'
{blind}ELSE COALESCE({value}, '{no_value}') END
"""
NEWEST = {
    # A list looked up in is cheaper here than a statement a row. There, a list that outgrows memory would be read
    # again for each row, and without the second condition it expects as many successors as there are verdicts.
    "sqlite": "v.id NOT IN (SELECT supersedes_id FROM inspector_verdict WHERE supersedes_id IS NOT NULL)",
    "postgresql": """NOT EXISTS (
    SELECT 1 FROM inspector_verdict later WHERE later.supersedes_id = v.id AND later.supersedes_id IS NOT NULL
)""",
}
COUNTED = "SELECT divided, pattern, COUNT(*) FROM ({unit}) found GROUP BY divided, pattern"
OF_SOURCE = """
AND EXISTS (
    SELECT 1 FROM lineage_citation c JOIN lineage_artifact a ON a.id = c.artifact_id
    WHERE c.{named} AND a.source_id = %s
)
"""
BY_SOURCE = """
WITH found AS ({unit})
SELECT NULL, pattern, COUNT(*) FROM found GROUP BY pattern
UNION ALL
SELECT origin.source_id, found.pattern, COUNT(*)
FROM found JOIN (
    SELECT {distinct} c.{column} AS cited, a.source_id
    FROM lineage_citation c JOIN lineage_artifact a ON a.id = c.artifact_id
    WHERE c.tenant_id = %s AND a.source_id IS NOT NULL AND c.claim_id IS NOT NULL
) origin ON origin.cited = found.divided
GROUP BY origin.source_id, found.pattern
"""


class Unit(NamedTuple):
    """An item as rows name it, its citation where support is asked for, and how it was rated."""

    item: int
    citation: int | None
    pattern: Pattern


class Statement(NamedTuple):
    sql: str
    values: list[Any]


class Divided(NamedTuple):
    """The `whole`, each item once, and the same by queue or source: an item is in the part of each of its sources."""

    whole: list[Pattern]
    parts: list[Pattern]


def read_patterns(reader: Reader, scope: Scope) -> list[Pattern]:
    """One statement, two where a queue or a source is named.

    Raises NotVisible for a queue that is none of the reader's; a source that is not there has no items.
    """
    unit = _statement(reader, scope, UNGROUPED)
    return _counted(scope, COUNTED.format(unit=unit.sql), unit.values)


def read_divided(reader: Reader, scope: Scope, by: str) -> Divided:
    """As many statements as `read_patterns`: what was said is looked up once for the whole and its parts."""
    if by == QUEUE:
        # An item has one queue.
        unit = _statement(reader, scope, "MIN(s.queue_id)")
        parts = _counted(scope, COUNTED.format(unit=unit.sql), unit.values)
        return Divided([one._replace(group=None) for one in parts], parts)
    column, cited, distinct = "claim_id", "MIN(v.claim_id)", "DISTINCT"
    if is_per_citation(scope):
        column, cited, distinct = "id", "p.citation_id", ""
    unit = _statement(reader, scope, cited)
    found = _counted(
        scope,
        BY_SOURCE.format(unit=unit.sql, distinct=distinct, column=column),
        [*unit.values, reader.tenant_id],
    )
    return Divided([one for one in found if one.group is None], [one for one in found if one.group is not None])


def read_units(reader: Reader, scope: Scope) -> Iterator[Unit]:
    """The items themselves, in the order in which they came into their queues, and citations in that of the answer."""
    unit = _statement(reader, scope, UNGROUPED)
    per_citation = is_per_citation(scope)
    known: dict[str, Pattern] = {}
    with connection.cursor() as cursor:
        cursor.execute(f"{unit.sql} ORDER BY {_unit(scope)}", unit.values)
        for row in cursor:
            written = row[-1]
            if written not in known:
                whole = [_parsed(written)]
                known[written] = next(iter(of_raters(whole, scope.pair) if scope.pair else whole), Pattern(()))
            if known[written] != Pattern(()):
                yield Unit(row[0], row[1] if per_citation else None, known[written])


def hides_any(reader: Reader) -> bool:
    """Whether a claim is sealed for the reader, anywhere: one statement.

    How many there are in a queue is not told: a claim comes into one because others differed, or called for help.
    """
    return bool(sealed_claims(reader).exists())


def values_of(scope: Scope) -> tuple[str, ...]:
    return tuple(term.value for term in TERMS[DecisiveField(scope.field)])


def is_per_citation(scope: Scope) -> bool:
    return scope.field == DecisiveField.SUPPORT


def _unit(scope: Scope) -> str:
    return "s.item_id, p.citation_id" if is_per_citation(scope) else "s.item_id"


def _counted(scope: Scope, sql: str, values: Sequence[Any]) -> list[Pattern]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = [_parsed(written, number, group) for group, written, number in cursor.fetchall()]
    return of_raters(found, scope.pair) if scope.pair else found


def _statement(reader: Reader, scope: Scope, group: str) -> Statement:
    """The items of the scope with all that was said of each, in one line of text."""
    is_postgresql = connection.vendor == "postgresql"
    # SQLite would begin with the verdicts and sort them; CROSS JOIN tells it to begin where rows are in order.
    join = "JOIN" if is_postgresql else "CROSS JOIN"
    per_citation = is_per_citation(scope)
    said = SAID.format(
        value="p.support" if per_citation else f"v.{DecisiveField(scope.field).value}",
        blind=f"WHEN NOT v.blind THEN '{_word(Exclusion.NOT_BLIND)}'\n" if scope.blind else "",
        **{name: _word(Exclusion(name)) for name in ("no_text", "stale", "put_aside", "no_value")},
    )
    sealed, sealed_values = sealed_claims(reader).query.sql_with_params()
    narrowed, narrowed_values = _narrowed(reader, scope)
    sql = UNIT.format(
        # An item has one guideline: it is named so that an index gives its rows in this order.
        unit=_unit(scope),
        group=group,
        listed=f"{'string_agg' if is_postgresql else 'group_concat'}(v.reviewer || '{SAYS}' || {said}, '{ENDS}')",
        join=join,
        also=f"{join} inspector_pairverdict p ON p.verdict_id = v.id" if per_citation else "",
        newest=NEWEST[connection.vendor],
        sealed=sealed,
        narrowed=narrowed,
    )
    return Statement(sql, [reader.tenant_id, reader.tenant_id, *sealed_values, *narrowed_values])


def _narrowed(reader: Reader, scope: Scope) -> tuple[str, Sequence[Any]]:
    parts, values = [], []
    if scope.queue:
        parts.append("AND s.queue_id = %s")
        values.append(get_visible(opinions.Queue.objects, reader, scope.queue).pk)
    if scope.source:
        named = "id = p.citation_id" if is_per_citation(scope) else "claim_id = v.claim_id"
        parts.append(OF_SOURCE.format(named=named))
        values.append(_source(reader, scope.source))
    return "\n".join(parts), values


def _source(reader: Reader, key: str) -> int:
    found = rows.Source.objects.visible_to(reader).filter(key=key).values_list("pk", flat=True).first()
    return int(found) if found is not None else 0


def _word(reason: Exclusion) -> str:
    return f"{NOT_COUNTED}{reason.value}"


def _parsed(written: str, number: int = 1, group: int | None = None) -> Pattern:
    """Each person once: of two rows of one person, which no verb writes, the later in the line."""
    every = sorted(dict(part.split(SAYS, 1) for part in written.split(ENDS)).items())
    return Pattern(
        said=tuple(one for one in every if not one[1].startswith(NOT_COUNTED)),
        left_out=tuple(
            (rater, Exclusion(word.removeprefix(NOT_COUNTED))) for rater, word in every if word.startswith(NOT_COUNTED)
        ),
        number=number,
        group=group,
    )
