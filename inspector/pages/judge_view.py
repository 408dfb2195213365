"""What the pages of judges show, as plain frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.evidence_view import Difference, Said


class CertificateLine(NamedTuple):
    """A certificate in a list; `reasons` say why it expired."""

    url: str
    said: Said
    reasons: tuple[tuple[str, datetime], ...]
    set: str
    revision: int
    part: str
    field: str
    positive: str
    required: str
    at: datetime
    by: str


class BatchLine(NamedTuple):
    """Results in a list. `is_in` is False while some are missing: the import was broken off."""

    url: str
    set: str
    revision: int
    revision_url: str
    field: str
    configuration: int
    counted: str
    is_in: bool
    at: datetime
    by: str


class JudgeLine(NamedTuple):
    """A judge in the list; `valid` are its certificates that hold now, `others` how many do not."""

    name: str
    url: str
    model: str
    configuration: int
    batches: int
    tested_at: datetime | None
    valid: tuple[CertificateLine, ...]
    others: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesPage:
    lines: tuple[JudgeLine, ...]
    may_import: bool


class PartLine(NamedTuple):
    """A part of a configuration: words of our own, or a text as it was recorded; empty where it was not."""

    label: str
    words: str
    is_long: bool


class ConfigurationLine(NamedTuple):
    """A configuration; `changed` names the parts that differ from the one before, with the words that do."""

    number: int
    is_in_force: bool
    parts: tuple[PartLine, ...]
    changed: tuple[str, ...]
    differences: tuple[Difference, ...]
    digest: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePage:
    name: str
    configurations: tuple[ConfigurationLine, ...]
    batches: tuple[BatchLine, ...]
    certificates: tuple[CertificateLine, ...]
    configure_url: str
    import_url: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurePage:
    """`expiring` are certificates that hold now and would not any more. `meanwhile`: somebody set it otherwise."""

    name: str
    action: str
    back_url: str
    number: int
    seen: str
    written: Mapping[str, str]
    errors: Mapping[str, str]
    expiring: tuple[CertificateLine, ...]
    differences: tuple[Difference, ...]
    looks: bool
    meanwhile: str


class RevisionChoice(NamedTuple):
    id: str
    label: str
    is_chosen: bool


class TracedLine(NamedTuple):
    """A judge as imported answers name it."""

    key: str
    name: str
    version: str
    digest: str | None
    results: int
    claims: int


class FieldChoice(NamedTuple):
    name: str
    values: tuple[str, ...]
    suggested: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeImportPage:
    """`traced` are judges that imported answers name, for the revision that is chosen."""

    revisions: tuple[RevisionChoice, ...]
    fields: tuple[FieldChoice, ...]
    traced: tuple[TracedLine, ...]
    mapping: str
    chosen: str
    error: str
