"""What an address asks of a judge's results: what is positive, from which score on, in which part of the set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from inspector.judging.scoring import Scope, Stratum

LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAsked:
    """`positive` empty: what the import said. `tune` is where the threshold is found, where none is given.

    `error` is what is wrong with a number that was written; it is then left out.
    """

    positive: tuple[str, ...] = ()
    threshold: float | None = None
    stratum: Stratum | None = None
    tune: Stratum | None = None
    error: str = ""
    written: Mapping[str, str] = field(default_factory=dict)

    def scope(self, batch: Any) -> Scope:
        """Labels that are none of the field's count as nothing."""
        values = next((one["values"] for one in batch.revision.fields if one["name"] == batch.field), ())
        chosen = self.positive or tuple(batch.mapping.get("positive", ()))
        return Scope(
            positive=tuple(value for value in values if value in chosen),
            threshold=self.threshold,
            stratum=self.stratum,
        )

    def having(self, **changes: Any) -> "JudgeAsked":
        return replace(self, **changes)

    def query(self, **more: str) -> str:
        """As the end of an address, with its question mark; empty where nothing is asked."""
        named = [
            *(("positive", value) for value in self.positive),
            ("threshold", f"{self.threshold!r}" if self.threshold is not None else ""),
            ("stratum", ":".join(self.stratum) if self.stratum is not None else ""),
            ("tune", ":".join(self.tune) if self.tune is not None else ""),
            *more.items(),
        ]
        kept = [(name, value) for name, value in named if value]
        return f"?{urlencode(kept)}" if kept else ""


def read_asked(sent: Any) -> JudgeAsked:
    """From a QueryDict; what is none of our words counts as not said."""
    given = {name: sent.get(name, "").replace("\0", "").strip()[:LONGEST] for name in ("threshold", "stratum", "tune")}
    threshold, error = read_number(given["threshold"])
    return JudgeAsked(
        positive=tuple(dict.fromkeys(value[:LONGEST] for value in sent.getlist("positive")[:LONGEST] if value)),
        threshold=threshold,
        stratum=read_stratum(given["stratum"]),
        tune=read_stratum(given["tune"]),
        error=error,
        written=given,
    )


def read_number(written: str) -> tuple[float | None, str]:
    """The number, and what is wrong with it."""
    if not written:
        return None, ""
    try:
        number = float(written)
    except ValueError:
        number = math.nan
    return (number, "") if math.isfinite(number) else (None, "give a number, such as 0.5")


def read_stratum(written: str) -> Stratum | None:
    """`split:test` is the part `test` of the stratum `split`; the first colon divides."""
    name, between, value = written.partition(":")
    return (name, value) if between and name else None


def batch_url(batch: str, asked: JudgeAsked | None = None) -> str:
    return reverse("judge_batch", args=[batch]) + (asked.query() if asked is not None else "")


def items_url(batch: str, asked: JudgeAsked, **more: str) -> str:
    """The items that a number of a batch counts; `more` are the filters of `judge_filters`."""
    return reverse("judge_batch_items", args=[batch]) + asked.query(**more)


def written_strata(strata: Mapping[str, Sequence[str]], most: int) -> list[str]:
    """Every part of a stratum that divides the set into few, as addresses call it."""
    return [f"{name}:{value}" for name, values in strata.items() if len(values) <= most for value in values]
