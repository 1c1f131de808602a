"""Periodic work of an engine: deleting old results and freeing memory."""

from __future__ import annotations

import asyncio
import ctypes
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflow.live.graph import Graph
    from reflow.live.mutations import Mutations

log = logging.getLogger(__name__)

_PRUNE_EVERY = 3600.0  # seconds
_ROUND = 30.0  # seconds; an idle result is kept for one to two rounds
_TRIM_AFTER = 8 * 1024 * 1024  # bytes


async def forget_old_results(mutations: Mutations) -> None:
    """Delete the stored results of mutations that no client asks for any more, every hour until cancelled."""
    while True:
        await asyncio.sleep(_PRUNE_EVERY)
        try:
            await mutations.forget_old_results()
        except Exception:
            log.exception("old results could not be deleted")


async def give_memory_back(graph: Graph) -> None:
    """Drop idle query results that were not used again, and return freed memory to the system, until cancelled."""
    while True:
        await asyncio.sleep(_ROUND)
        graph.drop_unused()
        if graph.retention.freed_bytes > _TRIM_AFTER:
            graph.retention.freed_bytes = 0
            await asyncio.to_thread(_trim_heap)


def _trim_heap() -> None:
    """Return the free pages of the C heap. glibc keeps them otherwise; other C libraries have nothing to call."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
