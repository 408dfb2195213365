"""Where the sections of a source begin, by the headings that were seen in its bytes, else by those of its text."""

from __future__ import annotations

from lineage.evidence.vocabulary import SourceKind
from lineage.pipeline.layout import Layout
from lineage.pipeline.layout import Section as SeenHeading
from lineage.pipeline.sections import Section, find_sections, path_of

_WITH_HEADINGS_IN_TEXT = frozenset({SourceKind.TEXT, SourceKind.MARKDOWN})


def find_sections_of(text: str, layout: Layout, kind: SourceKind) -> tuple[Section, ...]:
    """The sections of an extract, ascending; the first starts at 0, with no path where no heading stands there."""
    if kind in _WITH_HEADINGS_IN_TEXT or not layout.sections:
        return find_sections(text, kind)
    sections: dict[int, Section] = {0: Section(0, "")}
    above: list[SeenHeading] = []
    for heading in sorted(layout.sections, key=lambda one: one.span):
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        start = heading.span.start
        sections[start] = Section(start, path_of([one.title for one in above]))
    return tuple(sections[start] for start in sorted(sections))
