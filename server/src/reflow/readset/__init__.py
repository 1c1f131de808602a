"""The read set: the rows that a statement's result depends on, derived from the statement itself.

A missed dependency would leave a client with an outdated result for ever; one that is too wide only costs a run. So
each part of a statement that the analysis does not understand counts as a whole table. A statement that depends on a
whole table is refused at its definition, unless it gives a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from reflow.readset.analysis import reads_of
from reflow.readset.mentions import REPLICA_IDENTITY_FULL
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
from reflow.readset.watch import Comparison, KeySet, Watch


class Reads(Protocol):
    """An object with a read set: a statement."""

    @property
    def reads(self) -> tuple[Read, ...]:
        """The rows that its result depends on."""


def key_columns(statements: Iterable[Reads]) -> Mapping[str, frozenset[str]]:
    """For each table read, the columns by which changes are matched: keys and residual comparisons.

    The table's replica identity must cover all of them. Otherwise the engine cannot find the results that a row leaves.
    """
    found: dict[str, frozenset[str]] = {}
    for statement in statements:
        for read in statement.reads:
            found[read.table] = found.get(read.table, frozenset()) | read.columns
    return found


watched_columns = key_columns
"""For each table read, the columns that the publication must list (besides the primary key)."""

__all__ = [
    "REPLICA_IDENTITY_FULL",
    "AnyOf",
    "Comparison",
    "DependsOnWholeTable",
    "KeyColumn",
    "KeySet",
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
