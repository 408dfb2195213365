"""How long and how many, so that rows can hold a label set and no file fills the memory. Pure."""

from inspector.labels.label_set import NotALabelSet

MAXIMUM_BYTES = 64 * 2**20
MAXIMUM_ITEMS = 200_000
MAXIMUM_LABELS = 2_000_000
MAXIMUM_FIELDS = 100
MAXIMUM_VALUES = 1_000
MAXIMUM_RATERS = 1_000
MAXIMUM_ATTEMPTS = 1_000
LONGEST_LINE = 4 * 2**20
LONGEST_NAME = 100
LONGEST_LABEL = 200
LONGEST_WORDS = 10_000


def check_text(words: str, what: str, longest: int, *, may_be_empty: bool = False) -> None:
    """Raises NotALabelSet, which calls it `what`."""
    if not words and not may_be_empty:
        raise NotALabelSet(f"{what} is empty")
    if len(words) > longest:
        raise NotALabelSet(f"{what} has at most {longest:,} characters, this has {len(words):,}")
    if "\0" in words:
        raise NotALabelSet(f"{what} holds a NUL character")


def shown(words: str) -> str:
    """Somebody's words in a message: short, and with nothing in them that a terminal would obey."""
    return repr(words if len(words) <= 60 else f"{words[:60]}…")
