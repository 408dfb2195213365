"""What a way lost, in words: the lowest confidence, and qualifiers with the step that lost them (M-21, S3-11). Pure."""

from lineage.evidence.path_marks import LostQualifier, Weakest


def loss_words(lost: LostQualifier) -> str:
    return f"{'dropped' if lost.is_dropped else 'reworded'} here: “{lost.phrase}”"


def loss_sentence(lost: LostQualifier) -> str:
    """For the margin of the original: which phrase, and which step it did not survive."""
    where = f"in {lost.artifact}, by {lost.step}" if lost.artifact else "in the claim itself"
    if lost.is_dropped:
        return f"“{lost.phrase}” was dropped {where}."
    return f"“{lost.phrase}” gave way to other qualifying words {where}; whether they mean the same, a person must say."


def weakest_words(weakest: Weakest) -> str:
    page = f", p. {weakest.page}" if weakest.page is not None else ""
    step = weakest.kind.label if weakest.kind else "as recorded"
    return f"lowest confidence {weakest.confidence:.2f} ({step}{page})"
