"""Quotations of a text as it was before it changed, and where each of them stands now.

Their noise is the mix of the reference speed, B1.
"""

from random import Random
from typing import NamedTuple

from lineage.text.anchoring import ANCHORING, Quotation
from lineage.text.edit_distance import edit_distance
from lineage.text.span import Span
from tests.bench.data import LETTERS, Writer

CONTEXT = 32
MIX = {"same": 0.62, "light": 0.14, "words": 0.10, "heavy": 0.09, "absent": 0.05}


class Asked(NamedTuple):
    """`place`: where the words stand that it was before the noise; None = nowhere within the bound of the policy."""

    quotation: Quotation
    noise: str
    place: Span | None

    def is_found_at(self, span: Span) -> bool:
        """Whether the span shares at least half of its words with the true place."""
        shared = span.intersect(self.place) if self.place else None
        return shared is not None and 2 * shared.length >= max(span.length, self.place.length if self.place else 0)

    def is_off(self, span: Span) -> bool:
        """Whether a border is more than two code points away from the true one."""
        assert self.place is not None
        return max(abs(span.start - self.place.start), abs(span.end - self.place.end)) > 2


def make_text(length: int, seed: int = 11) -> str:
    return Writer.seeded(seed).write(length, line=90)


def make_quotations(text: str, count: int, seed: int = 5, mix: dict[str, float] = MIX) -> list[Asked]:
    """Lengths of 20 to 800 code points, 186 on average; all with context, at offsets that no longer hold."""
    random, writer = Random(seed), Writer.seeded(11)
    writer.random.seed(seed)
    noises = random.choices(list(mix), list(mix.values()), k=count)
    return [_make(random, writer, text, noise) for noise in noises]


def _make(random: Random, writer: Writer, text: str, noise: str) -> Asked:
    length = min(800, max(20, round(random.lognormvariate(5.02, 0.62))))
    start = random.randrange(CONTEXT, len(text) - length - 2 * CONTEXT)
    place = between_words(text, Span(start, start + length))
    words = place.slice(text)
    start, length = place.start, place.length
    prefix, suffix = text[start - CONTEXT : start], text[place.end : place.end + CONTEXT]
    if noise == "absent":
        foreign = writer.write(length + 2 * CONTEXT)
        prefix, words, suffix = foreign[:CONTEXT], foreign[CONTEXT:-CONTEXT], foreign[-CONTEXT:]
        return Asked(Quotation(words, prefix, suffix, start + 7), noise, None)
    if noise == "words":
        words = with_other_words(random, writer, words)
    elif noise != "same":
        most = ANCHORING.most_edits(length)
        edits = max(1, length * 2 // 100) if noise == "light" else random.randint(most // 2, most)
        words = with_edits(random, words, edits)
    within = edit_distance(words, place.slice(text)) <= ANCHORING.most_edits(len(words))
    return Asked(Quotation(words, prefix, suffix, start + 7), noise, place if within else None)


def between_words(text: str, span: Span) -> Span:
    """As it, from the begin of a word to the end of one."""
    start, end = span
    while not text[start - 1].isspace():
        start += 1
    while not text[end].isspace() or text[end - 1].isspace():
        end += 1
    return Span(start, end)


def with_edits(random: Random, words: str, edits: int) -> str:
    """So many letters replaced, put in or taken out, anywhere."""
    letters = list(words)
    for _ in range(edits):
        at = random.randrange(len(letters))
        kind = random.random()
        if kind < 0.6:
            letters[at] = random.choice(LETTERS)
        elif kind < 0.8:
            letters[at] += random.choice(LETTERS)
        else:
            letters[at] = ""
    return "".join(letters)


def with_other_words(random: Random, writer: Writer, words: str) -> str:
    """One word in twelve, one at least, is another."""
    pieces = words.split(" ")
    for at in random.sample(range(len(pieces)), max(1, len(pieces) // 12)):
        pieces[at] = random.choice(writer.words)
    return " ".join(pieces)


def as_another_parser_gives(random: Random, text: str) -> str:
    """The same words with other line breaks, some of them inside a word, and straight quotation marks."""
    lines = [""]
    for word in text.replace("\u201c", '"').replace("\u201d", '"').split():
        room = 64 - len(lines[-1])
        if len(word) < room:
            lines[-1] += f" {word}" if lines[-1] else word
        elif word.isalpha() and word.islower() and len(word) > 5 and random.random() < 0.3:
            lines[-1] += f" {word[:3]}-"
            lines.append(word[3:])
        else:
            lines.append(word)
    return "\n".join(lines)
