"""Which transactions a snapshot sees, also where transaction ids wrap around."""

from __future__ import annotations

from reflow.changes.snapshots import Snapshot


def test_it_sees_what_had_ended() -> None:
    snapshot = Snapshot.parse("100:110:102,105")

    assert [xid for xid in range(98, 112) if snapshot.sees(xid)] == [98, 99, 100, 101, 103, 104, 106, 107, 108, 109]


def test_it_may_have_nothing_running() -> None:
    snapshot = Snapshot.parse("100:100:")

    assert snapshot.sees(99)
    assert not snapshot.sees(100)


def test_short_ids_are_compared_across_a_wrap() -> None:
    epoch = 3 << 32
    snapshot = Snapshot.parse(f"{epoch - 2}:{epoch + 2}:{epoch - 1},{epoch}")

    assert snapshot.sees(0xFFFFFFFE)
    assert not snapshot.sees(0xFFFFFFFF)
    assert not snapshot.sees(0)
    assert snapshot.sees(1)
    assert not snapshot.sees(2)
    assert snapshot.sees(epoch + 1)
