"""The ways in which the texts of a version were cut into pieces, from the steps that were recorded."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lineage.access import Reader
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import ArtifactKind
from lineage.models import rows
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

MOST_PIECES = 10_000
MARK = "/chunks/"


class Piece(NamedTuple):
    """`places` are those of its words in the text that it was cut from: several where equal words were kept once."""

    key: str
    section: str
    places: tuple[Span, ...]

    @property
    def length(self) -> int:
        return self.places[0].length if self.places else 0


class Cut(NamedTuple):
    """`parent` is the id of the text that it was cut from."""

    name: str
    about: str
    parent: int
    pieces: tuple[Piece, ...]


COLUMNS = ("input_id", "output__key", "output__section", "map", "transformation__key")
SETTINGS = ("transformation__parameters_id",)


def read_cuts(reader: Reader, version: Any) -> list[Cut]:
    """Every way in which texts of this version were cut, in the order in which they were; three statements."""
    made = rows.Derivation.objects.visible_to(reader).filter(
        input__version=version, output__version=version, output__kind=ArtifactKind.CHUNK.value
    )
    pieces: dict[tuple[str, int], list[Piece]] = defaultdict(list)
    settings: dict[tuple[str, int], int | None] = {}
    for parent, key, section, packed, step, told in made.order_by("output_id").values_list(*COLUMNS, *SETTINGS)[
        :MOST_PIECES
    ]:
        name = name_of_cut(key, step)
        pieces[name, parent].append(Piece(key, section, _places(packed)))
        settings.setdefault((name, parent), told)
    about = _read_settings(settings.values())
    return [
        Cut(name, about.get(settings[name, parent] or 0, ""), parent, tuple(sorted(found, key=lambda p: p.places)))
        for (name, parent), found in pieces.items()
    ]


def name_of_cut(key: str, step: str) -> str:
    """What tells one way of cutting from another: a part of our own keys, else the name of the step."""
    _, mark, rest = key.rpartition(MARK)
    return rest.partition("/")[0] if mark else step


def _places(packed: bytes | None) -> tuple[Span, ...]:
    if packed is None:
        return ()
    return tuple(sorted({segment.input for segment in SpanMap.unpack(bytes(packed)).to_segments()}))


def _read_settings(ids: Iterable[int | None]) -> dict[int, str]:
    """What steps were told, in words: `by section, size 1200, overlap 150`."""
    found = rows.Content.objects.filter(pk__in={id for id in ids if id is not None}, purged_at__isnull=True)
    return {content.pk: _in_words(load_json(content.get_bytes())) for content in found}


def _in_words(told: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {told[name]}" for name in ("by", "size", "overlap") if name in told)
