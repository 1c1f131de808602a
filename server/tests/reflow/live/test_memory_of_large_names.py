"""A page asks with very large names, journals and cursors. None of them stays in memory, also not until it closes."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.reflow.wire.conftest import ORIGIN, Stage, serving
from tests.reflow.wire.peer import add

from reflow.live.engine import Engine
from reflow.wire.app import Wire

QUERIES = 60
LARGE = "x" * 300_000
SMALL = 1_500_000  # bytes; five of the sixty large texts


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def _in_use() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _asked(number: int) -> dict[str, Any]:
    options: dict[str, Any] = {"numItems": 5, "cursor": None}
    large: dict[str, Any] = {}
    match number % 4:
        case 0:
            large["udfPath"] = LARGE
        case 1:
            large["journal"] = LARGE
        case 2:
            options["cursor"] = LARGE
        case _:
            options["endCursor"] = LARGE
    return add(number, "messages:page", channel=f"c{number}", paginationOpts=options) | large


async def test_what_a_page_asked_with_is_not_kept(engine: Engine, traced: None) -> None:
    wire = Wire(engine, origins=[ORIGIN])
    async with serving(wire) as server, AsyncExitStack() as stack:
        stage = Stage(wire, server, stack)
        peer = await stage.meet()
        await peer.authenticate("alice")
        await peer.follow(add(1000, "messages:page", channel="c", paginationOpts={"numItems": 5, "cursor": None}))
        await peer.until(lambda: 1000 in peer.results)
        before = _in_use()

        for number in range(QUERIES):
            await peer.follow(_asked(number))
        await peer.until(lambda: set(range(QUERIES)) <= peer.results.keys())
        peer.frames.clear()
        open_ = _in_use() - before
        await peer.socket.close()
        await stage.is_empty()
        engine.graph.drop_unused()
        engine.graph.drop_unused()
        closed = _in_use() - before

    assert open_ < SMALL
    assert closed < len(LARGE)
