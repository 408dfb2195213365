"""Lines with Arabic, Persian or Hebrew in the order in which they are read, from where their glyphs stand (UAX 9).

A PDF says where a glyph is drawn and not when it is read; PDFium turns such lines round, but numbers beside words,
ligatures and brackets not always rightly. Words of two directions can be drawn alike from two orders: a number behind
a Latin word is then taken to belong to it, as in "ASVS 2014".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lineage.pipeline.extract.pdf_glyphs import RIGHT_TO_LEFT, Drawn, Glyph, direction_of, glyphs_of

_DIGITS = frozenset(("EN", "AN"))
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "number", "AN": "number"}
_SEPARATORS = frozenset(("ES", "CS", "ET"))
_PAIRS = "()[]{}<>«»‹›"
_MIRRORED = {one: other for a, b in zip(_PAIRS[::2], _PAIRS[1::2], strict=True) for one, other in ((a, b), (b, a))}
# In heights of the line: words so far apart are not one run; what is so far apart are two words; and what is so far
# apart are two words where PDFium thinks so, too.
_WIDE_GAP, _WORD_GAP, _LEAST_GAP = 2.0, 0.2, 0.08


def in_reading_order(line: Sequence[Drawn], *, is_mostly_leftwards: bool, mirrors: bool) -> list[Drawn]:
    """The characters of a line as they are read. `is_mostly_leftwards`: of the page, for a line that is half and half.

    `line` is in the order of PDFium, which also has turned the brackets of what it took for right to left. `mirrors`:
    whether the file names brackets as they look, so that they are turned; else it names them as they are meant.
    """
    directions = [direction_of(one.sign) for one in line]
    rightwards = directions.count("L")
    leftwards = sum(direction in RIGHT_TO_LEFT for direction in directions)
    from_the_right = leftwards >= rightwards or (is_mostly_leftwards and 3 * leftwards >= rightwards)
    glyphs = glyphs_of(list(_as_drawn(line, directions)))
    # Words that Word draws as one have blanks above them: of two glyphs at one place the order of PDFium decides.
    turn = -1 if from_the_right else 1
    glyphs.sort(key=lambda glyph: (round(glyph.drawn[0].origin[0], 1), turn * glyph.drawn[0].number))
    glyphs = list(_apart(glyphs))
    runs = list(_runs_of(glyphs, "L" if from_the_right else "R"))
    found: list[Drawn] = []
    for run, is_left_to_right in reversed(runs) if from_the_right else runs:
        for glyph in run if is_left_to_right else _turned(run, mirrors):
            found.extend(glyph.drawn)
    return found


def _apart(glyphs: Sequence[Glyph]) -> Iterator[Glyph]:
    """With a blank wherever two glyphs stand apart as words do."""
    height = max((one.height for glyph in glyphs for one in glyph.drawn), default=0.0)
    for place, glyph in enumerate(glyphs):
        before = glyphs[place - 1] if place else glyph
        beyond = glyphs[max(0, place - 2)], glyphs[min(place + 1, len(glyphs) - 1)]
        is_seen = _is_beside_gap(before, beyond[0]) or _is_beside_gap(glyph, beyond[1])
        is_wide = glyph.left - before.right > (_LEAST_GAP if is_seen else _WORD_GAP) * height
        if is_wide and not before.is_blank and not glyph.is_blank:
            blank = Drawn(-1, " ", glyph.drawn[0].origin, before.right, glyph.left, glyph.drawn[0].height)
            yield Glyph([blank], "WS")
        yield glyph


def _is_beside_gap(glyph: Glyph, beyond: Glyph) -> bool:
    """Not where the blank that PDFium sees is on the other side: in the file, or the end of the line."""
    return any(one.is_beside_gap for one in glyph.drawn) and beyond is not glyph and not beyond.is_blank


def _as_drawn(line: Sequence[Drawn], directions: Sequence[str]) -> Iterator[Drawn]:
    """With brackets as they look on the page. PDFium turns those behind words that run from right to left, and those
    that begin a line which has no more stretches of the other kind.
    """
    kinds = [_KINDS.get(direction, "") for direction in directions]
    starts = [kind for place, kind in enumerate(kinds) if not place or kind != kinds[place - 1]]
    is_leftwards = starts.count("R") >= starts.count("L")
    for one, kind in zip(line, kinds, strict=True):
        if kind in ("L", "R"):
            is_leftwards = kind == "R"
        yield one._replace(sign=_MIRRORED[one.sign]) if is_leftwards and one.sign in _MIRRORED else one


def _runs_of(glyphs: Sequence[Glyph], against: str) -> Iterator[tuple[Sequence[Glyph], bool]]:
    """The line cut from left to right; True for what is read from left to right. `against`: the direction of the words
    that run against the line, "L" or "R": these take what stands between two of them along, and a number does it at
    one.
    """
    at = 0
    while at < len(glyphs):
        end = _end_of_run(glyphs, at, against)
        if end > at:
            yield glyphs[at:end], against == "L"
            at = end
        elif against == "L" and glyphs[at].direction in _DIGITS:
            end = _end_of_number(glyphs, at)
            run_end = _end_of_run(glyphs, end, against)
            yield glyphs[at : max(end, run_end)], True
            at = max(end, run_end)
        else:
            yield glyphs[at : at + 1], against == "R"
            at += 1


def _end_of_run(glyphs: Sequence[Glyph], at: int, against: str) -> int:
    """Where the run ends that begins at a place; the place itself where none begins."""
    own = frozenset("L") if against == "L" else RIGHT_TO_LEFT
    if at >= len(glyphs) or glyphs[at].direction not in own:
        return at
    other = RIGHT_TO_LEFT if against == "L" else frozenset("L")
    end = at + 1
    for place in range(at + 1, len(glyphs)):
        here = glyphs[place]
        is_wide = here.direction == "WS" and here.right - here.left > _WIDE_GAP * here.drawn[0].height
        if here.direction in other or is_wide:
            break
        if here.direction in own or (against == "L" and here.direction in _DIGITS):
            end = place + 1
    return end + (against == "L" and _closes(glyphs, at, end))


def _closes(glyphs: Sequence[Glyph], at: int, end: int) -> bool:
    """Whether the sign behind a run closes a bracket of it, and so belongs to it (rule N0)."""
    if end == len(glyphs):
        return False
    signs = [glyph.drawn[0].sign for glyph in glyphs[at : end + 1]]
    opening = _MIRRORED.get(signs[-1], "")
    return signs[-1] in _PAIRS[1::2] and signs.count(opening) >= signs.count(signs[-1])


def _end_of_number(glyphs: Sequence[Glyph], at: int) -> int:
    """Digits with the signs between them, such as "4.0" and "50%"."""
    end = at + 1
    while end < len(glyphs):
        following = glyphs[end + 1].direction if end + 1 < len(glyphs) else ""
        if glyphs[end].direction in _DIGITS or (glyphs[end].direction in _SEPARATORS and following in _DIGITS):
            end += 1
        else:
            break
    return end + 1 if end < len(glyphs) and glyphs[end].drawn[0].sign == "%" else end


def _turned(run: Sequence[Glyph], mirrors: bool) -> Iterator[Glyph]:
    """From right to left, numbers as they stand."""
    cuts: list[Sequence[Glyph]] = []
    at = 0
    while at < len(run):
        end = _end_of_number(run, at) if run[at].direction in _DIGITS else at + 1
        cuts.append(run[at:end])
        at = end
    for cut in reversed(cuts):
        for glyph in cut:
            if mirrors and len(glyph.drawn) == 1 and glyph.drawn[0].sign in _MIRRORED:
                glyph.drawn[0] = glyph.drawn[0]._replace(sign=_MIRRORED[glyph.drawn[0].sign])
            yield glyph


def misplaced_brackets(text: str) -> int:
    """How many brackets close what was not opened before."""
    depth = wrong = 0
    for sign in text:
        if sign in _PAIRS[::2]:
            depth += 1
        elif sign in _PAIRS[1::2]:
            wrong += not depth
            depth = max(0, depth - 1)
    return wrong
