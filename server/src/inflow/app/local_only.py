"""Development routes answer only a browser on this machine that nothing stands in front of."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.app.settings import LOOPBACK

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that reverse proxies add. A request with one of them comes from further away than this machine."""


def local_only(routes: Iterable[Route]) -> list[Route]:
    """The same routes; every other request finds nothing there.

    The `Host` header must name this machine, too: a site whose name was rebound to a loopback address would be let in
    by the client's address alone.
    """
    return [_guarded(route) for route in routes]


def _guarded(route: Route) -> Route:
    async def guarded(request: Request) -> Response:
        if not _is_direct(request):
            raise HTTPException(404)
        answer: Response = await route.endpoint(request)
        return answer

    return Route(route.path, guarded, methods=list(route.methods or ()))


def _is_direct(request: Request) -> bool:
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        named = urlsplit(f"//{request.headers.get('host', '')}").hostname
        return named in LOOPBACK and request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
