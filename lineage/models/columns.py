"""The columns and constraints that rows are made of.

Text columns hold our own words and names and refuse NUL on both engines; prose from outside is `Content`.
Indexes are declared in each Meta and nowhere else, so no foreign key brings its own.
"""

import uuid
from typing import Any

from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.db.models.sql.compiler import SQLCompiler

from lineage.evidence.vocabulary import Term
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH

DIGEST_LENGTH = 32


def new_public_id() -> str:
    """128 random bits less the six of UUID version 4, as 32 hexadecimal digits: what stands in a URL."""
    return uuid.uuid4().hex


def public_id() -> Any:
    return models.CharField(max_length=32, default=new_public_id, editable=False)


def key() -> Any:
    """A name that the tenant gave."""
    return models.CharField(max_length=MAXIMUM_KEY_LENGTH)


def words() -> Any:
    """A short description, empty where none was given."""
    return models.TextField(blank=True, default="")


def term(terms: type[Term], **options: Any) -> Any:
    """A value of an enumeration; the table's `known` constraint holds it to them."""
    return models.CharField(max_length=max(len(member.value) for member in terms), **options)


def digest(**options: Any) -> Any:
    """SHA-256 as its 32 bytes."""
    return models.BinaryField(max_length=DIGEST_LENGTH, **options)


def reference(to: Any, **options: Any) -> Any:
    """A foreign key of a record: what is pointed at stays."""
    return models.ForeignKey(to, models.PROTECT, **({"db_index": False, "related_name": "+"} | options))


def tenant() -> Any:
    return reference("lineage.Tenant")


def unique(name: str, *fields: str) -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=fields, name=name)


def known(table: str, **columns: type[Term]) -> list[models.CheckConstraint]:
    """Each column holds a value of its enumeration (or NULL where the column allows it)."""
    return [
        models.CheckConstraint(
            condition=Q(**{f"{column}__in": [t.value for t in terms]}), name=f"{table}_{column}_known"
        )
        for column, terms in columns.items()
    ]


def ordered(table: str) -> models.CheckConstraint:
    """`start` and `end` are both absent, or 0 <= start <= end."""
    absent = Q(start__isnull=True, end__isnull=True)
    present = Q(start__isnull=False, end__isnull=False, start__gte=0, end__gte=F("start"))
    return models.CheckConstraint(condition=absent | present, name=f"{table}_range_ordered")


def whole_digests(table: str, *columns: str) -> list[models.CheckConstraint]:
    """Each digest has 32 bytes (or is NULL where the column allows it)."""
    return [
        models.CheckConstraint(condition=Exact(Length(column), DIGEST_LENGTH), name=f"{table}_{column}_length")
        for column in columns
    ]


class HasNoNul(Func):
    """Whether a text column is free of NUL. PostgreSQL holds none anyway; SQLite would, and cut it in places."""

    output_field = models.BooleanField()
    conditional = True

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="(instr(%(expressions)s, char(0)) = 0)")

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="(%(expressions)s IS NULL OR TRUE)")


def clean(table: str, *columns: str) -> list[models.CheckConstraint]:
    """No NUL in these text columns."""
    return [models.CheckConstraint(condition=HasNoNul(column), name=f"{table}_{column}_clean") for column in columns]
