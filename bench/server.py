"""The measured server, in a process of its own, with uvicorn as in production: `python -m bench.server KIND PORT`."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from bench import chat
from bench.floors import Floors
from inflow.app.serving import SERVING
from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.errors import AppError
from reflow.functions import Registry
from reflow.live.engine import Engine
from reflow.postgres.database import Connection, Database
from reflow.wire.app import Wire
from reflow.wire.limits import Limits

PROCESSES = "BENCH_PROCESSES"
"""How many processes serve, with this one, as the supervisor would say it."""


class _Trusting:
    async def verify(self, token: str) -> Identity:
        return Identity("bench", token, None, 2e10)


async def _no_jobs(_connection: Connection, job: str, _arguments: object, _not_before: object) -> None:
    raise AppError("unsupported", job)


@asynccontextmanager
async def _chatting(app: Starlette) -> AsyncIterator[None]:
    database = Database(os.environ["INFLOW_DATABASE_URL"])
    source = WalSource(database, [chat.PUBLICATION])
    engine = Engine(Registry.of(chat), database, source, _Trusting(), secret=b"0" * 32, defer=_no_jobs)
    # The senders here do not wait for anything, and a whole crowd has one address, so the limits must not apply.
    most = 100_000
    crowd = Limits(
        frames=most,
        frames_burst=most,
        unauthenticated=most,
        auth_timeout=inf,
        unauthenticated_rate=most,
        unauthenticated_burst=most,
        member=most,
    )
    wire = Wire(engine, limits=crowd)
    app.router.routes[:] = wire.routes()
    await engine.start()
    yield
    await wire.shutdown(1)
    await engine.stop()
    await database.close()


def _product() -> ASGIApp:
    from inflow.app.web import application  # imported here, so that the chat's memory does not include its modules

    return application(int(os.environ.get(PROCESSES, "1")))


def main() -> None:
    """Serve until a signal ends the process."""
    kind, port = sys.argv[1:]
    uvicorn.run(
        Floors(_product() if kind == "inflow" else Starlette(lifespan=_chatting)),
        host="127.0.0.1",
        port=int(port),
        **SERVING,
    )


if __name__ == "__main__":
    main()
