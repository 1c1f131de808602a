"""The predicate index: from a changed row to the results that it may change.

Table → columns → key → subscribers. A change costs one look-up for each set of columns watched in its table, with the
new row, and with the old row if it was different. Watches that name the columns they mention are apart from others, so
that an update of other columns skips them.

Where a column may have any value of a large set, the set is part of the key. The index knows for each value which sets
contain it. So many subscribers with the same set, such as the pages of one list, store its values once.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Set
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from reflow.readset import Comparison, KeySet, Watch

if TYPE_CHECKING:
    from reflow.changes import Transaction

Subscriber = TypeVar("Subscriber", bound=Hashable)
Values = Mapping[str, str | None]
Key = str | KeySet | tuple[str | KeySet, ...]

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
    """The watches of one table by one set of columns, of which one may have sets as values.

    A key's subscribers are in a dictionary. A single subscriber without residuals is stored directly: that is the case
    for nearly all keys, and a dictionary for each would take most of the index's memory.
    """

    __slots__ = ("buckets", "columns", "mentioned", "only", "pick", "place", "sets")

    def __init__(self, columns: tuple[str, ...], place: int | None, mentioned: frozenset[str] | None) -> None:
        self.columns = columns
        self.place = place
        self.mentioned = mentioned
        self.sets = _Sets()
        self.only = columns[0] if len(columns) == 1 else None
        self.pick = itemgetter(*columns) if columns else None
        self.buckets: dict[Any, Any] = {}

    def key_of(self, watch: Watch) -> Key:
        return watch.key[0] if self.only is not None else watch.key

    def add(self, key: Key, residuals: tuple[Comparison, ...], subscriber: Hashable) -> None:
        bucket = self.buckets.get(key)
        if bucket is None and not residuals:
            self.buckets[key] = subscriber
        else:
            if type(bucket) is not dict:
                bucket = self.buckets[key] = {} if bucket is None else {bucket: {()}}
            held = bucket.setdefault(subscriber, set())
            if residuals in held:
                return
            held.add(residuals)
        if self.place is not None:
            self.sets.add(_set_in(key, self.place))

    def remove(self, key: Key, residuals: tuple[Comparison, ...], subscriber: Hashable) -> None:
        bucket = self.buckets.get(key)
        if type(bucket) is not dict:
            if bucket != subscriber or bucket is None or residuals:
                return
            del self.buckets[key]
        else:
            held = bucket.get(subscriber)
            if held is None or residuals not in held:
                return
            held.discard(residuals)
            if not held:
                del bucket[subscriber]
            if not bucket:
                del self.buckets[key]
        if self.place is not None:
            self.sets.remove(_set_in(key, self.place))

    def keys_with_sets(self, key: Any, place: int) -> Iterable[Any]:
        """The keys whose set contains the value of a row's key, and whose other values are the row's."""
        for each in self.sets.of(_set_in(key, place)):
            yield (*key[:place], each, *key[place + 1 :]) if type(key) is tuple else each


class _Sets:
    """The sets in one column's watches, by each of their values."""

    __slots__ = ("_counts", "_holders")

    def __init__(self) -> None:
        self._counts: dict[KeySet, int] = {}
        # A value in a single set has the set itself, because a collection for each value would take most of the memory.
        self._holders: dict[str, KeySet | set[KeySet]] = {}

    def of(self, value: str) -> Collection[KeySet]:
        """The sets that contain this value."""
        holders = self._holders.get(value, ())
        return (holders,) if isinstance(holders, KeySet) else holders

    def add(self, values: KeySet) -> None:
        """Count one more watch with this set."""
        count = self._counts[values] = self._counts.get(values, 0) + 1
        if count == 1:
            for value in values.values:
                holders = self._holders.setdefault(value, values)
                if isinstance(holders, set):
                    holders.add(values)
                elif holders is not values:
                    self._holders[value] = {holders, values}

    def remove(self, values: KeySet) -> None:
        """Count one watch less."""
        self._counts[values] -= 1
        if self._counts[values]:
            return
        del self._counts[values]
        for value in values.values:
            holders = self._holders[value]
            if isinstance(holders, set):
                holders.discard(values)
                if len(holders) == 1:
                    (self._holders[value],) = holders
            else:
                del self._holders[value]


def _set_in(key: Any, place: int) -> Any:
    return key[place] if type(key) is tuple else key


class PredicateIndex(Generic[Subscriber]):
    """Subscribers by their watches. A subscriber may have many watches; each watch counts once for it."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[Any, _Shape]] = {}  # by columns, the place of sets, and mentioned columns

    def add(self, watch: Watch, subscriber: Subscriber) -> None:
        """Register a subscriber for changes to these rows."""
        table, columns, _, residuals, place, mentioned = watch
        shapes = self._tables.setdefault(table, {})
        shape = shapes.get((columns, place, mentioned))
        if shape is None:
            shape = shapes[columns, place, mentioned] = _Shape(columns, place, mentioned)
        shape.add(shape.key_of(watch), residuals, subscriber)

    def remove(self, watch: Watch, subscriber: Subscriber) -> None:
        """Undo :meth:`add`. An unknown watch is no error."""
        table, columns, _, residuals, place, mentioned = watch
        shapes = self._tables.get(table, {})
        shape = shapes.get((columns, place, mentioned))
        if shape is not None:
            shape.remove(shape.key_of(watch), residuals, subscriber)
            if not shape.buckets:
                del shapes[columns, place, mentioned]
                if not shapes:
                    del self._tables[table]

    def replace(self, subscriber: Subscriber, old: Iterable[Watch], new: Iterable[Watch]) -> None:
        """Replace all watches of a subscriber; watches in both sets stay untouched."""
        before, after = set(old), set(new)
        # The new ones first, so that a set which both have stays.
        for watch in after - before:
            self.add(watch, subscriber)
            if watch.place is not None:
                _set_in(watch.key, watch.place).users += 1
        for watch in before - after:
            self.remove(watch, subscriber)
            if watch.place is not None:
                _set_in(watch.key, watch.place).users -= 1

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

    def match_all(self, transactions: Iterable[Transaction]) -> set[Subscriber]:
        """The subscribers whose result these transactions may change."""
        found: set[Subscriber] = set()
        for transaction in transactions:
            for table in transaction.whole_tables:
                found |= self.match_table(table)
            for change in transaction.changes:
                found |= self.match(change)
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
    if bucket is not None:
        _collect(bucket, change, found)
    elif shape.place is not None:
        for one in shape.keys_with_sets(key, shape.place):
            if (bucket := shape.buckets.get(one)) is not None:
                _collect(bucket, change, found)


def _collect(bucket: Any, change: Change, found: set[Any]) -> None:
    """Collect the subscribers of one key, except those whose comparisons the change fails."""
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
