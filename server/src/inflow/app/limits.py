"""What one visitor and one member may ask of this deployment. docs/self-hosting.md has all of it in a table."""

from __future__ import annotations

from collections.abc import Callable

from inflow.app.functions import registry
from inflow.app.settings import Settings
from reflow.limits.caller_rates import CallerRateLimits
from reflow.limits.rate_limits import RateLimit
from reflow.wire.limits import Limits
from reflow.wire.rate_limit_middleware import RequestCost, Scope

_QUEUE = 5.0  # seconds that a page's photos and files may wait
_OF_THE_SERVER = ("/api/", "//api/", "/dev/")


def limits_of(settings: Settings) -> Limits:
    """What one connection may ask, and how many there may be."""
    return Limits(
        # Calls that take photos among their arguments. Clients that upload do not need them.
        large=frozenset(call.path for call in registry() if call.large_arguments),
        unauthenticated_calls=False,
        unauthenticated=int(settings.strangers_per_host),
        member=int(settings.sockets_per_member),
    )


def rate_limits_of(settings: Settings) -> CallerRateLimits:
    """How much one member may ask, whatever it is: as many calls as in two seconds at once, and as many questions as a
    page of two hundred asks when it comes back."""
    return CallerRateLimits(calls=RateLimit((2 * int(settings.calls_per_member), 2.0)), queries=RateLimit((200, 4.0)))


def request_costs_of(settings: Settings) -> Callable[[Scope], RequestCost | None]:
    """What a request counts as: of each host as many as in two seconds at once.

    A page that nobody has cached is a hundred small files at once, and a feed dozens of photos, often for several
    people behind one address. A photo that was refused would stay a hole in the page, a file would break it, so these
    wait for their turn, and calls do not wait behind them. A browser asks for a few at a time and so slows down by
    itself.
    """
    most = 2 * int(settings.requests_per_host)
    calls, sights = RateLimit((most, 2.0)), RateLimit((most, 2.0))
    call, photo, file = (
        RequestCost(calls),
        RequestCost(sights, max_wait=_QUEUE),
        RequestCost(sights, cost=0.1, max_wait=_QUEUE),
    )

    def request_cost(scope: Scope) -> RequestCost | None:
        path = scope["path"]
        if path == "/healthz":
            return None  # who watches over the process is not to be told that it is down
        if scope.get("method") not in {"GET", "HEAD"} or path.startswith(_OF_THE_SERVER):
            return call
        return photo if path.startswith("/media/") else file

    return request_cost
