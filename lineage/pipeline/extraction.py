"""What was read from the bytes of a source: the text, where its words stand, and what was passed over.

Bytes in, characters out, parts skipped: always said. Whatever the bytes are, reading them gives an `Extraction`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.layout import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """Parts of one kind that are not in the text. `characters` is None where nobody can tell; `where` is for people,
    such as "page 3" or "24 places, first at byte 1,210"; `sample` the first words of the first one, at most 200.
    """

    kind: SkippedKind
    count: int
    characters: int | None = None
    where: str = ""
    sample: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """`text` is empty unless `state` is READ (a READ text may be empty, too); `reason` says in plain words what went
    wrong and what to do, empty for READ.

    `encoding` is the character set by which bytes became characters, empty where the format leaves no choice;
    `is_guess` says that nobody declared it. `warnings` are for people, a sentence each.
    """

    state: ExtractionState
    bytes_in: int
    tool: str
    tool_version: str
    text: str = ""
    media_type: str = ""
    encoding: str = ""
    is_guess: bool = False
    reason: str = ""
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[str, ...] = ()
    layout: Layout = field(default_factory=Layout)

    @property
    def characters_out(self) -> int:
        return len(self.text)

    def to_report(self) -> dict[str, Any]:
        """Everything but text and layout, as plain values for JSON."""
        return {
            "state": self.state.value,
            "bytes_in": self.bytes_in,
            "characters_out": self.characters_out,
            "tool": self.tool,
            "tool_version": self.tool_version,
            "media_type": self.media_type,
            "encoding": self.encoding,
            "is_guess": self.is_guess,
            "reason": self.reason,
            "warnings": list(self.warnings),
            "skipped": [
                [one.kind.value, one.count, one.characters, one.where, one.sample] for one in self.skipped
            ],
        }

    @classmethod
    def from_report(cls, report: dict[str, Any], text: str, layout: Layout) -> Extraction:
        """The inverse of `to_report`. ValueError, KeyError or TypeError for anything else."""
        names = ("bytes_in", "tool", "tool_version", "media_type", "encoding", "is_guess", "reason")
        return cls(
            state=ExtractionState(report["state"]),
            text=text,
            layout=layout,
            warnings=tuple(report["warnings"]),
            skipped=tuple(
                Skipped(kind=SkippedKind(kind), count=count, characters=characters, where=where, sample=sample)
                for kind, count, characters, where, sample in report["skipped"]
            ),
            **{name: report[name] for name in names},
        )
