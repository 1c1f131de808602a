"""The addresses of the fotos that a member's feed begins with, for the head of the feed's page.

A browser fetches them while it still fetches the app. Otherwise it would first hear of them over the socket, several
round trips later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import msgspec
from starlette.requests import Request

from inflow.identity.accounts import Accounts
from inflow.posts.first_fotos import first_fotos
from reflow import AppError, Identity
from reflow.live.engine import Engine

PreloadFotos = Callable[[Request], Awaitable[str]]

NO_FOTOS = ""
_PATIENCE = 0.15  # seconds; the page has the rest of its head at once
_UNAVAILABLE = (AppError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


def preloading_fotos(engine: Engine, accounts: Accounts) -> PreloadFotos:
    """Returns a function that gives a request's first fotos as JSON.

    It gives `NO_FOTOS` to strangers, and whenever the database does not answer in time: the page works without them.
    """

    async def read(request: Request) -> str:
        session = await accounts.session_of(request)
        if session is None:
            return NO_FOTOS
        identity = Identity(accounts.issuer, session.account_id, session.id, session.ends_at.timestamp())
        result = await engine.run_query(first_fotos, {}, identity)
        return NO_FOTOS if result.raised is not None else msgspec.json.encode(result.returned).decode()

    async def read_in_time(request: Request) -> str:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await read(request)
        except _UNAVAILABLE:
            return NO_FOTOS

    return read_in_time
