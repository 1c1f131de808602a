"""A minimal client for measurements: it connects, logs in, follows queries and sends mutations."""

from __future__ import annotations

import itertools
import json
import secrets
import time
from typing import Any

from bench.sockets import Socket


class Page:
    """One connection to the sync endpoint."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self._requests = itertools.count()
        self._queries = itertools.count()
        self._query_set = 0

    @classmethod
    async def open(cls, port: int, token: str | None = None) -> Page:
        """Connect, and log in with the token."""
        page = cls(await Socket.connect(port, "/api/1.48.0/sync"))
        session, now = secrets.token_hex(8), round(time.time() * 1000)
        page._say(type="Connect", sessionId=session, connectionCount=0, lastCloseReason="InitialConnect", clientTs=now)
        if token is not None:
            page._say(type="Authenticate", tokenType="User", value=token, baseVersion=0)
            await page.socket.until(b'"Transition"')
        return page

    def follow(self, *queries: tuple[str, dict[str, Any]]) -> None:
        """Subscribe to queries; their answers come in a Transition."""
        added = [
            {"type": "Add", "queryId": next(self._queries), "udfPath": path, "args": [arguments]}
            for path, arguments in queries
        ]
        self._change(added)

    def leave(self, query_id: int) -> None:
        """Unsubscribe from a query."""
        self._change([{"type": "Remove", "queryId": query_id}])

    def mutate(self, path: str, **arguments: Any) -> bytes:
        """Send a mutation; returns bytes that only its response contains."""
        request = next(self._requests)
        self._say(type="Mutation", requestId=request, udfPath=path, args=[arguments])
        return b'"MutationResponse","requestId":%d,' % request

    def _change(self, modifications: list[dict[str, Any]]) -> None:
        base, self._query_set = self._query_set, self._query_set + 1
        self._say(type="ModifyQuerySet", baseVersion=base, newVersion=self._query_set, modifications=modifications)

    def _say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message, separators=(",", ":")))
