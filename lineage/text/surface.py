"""One text as it is searched: its code points and the indexes of their runs, each made when first needed, and once."""

from __future__ import annotations

from functools import cached_property

from lineage.text.grams import Codes, GramIndex, code_points

LONG_RUN, SHORT_RUN = 8, 6


class Surface:
    """Immutable for its users."""

    def __init__(self, text: str) -> None:
        self.text = text

    def has(self, index: str) -> bool:
        """Whether `long_runs` or `short_runs` is made already."""
        return index in self.__dict__

    @cached_property
    def long_runs(self) -> GramIndex:
        """A quarter of all runs of eight: enough for any quotation that is long or changed little."""
        return GramIndex(self._codes, LONG_RUN, thinned=2)

    @cached_property
    def short_runs(self) -> GramIndex:
        """Half of all runs of five: for short and much changed quotations. Four times as slow in use."""
        return GramIndex(self._codes, SHORT_RUN, thinned=0)

    @cached_property
    def _codes(self) -> Codes:
        return code_points(self.text)
