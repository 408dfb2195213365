"""A path as a picture: stages and links with their places, drawn by a template as SVG, and told by a table. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from inspector.pages.claim_losses import loss_words, weakest_words
from inspector.pages.claim_reading import MANY, Reading, Selection
from inspector.pages.path_ending import gather_block, gather_ending
from inspector.pages.path_layout import Laid, Spot, in_order, lay_out
from inspector.pages.path_stages import ANSWER, Gathered, gather_upstream
from inspector.pages.path_view import BOX, DrawnLink, DrawnStage, Flag, Picture, Row, Stage, StageLink
from inspector.pages.unseen import runs_of
from lineage.evidence.path_marks import find_weakest

COLUMN, LANE, MARGIN, FLAG = 72, 84, 36, 17
LETTER = 6.8
SIGNS = {"verified": "✓", "unverified": "?", "failed": "✕", "same": "=", "differs": "≠", "missing": "", "plain": ""}
WIDEST_LINE = 11


def picture_of(reading: Reading) -> Picture | None:
    """The path of the selected citation; None where no passage or no readable words are there."""
    return _picture([reading], f"The path of {_named(reading)}")


def picture_of_claim(reading: Reading) -> Picture | None:
    """The paths of all citations of the claim in one picture; of the selected one alone where there are very many."""
    if len(reading.citations) > MANY:
        return picture_of(reading)
    each = [replace(reading, selection=Selection(span=citation.key)) for citation in reading.citations]
    return _picture(each, f"The paths of claim {reading.claim.key}")


def _named(reading: Reading) -> str:
    return reading.selected.key if reading.selected else reading.claim.key


def _picture(readings: Sequence[Reading], title: str) -> Picture | None:
    found, marks = Gathered(), dict[str, dict[str, bool]]()
    endings = []
    for reading in readings:
        resolution = reading.resolution
        masked = reading.selected is None or reading.is_masked(reading.selected)
        if masked or resolution is None or resolution.artifact is None:
            continue
        gather_upstream(found, reading, resolution.artifact)
        endings.append((reading, gather_block(found, reading, resolution.artifact)))
        _mark(marks, reading)
    if not endings:
        return None
    for reading, block in endings:
        gather_ending(found, reading, block)
    ordered = in_order(list(found.stages), list(found.links))
    stages = [found.stages[key]._replace(marks=tuple(marks.get(key, ()))) for key in ordered]
    is_loss = {words: loss for known in marks.values() for words, loss in known.items()}
    here = next((key for reading, _ in endings for key in [_open_stage(reading, stages)] if key), "")
    return _drawn(title, stages, list(found.links.values()), is_loss, here)


def _mark(marks: dict[str, dict[str, bool]], reading: Reading) -> None:
    """Weakest confidence and lost qualifiers, at the stages where they happened."""
    if reading.way is None:
        return
    for lost in reading.losses:
        marks.setdefault(lost.artifact or ANSWER, {})[loss_words(lost)] = True
    weakest = find_weakest(reading.dossier, reading.way)
    if weakest is not None:
        marks.setdefault(weakest.artifact, {})[weakest_words(weakest)] = False


def _open_stage(reading: Reading, stages: Iterable[Stage]) -> str:
    if reading.selection.stage is None:
        return ""
    wanted = reading.address(stage=reading.selection.stage) + "#way"
    return next((stage.key for stage in stages if stage.url == wanted), "")


def _drawn(title: str, stages: list[Stage], links: list[StageLink], losses: dict[str, bool], here: str) -> Picture:
    laid = lay_out([stage.key for stage in stages], [(link.source, link.target) for link in links])
    # The flag of the rightmost line is the lowest: no line down crosses words.
    flagged = sorted(
        ((_foot(laid.spots[stage.key]), words, stage.key) for stage in stages for words in stage.marks), reverse=True
    )
    top = FLAG * len(flagged) + BOX + 4
    flags = [
        _flag(words, x, laid.spots[key], top, number, losses.get(words, True))
        for number, (x, words, key) in enumerate(flagged)
    ]
    widest = max((flag.x + LETTER * len(flag.words) for flag in flags), default=0)
    drawn = tuple(_stage(stage, laid.spots[stage.key], top, stage.key == here) for stage in stages)
    return Picture(
        title=title,
        description=_description(stages, links),
        width=max(laid.columns * COLUMN, int(widest) + 8),
        height=top + (laid.lanes - 1) * LANE + 68,
        stages=drawn,
        links=tuple(_link(link, laid, top) for link in links if (link.source, link.target) in laid.routes),
        flags=tuple(flags),
        rows=_rows(stages, links),
    )


def _foot(spot: Spot) -> int:
    """Where the line of a flag goes down: straight to a stage of the first lane, through the gap before one below."""
    x, _ = _middle(spot, 0)
    return x if spot.lane == 0 else x - MARGIN + 2


def _flag(words: str, x: int, spot: Spot, top: int, number: int, is_loss: bool) -> Flag:
    to_x, to_y = _middle(spot, top)
    height, end = top - BOX // 2 - FLAG * number - 12, to_y - BOX // 2 - 2
    route = f"M{x} {height}V{end}" if x == to_x else f"M{x} {height}V{end - 4}H{to_x}V{end}"
    return Flag(words, x, height, route, is_loss)


def _middle(spot: Spot, top: int) -> tuple[int, int]:
    return spot.column * COLUMN + MARGIN, spot.lane * LANE + top


def _stage(stage: Stage, spot: Spot, top: int, is_here: bool) -> DrawnStage:
    x, y = _middle(spot, top)
    parts = [stage.name, stage.word, stage.subject, *stage.marks]
    name = visible(", ".join(part for part in parts if part))
    return DrawnStage(stage, x, y, _lines(visible(stage.name)), name, is_here)


def visible(words: str) -> str:
    """Words for a drawing, which holds no marks: a character that nobody sees is named in brackets instead."""
    return "".join(f"[{run.name}]" if run.name else run.text for run in runs_of(words))


def _lines(name: str) -> tuple[str, ...]:
    """A name in at most two lines of a column's width; longer words are cut, and whole in the table."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDEST_LINE:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(line if len(line) <= WIDEST_LINE + 1 else f"{line[:WIDEST_LINE]}…" for line in lines[:2])


def _link(link: StageLink, laid: Laid, top: int) -> DrawnLink:
    """A line from box to box: straight along a lane, bent between two columns where the lane changes."""
    points = [_middle(spot, top) for spot in laid.routes[link.source, link.target]]
    half = BOX // 2 + 3
    (x, y), parts = points[0], [f"M{points[0][0] + half} {points[0][1]}"]
    for number, (next_x, next_y) in enumerate(points[1:], start=1):
        end = next_x - half if number == len(points) - 1 else next_x
        bend = (x + next_x) // 2
        parts.append(f"H{end}" if next_y == y else f"C{bend} {y} {bend} {next_y} {end} {next_y}")
        before, (x, y) = (x, y), (next_x, next_y)
    return DrawnLink(
        link,
        "".join(parts),
        SIGNS[link.state],
        (before[0] + x) // 2 + (10 if before[1] != y else 0),
        (before[1] + y) // 2 - 4,
    )


def _description(stages: Sequence[Stage], links: Sequence[StageLink]) -> str:
    absent = sum(stage.look == "absent" for stage in stages)
    said = f"{len(stages)} stages and {len(links)} steps, from raw bytes to what the reader saw."
    return f"{said} {absent} of the stages {'was' if absent == 1 else 'were'} not recorded." if absent else said


def _rows(stages: Sequence[Stage], links: Sequence[StageLink]) -> tuple[Row, ...]:
    names = {stage.key: f"{stage.name} {stage.subject}".strip() for stage in stages}
    came = {stage.key: tuple((names[k.source], k.words) for k in links if k.target == stage.key) for stage in stages}
    return tuple(Row(stage, _words_by(stage), came[stage.key]) for stage in stages)


def _words_by(stage: Stage) -> str:
    if stage.look == "absent":
        return stage.word
    return {"app": "put together by code", "judge": f"a judge: {stage.word}"}.get(stage.look, stage.look)
