"""A process with an engine of the storm's app: `python -m bench.stalls.server PORT`; without a port it
only follows the log. It ends with the process that started it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from bench.stalls import app
from bench.stalls.children import end_with_parent
from inflow.app.serving import SERVING
from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.changes.local_relay import LocalRelay
from reflow.functions import Registry
from reflow.live.engine import Engine
from reflow.postgres.database import Database
from reflow.wire.app import Wire
from reflow.wire.limits import Limits

_MOST = 100_000
_CROWD = Limits(
    frames=_MOST,
    frames_burst=_MOST,
    unauthenticated=_MOST,
    auth_timeout=inf,
    unauthenticated_rate=_MOST,
    unauthenticated_burst=_MOST,
    member=_MOST,
)
"""All pages share one address."""


class _Trusting:
    async def verify(self, token: str) -> Identity:
        return Identity("storm", token, None, 2e10)


@asynccontextmanager
async def _engine() -> AsyncIterator[Engine]:
    database = Database(os.environ["DSN"])
    relay = LocalRelay(Path(os.environ["RUN"]), database.dsn, [app.PUBLICATION])
    source = WalSource(database, [app.PUBLICATION], connect=relay.connect)
    engine = Engine(Registry.of(app), database, source, _Trusting(), secret=b"0" * 32)
    await engine.start()
    yield engine
    await engine.stop()
    await database.close()


@asynccontextmanager
async def _serving(starlette: Starlette) -> AsyncIterator[None]:
    async with _engine() as engine:
        wire = Wire(engine, limits=_CROWD)
        starlette.router.routes[:] = wire.routes()
        yield
        await wire.shutdown(1)


async def _idle() -> None:
    async with _engine():
        await asyncio.Event().wait()


def main() -> None:
    """Serve until a signal ends the process."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s %(message)s")
    end_with_parent()
    if len(sys.argv) > 1:
        uvicorn.run(Starlette(lifespan=_serving), host="127.0.0.1", port=int(sys.argv[1]), **SERVING)
    else:
        asyncio.run(_idle())


if __name__ == "__main__":
    main()
