"""Why an item is in no figure of a judge, in words that say whose answer is missing: the judge's, not a person's."""

from collections.abc import Mapping

from lineage.evidence.vocabulary import Exclusion

OWN: Mapping[Exclusion, tuple[str, str]] = {
    Exclusion.NO_VALUE: ("no label of the judge", "It gave a number alone: that counts once there is a threshold."),
    Exclusion.NO_SCORE: ("no number of the judge", "It gave a label alone: that counts once the threshold is empty."),
}


def reason_words(reason: Exclusion) -> tuple[str, str]:
    """Label and meaning."""
    return OWN.get(reason, (reason.label, reason.meaning))
