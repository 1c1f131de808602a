"""Reports from pages during development. Mounted in development only, because anyone could fill the log with them."""

from __future__ import annotations

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from reflow import AppError
from reflow.json_input import json_body

log = structlog.get_logger(__name__)

MOST_BYTES = 64 * 1024
_MOST_SHOWN = 2000  # characters


def debug_routes() -> list[Route]:
    """`POST /api/debug_event`: writes any JSON to the log."""
    return [Route("/api/debug_event", _debug_event, methods=["POST"])]


async def _debug_event(request: Request) -> Response:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        # Pages of other sites could send this content type only with CORS permission, which they do not get.
        return Response(status_code=415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return Response(status_code=413)
    try:
        event = json_body(bytes(body), object)
    except AppError:
        return Response(status_code=400)
    log.info("debug event", event_data=repr(event)[:_MOST_SHOWN])
    return Response(status_code=204)
