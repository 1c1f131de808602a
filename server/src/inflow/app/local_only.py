"""Restricts development routes to a browser on this machine, without a proxy in between."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.app.settings import LOOPBACK

PROXY_HEADERS = frozenset(
    {"forwarded", "via", "x-real-ip", "x-scheme", "front-end-https", "true-client-ip", "cdn-loop"}
)
"""Headers that reverse proxies add. A request with one of them did not come directly from this machine."""
PROXY_HEADER_PREFIXES = (
    "x-forwarded",
    "x-original-",
    "x-client-ip",
    "x-cluster-",
    "x-envoy-",
    "x-amzn-",
    "x-azure-",
    "cf-",
)
"""Prefixes of further such headers."""


def local_only(routes: Iterable[Route]) -> list[Route]:
    """The same routes, which respond 404 to all other requests.

    The `Host` header must name this machine, too: otherwise a site whose name was rebound to a loopback address could
    use them.
    """
    return [_guarded(route) for route in routes]


def _guarded(route: Route) -> Route:
    async def guarded(request: Request) -> Response:
        if not is_direct(request):
            raise HTTPException(404)
        answer: Response = await route.endpoint(request)
        return answer

    return Route(route.path, guarded, methods=list(route.methods or ()))


def is_direct(request: Request) -> bool:
    """Whether a program on this machine sent the request, without a proxy in between."""
    # nginx proxies in this version by default, with a Host header of its own. Browsers never use it.
    if request.scope["http_version"] == "1.0" or any(map(_is_proxy_header, request.headers)):
        return False
    hosts = request.headers.getlist("host")
    try:
        named = {urlsplit(f"//{host}").hostname for host in hosts}
        return (
            len(hosts) == 1
            and named <= LOOPBACK
            and request.client is not None
            and ip_address(request.client.host).is_loopback
        )
    except ValueError:
        return False


def _is_proxy_header(header: str) -> bool:
    return header in PROXY_HEADERS or header.startswith(PROXY_HEADER_PREFIXES)
