"""Was enough recorded to tell?"""

import re
from collections.abc import Iterator

from lineage.evidence.bundle import Citation
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import Level, Outcome, Owner, Route

NUMBER = re.compile(r"[\[【(]?\^?[0-9]{1,3}[\])】]?\Z")


def _footnotes(subject: Subject) -> Iterator[Check]:
    answer = subject.dossier.answer
    numbered = [c for c in answer.citations if is_numbered(c)]
    if not numbered:
        yield Check(Outcome.NOT_APPLICABLE)
    elif answer.footnotes is None:
        sentence = "The answer cites by number, and nobody saved what the numbers stood for."
        yield Check(Outcome.FAIL, sentence=sentence)
    else:
        yield Check(Outcome.PASS)


def is_numbered(citation: Citation) -> bool:
    """Whether a citation stands in the answer as a number, whatever the producer resolved it to since."""
    return bool(NUMBER.match(citation.marker or "")) or (isinstance(citation.cited, str) and citation.cited.isdecimal())


RULES = (
    Rule(
        code="capture/footnote-map-missing",
        meaning="An answer that cites by number comes with the map from number to source, saved when it was written.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Save the map beside the answer; a number counted again later may mean another source.",
        level=Level.WARN,
        check=_footnotes,
        requirements=("S2-22", "S2-46"),
    ),
)
