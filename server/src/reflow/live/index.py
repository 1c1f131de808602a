"""The predicate index: from a changed row to the results that it may change.

Table → columns → key → subscribers. A change costs one look-up for each set of columns watched in its table, with the
new row, and with the old row if it was different. Watches that name the columns they mention are apart from others, so
that an update of other columns skips them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar

from reflow.readset import Comparison, Watch

Subscriber = TypeVar("Subscriber", bound=Hashable)
Values = Mapping[str, str | None]
Key = str | tuple[str, ...]

__all__ = ["Change", "PredicateIndex", "Watch"]


class Change(Protocol):
    """One row written, in the WAL's text."""

    @property
    def table(self) -> str:
        """The table's name."""

    @property
    def new(self) -> Values | None:
        """The row after the change; None for a deletion. Columns that were not sent are missing."""

    @property
    def old(self) -> Values | None:
        """The replica identity's columns before the change. None for an insertion, and for an update that left all
        of these columns as they were."""


_Bucket = dict[Any, set[tuple[Comparison, ...]]]


class _Shape:
    """The watches of one table by one set of columns.

    A key's subscribers are in a dictionary. A single subscriber without residuals is stored directly: that is the case
    for nearly all keys, and a dictionary for each would take most of the index's memory.
    """

    __slots__ = ("buckets", "columns", "mentioned", "only", "pick")

    def __init__(self, columns: tuple[str, ...], mentioned: frozenset[str] | None) -> None:
        self.columns = columns
        self.mentioned = mentioned
        self.only = columns[0] if len(columns) == 1 else None
        self.pick = itemgetter(*columns) if columns else None
        self.buckets: dict[Any, Any] = {}

    def key_of(self, watch: Watch) -> Key:
        return watch.key[0] if self.only is not None else watch.key

    def add(self, key: Key, residuals: tuple[Comparison, ...], subscriber: Hashable) -> None:
        bucket = self.buckets.get(key)
        if bucket is None and not residuals:
            self.buckets[key] = subscriber
            return
        if type(bucket) is not dict:
            bucket = self.buckets[key] = {} if bucket is None else {bucket: {()}}
        bucket.setdefault(subscriber, set()).add(residuals)

    def remove(self, key: Key, residuals: tuple[Comparison, ...], subscriber: Hashable) -> None:
        bucket = self.buckets.get(key)
        if type(bucket) is not dict:
            if bucket == subscriber and bucket is not None and not residuals:
                del self.buckets[key]
            return
        kept = bucket.get(subscriber)
        if kept is not None:
            kept.discard(residuals)
            if not kept:
                del bucket[subscriber]
        if not bucket:
            del self.buckets[key]


class PredicateIndex(Generic[Subscriber]):
    """Subscribers by their watches. A subscriber may have many watches; each watch counts once for it."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[tuple[tuple[str, ...], frozenset[str] | None], _Shape]] = {}

    def add(self, watch: Watch, subscriber: Subscriber) -> None:
        """Register a subscriber for changes to these rows."""
        table, columns, _, residuals, mentioned = watch
        shapes = self._tables.setdefault(table, {})
        shape = shapes.get((columns, mentioned))
        if shape is None:
            shape = shapes[columns, mentioned] = _Shape(columns, mentioned)
        shape.add(shape.key_of(watch), residuals, subscriber)

    def remove(self, watch: Watch, subscriber: Subscriber) -> None:
        """Undo :meth:`add`. An unknown watch is no error."""
        table, columns, _, residuals, mentioned = watch
        shapes = self._tables.get(table, {})
        shape = shapes.get((columns, mentioned))
        if shape is not None:
            shape.remove(shape.key_of(watch), residuals, subscriber)
            if not shape.buckets:
                del shapes[columns, mentioned]
                if not shapes:
                    del self._tables[table]

    def replace(self, subscriber: Subscriber, old: Iterable[Watch], new: Iterable[Watch]) -> None:
        """Replace all watches of a subscriber; watches in both sets stay untouched."""
        before, after = set(old), set(new)
        for watch in before - after:
            self.remove(watch, subscriber)
        for watch in after - before:
            self.add(watch, subscriber)

    def match(self, change: Change) -> Set[Subscriber]:
        """The subscribers whose result this change may change."""
        shapes = self._tables.get(change.table)
        if shapes is None:
            return _NOBODY
        new, old = change.new, change.old
        found: set[Subscriber] = set()
        for shape in shapes.values():
            if shape.mentioned is not None and _leaves_alone(shape.mentioned, new, old):
                continue
            if new is not None:
                _look_up(shape, new, old, change, found)
            if old is not None:
                _look_up(shape, old, new, change, found)
        return found

    def match_table(self, table: str) -> Set[Subscriber]:
        """All subscribers with a watch in the table, for when it was truncated or its changes are unknown."""
        found: set[Subscriber] = set()
        for shape in self._tables.get(table, {}).values():
            _collect_all(shape, found)
        return found

    def __len__(self) -> int:
        """The number of watches, each counted once for each subscriber."""
        buckets = (
            bucket for shapes in self._tables.values() for shape in shapes.values() for bucket in shape.buckets.values()
        )
        return sum(sum(map(len, bucket.values())) if type(bucket) is dict else 1 for bucket in buckets)


_NOBODY: frozenset[Any] = frozenset()


def _leaves_alone(columns: frozenset[str], new: Values | None, old: Values | None) -> bool:
    """Whether it is certain that an update left all of these columns as they were."""
    if new is None or old is None:
        return False
    # A column without an old value may have changed. One without a new value is large, and has not.
    return all(column in old and new.get(column, old[column]) == old[column] for column in columns)


def _look_up(shape: _Shape, row: Values, other: Values | None, change: Change, found: set[Any]) -> None:
    """Collect the subscribers that watch the key of one of a change's two rows.

    Args:
        row: The row.
        other: The other one. A column that the row lacks is equal in both: an old row lacks columns outside the replica
            identity, which covers every watched column, and a new row lacks unchanged large values.
    """
    try:
        key: Any = row[shape.only] if shape.only is not None else shape.pick(row) if shape.pick is not None else ()
    except KeyError:
        merged = {**(other or {}), **row}
        if not all(column in merged for column in shape.columns):
            _collect_all(shape, found)
            return
        key = shape.pick(merged)  # type: ignore[misc]  # a shape without columns has no key to miss
    bucket = shape.buckets.get(key)
    if bucket is None:
        return
    if type(bucket) is not dict:
        found.add(bucket)
        return
    for subscriber, watched in bucket.items():
        if subscriber not in found and any(_may_pass(residuals, change) for residuals in watched):
            found.add(subscriber)


def _may_pass(residuals: tuple[Comparison, ...], change: Change) -> bool:
    """Whether the new or the old row may pass all of the comparisons."""
    if not residuals:
        return True
    new, old = change.new, change.old
    if new is not None and _passes(residuals, new if old is None else {**old, **new}):
        return True
    return old is not None and _passes(residuals, old if new is None else {**new, **old})


def _passes(residuals: tuple[Comparison, ...], row: Values) -> bool:
    return not any(comparison.surely_fails(row) for comparison in residuals)


def _collect_all(shape: _Shape, found: set[Any]) -> None:
    for bucket in shape.buckets.values():
        if type(bucket) is dict:
            found.update(bucket)
        else:
            found.add(bucket)
