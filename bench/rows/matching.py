"""Finding the queries that a changed row concerns, among a thousand and among a million subscriptions."""

from __future__ import annotations

import gc
import statistics
import time

from bench.measured import Row
from reflow.changes import Change
from reflow.live.index import PredicateIndex, Watch

_CHANGES = 20_000
_ROUNDS = 9


def measure() -> Row:
    """Both indexes look up the same number of changed rows, in turns."""
    small, large = _index(1_000), _index(1_000_000)
    floors, ours = [], []
    gc.disable()
    for _ in range(_ROUNDS):
        floors.append(_seconds(small, 1_000))
        ours.append(_seconds(large, 1_000_000))
    gc.enable()
    least, taken = statistics.median(floors) / _CHANGES, statistics.median(ours) / _CHANGES
    return Row(
        what="match per changed row, among 1,000,000 subscriptions",
        floor="itself among 1,000",
        floor_text=f"{least * 1e6:.2f} µs",
        ours_text=f"{taken * 1e6:.2f} µs",
        ratio=taken / least,
        target="≤ 1.5×",
        met=taken / least <= 1.5,
    )


def _index(subscriptions: int) -> PredicateIndex[int]:
    """Half of them watch a post by its id, half an author's posts of one kind."""
    index: PredicateIndex[int] = PredicateIndex()
    for number in range(subscriptions // 2):
        index.add(Watch("posts", ("id",), (f"post{number}",)), number)
        index.add(Watch("posts", ("author_id", "post_type"), (f"author{number}", "sphere")), -1 - number)
    return index


def _seconds(index: PredicateIndex[int], subscriptions: int) -> float:
    """Look up new rows by authors from all over the index; each concerns one subscription."""
    step = max(1, subscriptions // 2 // _CHANGES)
    changes = [
        Change(
            "posts",
            {"id": f"new{number}", "author_id": f"author{number * step % (subscriptions // 2)}", "post_type": "sphere"},
            None,
        )
        for number in range(_CHANGES)
    ]
    started = time.perf_counter()
    found = sum(len(index.match(change)) for change in changes)
    taken = time.perf_counter() - started
    assert found == _CHANGES
    return taken
