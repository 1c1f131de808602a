"""The limits of one member that all processes of a deployment count together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inflow.app.functions import registry
from reflow.limits.shared_counts import USED, SharedCounts

if TYPE_CHECKING:
    from inflow.app.parts import Parts
    from reflow import RateLimit

_WORTH_TELLING: Final = 0.25
"""As much as a member may use in so many seconds is told to the other processes; less than that, and than one call, is
forgotten after ten seconds.
"""
_SECONDS: Final = 0.1
"""Seconds of an image worker that are told."""


def shared_counts(parts: Parts) -> SharedCounts:
    """The counts of mutations, actions and uploads: those limits that a member could multiply by going to several
    processes. A call with a limit of its own, such as that of messages, counts for both limits.
    """
    counts = SharedCounts(parts.database)
    if parts.members.calls is not None:
        _share(counts, "calls", parts.members.calls)
    for call in registry():
        if call.kind != "query" and call.rate_limit is not None:
            _share(counts, call.path, call.rate_limit)
    pipeline = parts.pipeline
    rates = {
        "uploads": pipeline.upload_rate,
        "resumable uploads": pipeline.resumable_rate,
        "archives": pipeline.archive_rate,
        "cuts": pipeline.cut_rate,
        "looks": pipeline.look_rate,
    }
    for name, rate in rates.items():
        counts.share(name, rate.begun, 1)
    counts.share("workers", pipeline.workers.seconds.window, _SECONDS)
    parts.engine.graph.listen(USED, counts.heard, at_once=False)
    return counts


def _share(counts: SharedCounts, name: str, limit: RateLimit) -> None:
    counts.share(name, limit, max(1.0, limit.sustained * _WORTH_TELLING))
