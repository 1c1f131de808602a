"""What a request is answered with while the database is away or has no room: 503, and to try again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import asyncpg
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from inflow.app.outage import is_loss
from inflow.identity.http.bodies import error_response
from reflow import AppError
from reflow.live.retries import NO_ROOM

log = structlog.get_logger(__name__)

_RETRY_AFTER = 5  # seconds


async def _database_failed(request: Request, error: Exception) -> Response:
    """Answer the request if the database is the reason, and let every other error pass."""
    if not (is_loss(error) or isinstance(error, NO_ROOM)):
        raise error
    log.error("a request needed the database", path=request.url.path, exc_info=error)
    return error_response(
        AppError("busy", "The server is busy. Please try again in a moment.", retryAfter=_RETRY_AFTER)
    )


async def _client_disconnected(_request: Request, _: Exception) -> Response:
    """The client disconnected while it sent the body: no error of the server, and no client reads the answer."""
    return Response(status_code=400)


EXCEPTION_HANDLERS: Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    ClientDisconnect: _client_disconnected,
    asyncpg.PostgresError: _database_failed,
    asyncpg.InterfaceError: _database_failed,
    asyncpg.InternalClientError: _database_failed,
    OSError: _database_failed,
}
"""By the class of the exception, for Starlette."""
