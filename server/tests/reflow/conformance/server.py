"""The toy on a real server, in a process of its own that tests can kill. It takes one argument: its :class:`Stage`."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any
from unittest.mock import patch

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from tests.reflow.toy import edges, functions, tables

from reflow.auth.tokens import Identity, Issuer, Verifier
from reflow.changes import WalSource
from reflow.errors import AuthenticationFailed
from reflow.functions import Registry
from reflow.live import recompute
from reflow.live.engine import Engine
from reflow.live.slow_queries import SlowQueries
from reflow.postgres.database import Database
from reflow.wire.app import FRAME, Wire
from reflow.wire.limits import Limits
from reflow.wire.serving import Requests, Sockets

ISSUER = "https://house.example"
AUDIENCE = "toy"
PAGE_OF_OURS = "https://page.example"


class Stage(msgspec.Struct):
    """The configuration of a server.

    Attributes:
        jwks: The keys that verify tokens.
        secret: The key that signs cursors.
        limits: The limits that differ from the defaults.
    """

    dsn: str
    port: int
    jwks: dict[str, Any]
    secret: str = "the same on every process of one deployment"
    limits: dict[str, float] = {}


class Distrustful:
    """A verifier that tests can make reject all tokens of a subject.

    Attributes:
        distrusted: The subjects whose tokens it rejects.
    """

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier
        self.distrusted: set[str] = set()

    async def verify(self, token: str) -> Identity:
        """The identity of a valid token."""
        identity = await self._verifier.verify(token)
        if identity.subject in self.distrusted:
            raise AuthenticationFailed("The session has ended")
        return identity


def _limits(stage: Stage) -> Limits:
    # Here strangers may make calls, and all tests come from one host.
    usual = {"unauthenticated": 1000, "auth_timeout": 60, "unauthenticated_rate": 1e6, "unauthenticated_burst": 1e6}
    return Limits(**{**usual, **stage.limits})  # type: ignore[arg-type]  # the test's own numbers


class Hand:
    """Actions on the server that tests can take and clients cannot."""

    def __init__(self, wire: Wire, verifier: Distrustful) -> None:
        self._wire = wire
        self._verifier = verifier
        self._patience = ExitStack()

    async def be_patient(self, patient: bool) -> None:
        """Run all queries in the cycles, however long they take; or no longer."""
        self._patience.close()
        if patient:
            for part in ("_SLICE", "_REST", "_PATIENCE"):
                self._patience.enter_context(patch.object(recompute, part, 60))  # seconds
            self._patience.enter_context(patch.object(SlowQueries, "holds", lambda *_: False))

    async def close(self, code: int, reason: str) -> None:
        """Close every socket, with this code and reason."""
        for connection in self._wire.connections._all():
            connection.close(code, reason)

    async def distrust(self, subject: str) -> None:
        """Reject this subject's tokens from now on."""
        self._verifier.distrusted.add(subject)

    async def trust(self, subject: str) -> None:
        """Accept this subject's tokens again."""
        self._verifier.distrusted.discard(subject)

    async def revoke(self, subject: str) -> int:
        """Reject the subject's tokens and close their sockets; how many sockets that closes."""
        await self.distrust(subject)
        return self._wire.connections.revoke(subject=subject)

    async def connections(self) -> int:
        """The number of open sockets."""
        return len(self._wire.connections)

    async def open(self, gate: str) -> None:
        """Let calls pass that wait at this gate now or later."""
        functions.gates.setdefault(gate, asyncio.Event()).set()

    async def arrived(self, gate: str) -> None:
        """Wait until a call has come to this gate."""
        while gate not in functions.gates:  # noqa: ASYNC110  # only a test waits for this
            await asyncio.sleep(0.005)


class Toy:
    def __init__(self, stage: Stage) -> None:
        async def keys() -> dict[str, Any]:
            return stage.jwks

        self._database = Database(stage.dsn)
        self._verifier = Distrustful(Verifier([Issuer(ISSUER, AUDIENCE, ("ES256",), keys)]))
        self._engine = Engine(
            Registry.of(functions, edges),
            self._database,
            WalSource(self._database, [tables.PUBLICATION]),
            self._verifier,
            secret=stage.secret.encode(),
            defer=functions.no_jobs,
        )
        self._wire = Wire(self._engine, origins=[PAGE_OF_OURS], limits=_limits(stage))
        self._hand = Hand(self._wire, self._verifier)

    def application(self) -> Starlette:
        """The toy at the root, and once more below a prefix."""
        routes = self._wire.routes()
        control = Route("/control/{what}", self._control, methods=["POST"])
        return Starlette(routes=[*routes, Mount("/prefix", routes=routes), control], lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self._engine.start()
        print("ready", flush=True)
        yield
        await self._wire.shutdown(1)
        await self._engine.stop()
        await self._database.close()

    async def _control(self, request: Request) -> JSONResponse:
        command = getattr(self._hand, request.path_params["what"])
        return JSONResponse(await command(**await request.json()))


def main() -> None:
    """Serve until a signal ends it, with the options that Inflow itself is served with."""
    stage = msgspec.json.decode(sys.argv[1], type=Stage)
    logging.basicConfig(level=logging.WARNING)
    uvicorn.run(
        Toy(stage).application(),
        host="127.0.0.1",
        port=stage.port,
        loop="uvloop",
        http=Requests,
        ws=Sockets,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
