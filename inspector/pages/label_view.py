"""What the pages of a labeller show, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.labelling.progress import Last
from inspector.pages.choices import Choice
from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import Passage, Said, SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelQuestion:
    """One citation: the words that it rests on, and what they do for the claim, from this passage alone."""

    citation: str
    name: str
    marker: str
    source: SourceLine | None
    said: Said | None
    quoted: Passage | None
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...]
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelItem:
    """One claim to label. `why_not` says why it cannot be labelled here, `full_form` whether it can on its own page.

    `hidden` are the fields that its form carries; `said` is why it came back.
    """

    item: str
    claim: str
    url: str
    question: DrawnText | None
    words: DrawnText | None
    questions: tuple[LabelQuestion, ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()
    rationale: str = ""
    why_not: str = ""
    full_form: bool = False
    said: str = ""
    error: str = ""


class Own(NamedTuple):
    """The reader's own progress; `left` in words. `fuller` of what is left needs the full form."""

    today: int
    left: str
    fuller: int
    seconds: str


class Gold(NamedTuple):
    """How often the reader said what was known of an item before, where the set tells it."""

    equal: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPage:
    """`item` is None where the reader holds nothing: `nothing` then says whether there is something to begin with."""

    queue: str
    name: str
    url: str
    is_blind: bool
    is_closed: bool
    own: Own
    last: Last | None
    gold: Gold | None
    item: LabelItem | None
    has_left: bool


class LabelLine(NamedTuple):
    """A queue in the list of a labeller."""

    name: str
    url: str
    next_url: str
    is_blind: bool
    today: int
    left: int

    @property
    def begun(self) -> bool:
        return bool(self.today)
