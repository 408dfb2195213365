"""The form by which a claim that came without a kind is given one, as plain frozen values."""

from typing import NamedTuple

from inspector.claim_kinds import MEANINGS
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import ClaimKind


class KindChoice(NamedTuple):
    value: str
    label: str
    meaning: str
    is_given: bool


class KindPanel(NamedTuple):
    """`given` is the kind that was given last, in words; empty where nobody gave one."""

    action: str
    choices: tuple[KindChoice, ...]
    given: str


def kind_panel(reader: Reader, claim_url: str, recorded: ClaimKind, given: ClaimKind | None) -> KindPanel | None:
    """For `_claim_kind.html`; None for a claim that came with a kind, and for who does not judge."""
    if recorded is not ClaimKind.UNCLASSIFIED or not reader.may(Action.RECORD_VERDICT):
        return None
    choices = (KindChoice(kind.value, kind.label, meaning, kind is given) for kind, meaning in MEANINGS.items())
    return KindPanel(f"{claim_url}kind/", tuple(choices), given.label if given else "")
