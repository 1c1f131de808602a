"""The dependencies of a result, with concrete values: the form in which the index stores them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from reflow.readset.kinds import Comparable, Kind, from_wal

_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Comparison(NamedTuple):
    """A comparison that every row the result depends on must pass: one column, or several in lexicographic order."""

    columns: tuple[str, ...]
    kinds: tuple[Kind, ...]
    operator: str
    values: tuple[Comparable, ...]

    def surely_fails(self, row: Mapping[str, str | None]) -> bool:
        """Whether the row, in WAL text, cannot pass. A missing or unreadable value decides nothing."""
        seen: list[Comparable] = []
        for column, kind in zip(self.columns, self.kinds, strict=True):
            if column not in row:
                return False
            text = row[column]
            if text is None:
                # A row comparison with a null may still be decided by the columns before it.
                return len(self.columns) == 1
            try:
                seen.append(from_wal(kind, text))
            except ValueError:
                return False
        return not _HOLDS[self.operator](tuple(seen), self.values)


class KeySet:
    """Values of one column, any of which a row may have. Equal sets are one object, which all watches share.

    Attributes:
        values: The values, as the WAL writes them.
        users: How many watches of results have it.
    """

    __slots__ = ("__weakref__", "users", "values")

    def __init__(self, values: frozenset[str]) -> None:
        self.values = values
        self.users = 0

    @staticmethod
    def of(values: Iterable[str]) -> KeySet:
        """The set of these values."""
        wanted = frozenset(values)
        found = _KEY_SETS.get(wanted)
        if found is None:
            found = _KEY_SETS[wanted] = KeySet(wanted)
        return found


_KEY_SETS: WeakValueDictionary[frozenset[str], KeySet] = WeakValueDictionary()


class Watch(NamedTuple):
    """Rows whose change may change a result.

    Attributes:
        table: Its name, with the schema in front unless that is ``public``.
        columns: The key's columns, sorted; empty if every row of the table matters.
        key: The values of these columns, as the WAL writes them.
        residuals: Further comparisons that such a row must pass. All their columns belong to the table's replica
            identity.
        place: Where the key has a set; None if it has none.
        mentioned: Columns of which at least one must change with an update; None if any change matters.
    """

    table: str
    columns: tuple[str, ...]
    key: tuple[str | KeySet, ...]
    residuals: tuple[Comparison, ...] = ()
    place: int | None = None
    mentioned: frozenset[str] | None = None
