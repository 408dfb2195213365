"""What the newer version says now is found by likeness, shown as such, and never chosen."""

from inspector.pages.claim_newer import find_likest, likeness, words_of
from lineage.evidence.bundle import Artifact
from lineage.evidence.vocabulary import ArtifactKind


def extract(text: str) -> Artifact:
    return Artifact(key="policy-8", kind=ArtifactKind.CANONICAL_EXTRACT, text=text)


def test_the_likest_sentence_is_the_one_with_most_words_in_common() -> None:
    newer = extract("Calls are kept for 6 months. Archived support logs are kept for 12 months. Ask Legal first.")
    assert find_likest("Archived support logs are kept for 24 months.", newer) == (
        "Archived support logs are kept for 12 months."
    )


def test_a_text_that_says_nothing_of_it_gives_no_sentence() -> None:
    unlike = extract("Bicycles are lent on Fridays.")
    assert find_likest("Archived support logs are kept for 24 months.", unlike) is None
    assert find_likest("Archived support logs are kept.", extract("")) is None


def test_likeness_is_the_share_of_common_words() -> None:
    assert likeness(words_of("kept for 24 months"), words_of("Kept for 12 months")) == 3 / 5
    assert likeness(words_of(""), words_of("")) == 0.0
