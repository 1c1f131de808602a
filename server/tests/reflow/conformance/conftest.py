"""Pages that run the npm client, before the toy in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.reflow.conformance.page import Page
from tests.reflow.wire.conftest import Stage, serving
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.app import Wire
from reflow.wire.limits import Limits

MODULES = Path(__file__).parents[4] / "web"
Visit = Callable[..., Awaitable[Page]]


@pytest.fixture
def limits() -> Limits:
    """The usual ones."""
    return Limits()


@pytest.fixture
def toy() -> ToyEngine:
    """An engine in memory."""
    return ToyEngine()


@pytest.fixture
async def stage(toy: ToyEngine, limits: Limits) -> AsyncIterator[Stage]:
    """The toy, served."""
    wire = Wire(toy, limits=limits)
    async with serving(wire) as address, AsyncExitStack() as stack:
        yield Stage(wire, address, stack)


@pytest.fixture
async def visit(stage: Stage) -> AsyncIterator[Visit]:
    """Open a page."""
    async with AsyncExitStack() as stack:

        async def opened(path: str = "", **options: object) -> Page:
            page = await Page.open(MODULES, f"http://{stage.address}{path}", **options)
            stack.push_async_callback(page.close)
            return page

        yield opened


@pytest.fixture
async def page(visit: Visit) -> Page:
    """A page of nobody."""
    return await visit()
