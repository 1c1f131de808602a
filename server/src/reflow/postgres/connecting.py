"""Connects to the server of an address that serves, if the address names several."""

from __future__ import annotations

from typing import Any, Final

import asyncpg

from reflow.postgres.addresses import each_server

_TIMEOUT: Final = 10
_TIMEOUT_OF_EACH: Final = 3
_NEXT = (OSError, asyncpg.TargetServerAttributeNotMatched, asyncpg.CannotConnectNowError)
"""A server that cannot be reached, is the wrong one, or is starting: another one may serve."""


def connect_timeout(dsn: str) -> int:
    """After how many seconds a server that does not answer counts as down. It is retried."""
    return _TIMEOUT if len(each_server(dsn)) == 1 else _TIMEOUT_OF_EACH


class Servers:
    """The servers of an address. asyncpg has one timeout for all of them, so a first one whose packets are lost would
    use up the time of the others.

    Args:
        dsn: A libpq connection string.
    """

    def __init__(self, dsn: str) -> None:
        self._servers = each_server(dsn)
        self._timeout = connect_timeout(dsn)

    async def connect(self, **given: Any) -> asyncpg.Connection[Any]:
        """Connect to the first one that serves, and begin with it the next time.

        Args:
            given: Further arguments of `asyncpg.connect`.

        Raises:
            OSError: The last one cannot be reached.
            asyncpg.TargetServerAttributeNotMatched: The last one is another kind of server than the address asks for.
            asyncpg.PostgresError: The last one refuses, or another one for a reason that holds for all.
        """
        *others, last = self._servers
        for server in others:
            try:
                return await self._reached(server, given)
            except _NEXT:
                continue
        return await self._reached(last, given)

    async def _reached(self, server: str, given: dict[str, Any]) -> asyncpg.Connection[Any]:
        connection: asyncpg.Connection[Any] = await asyncpg.connect(server, timeout=self._timeout, **given)
        self._servers = sorted(self._servers, key=lambda each: each != server)
        return connection
