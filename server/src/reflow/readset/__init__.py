"""The read set: which rows a statement's result depends on, read off the statement itself.

A dependency that is missed would leave somebody looking at what is no longer true, for ever; one that is too wide
only costs a run. So whatever is not understood counts as a whole table, and a statement that depends on a whole
table is refused where it is defined, unless it says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from reflow.readset.analysis import reads_of
from reflow.readset.reads import (
    AnyOf,
    DependsOnWholeTable,
    KeyColumn,
    Labelled,
    Literal,
    Parameter,
    Read,
    Residual,
    Result,
    Source,
)
from reflow.readset.watch import Comparison, Watch


class Reads(Protocol):
    """Something with a read set: a statement."""

    @property
    def reads(self) -> tuple[Read, ...]:
        """What its result depends on."""


def key_columns(statements: Iterable[Reads]) -> Mapping[str, frozenset[str]]:
    """For each table read, the columns by which changes are told apart, keys and residual comparisons alike.

    The table's replica identity must cover all of them, or the rows that leave a result are not found.
    """
    found: dict[str, frozenset[str]] = {}
    for statement in statements:
        for read in statement.reads:
            found[read.table] = found.get(read.table, frozenset()) | read.columns
    return found


watched_columns = key_columns
"""For each table read, the columns that the publication must list (besides the primary key)."""

__all__ = [
    "AnyOf",
    "Comparison",
    "DependsOnWholeTable",
    "KeyColumn",
    "Labelled",
    "Literal",
    "Parameter",
    "Read",
    "Reads",
    "Residual",
    "Result",
    "Source",
    "Watch",
    "key_columns",
    "reads_of",
    "watched_columns",
]
