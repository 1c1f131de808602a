"""The changes that slow queries are compared with: a very large one is not kept, and only it makes results unknown."""

from __future__ import annotations

from typing import Any, cast

from reflow.changes import SnapshotBatch
from reflow.changes.transactions import Change, Transaction
from reflow.live.later_changes import _MOST_CHANGES, LaterChanges


def batch(count: int, *, resync_required: bool = False) -> SnapshotBatch:
    transaction = Transaction(
        lsn=1, xid=1, changes=[Change("posts", {"id": "1"}, None)] * count, whole_tables=frozenset()
    )
    return SnapshotBatch(
        ts=1,
        transactions=[transaction],
        resync_required=resync_required,
        exact=True,
        connection=cast("Any", None),
        database=cast("Any", None),
    )


def test_after_a_very_large_change_the_next_ones_are_known_although_slow_queries_run_all_the_time() -> None:
    changes = LaterChanges()
    changes.add(batch(1))
    changes.add(batch(_MOST_CHANGES + 1))
    first = changes.cycle
    assert changes.since(first - 1) is None

    changes.add(batch(1))
    changes.forget_before(first)
    changes.add(batch(1))

    later = changes.since(first)
    assert later is not None
    assert len(later) == 2


def test_many_small_changes_are_known_until_they_are_too_many() -> None:
    changes = LaterChanges()
    for _ in range(4):
        changes.add(batch(_MOST_CHANGES // 4))
    assert changes.since(0) is not None

    changes.add(batch(1))
    assert changes.since(0) is None
    changes.add(batch(0, resync_required=True))
    changes.forget_before(changes.cycle)
    changes.add(batch(_MOST_CHANGES))
    assert changes.since(changes.cycle - 1) is not None
