"""Which transactions the backlog delivers with a snapshot, and when it requires a resync."""

from __future__ import annotations

from reflow.changes import Change, Transaction
from reflow.changes.backlog import Backlog
from reflow.changes.snapshots import Snapshot


def transaction(xid: int, *, changes: int = 0) -> Transaction:
    """A transaction whose commit position is ten times its id."""
    return Transaction(xid, 10 * xid, [Change("tally", None, None)] * changes, frozenset())


def followed() -> Backlog:
    backlog = Backlog(most_changes=100)
    take(backlog, "1:1:")
    return backlog


def take(backlog: Backlog, text: str) -> tuple[list[int], bool]:
    """The ids delivered with this snapshot, and whether a resync is required."""
    snapshot = Snapshot.parse(text)
    division = backlog.divide(snapshot)
    resync_required = backlog.take(division, snapshot, complete=True)
    return [each.xid for each in division.visible], resync_required


def test_only_what_is_visible_is_handed_out_and_only_once() -> None:
    backlog = followed()
    backlog.extend([transaction(1), transaction(2)])

    assert take(backlog, "2:3:2") == ([1], False)
    assert take(backlog, "3:3:") == ([2], False)
    assert take(backlog, "3:3:") == ([], False)


def test_a_later_commit_that_is_visible_first_is_out_of_order() -> None:
    backlog = followed()
    backlog.extend([transaction(1), transaction(2)])

    assert not backlog.divide(Snapshot.parse("1:3:1")).in_order
    assert backlog.divide(Snapshot.parse("2:3:2")).in_order


def test_too_much_becomes_a_gap() -> None:
    backlog = followed()
    backlog.extend([transaction(1, changes=60), transaction(2, changes=60)])

    assert take(backlog, "3:3:") == ([], True)
    assert take(backlog, "3:3:") == ([], False)


def test_who_ran_at_the_gap_and_never_comes_makes_another_gap() -> None:
    backlog = Backlog()

    assert take(backlog, "5:9:5,7") == ([], True)
    assert take(backlog, "5:9:5,7") == ([], False)
    assert take(backlog, "7:9:7") == ([], True)
    assert take(backlog, "7:9:7") == ([], False)


def test_who_ran_at_the_gap_and_comes_makes_none() -> None:
    backlog = Backlog()
    backlog.extend([transaction(7)])
    take(backlog, "5:9:5,7")
    backlog.extend([transaction(5)])

    assert take(backlog, "9:9:") == ([7, 5], False)
