"""The limits of this deployment on one visitor and one member. docs/self-hosting.md has all of them in a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inflow.app.functions import registry
from inflow.app.settings import Settings
from reflow import RateLimit
from reflow.limits.caller_rates import CallerRateLimits
from reflow.wire.connections import Connections
from reflow.wire.limits import Limits
from reflow.wire.rate_limit_middleware import RequestCost, Scope

_QUEUE = 5.0  # seconds that a page's photos and files may wait
_OF_A_CACHE = "/api/media/access/"
"""What a cache asks before it gives a member a photo. It counts like the photo itself."""
_OF_THE_SERVER = ("/api/", "//api/", "/dev/")
_OF_A_SESSION = ("/media/", "/homefeed")
"""Files that need a look into the database for each request."""
_HEALTH_CHECKS = {"/healthz", "/livez", "/readyz"}


@dataclass(frozen=True)
class HostRateLimits:
    """The limits of one host: on calls, and on photos and files."""

    calls: RateLimit
    files: RateLimit

    @classmethod
    def of(cls, settings: Settings) -> HostRateLimits:
        """Each host may make as many requests at once as in two seconds."""
        most = 2 * int(settings.requests_per_host)
        return cls(RateLimit((most, 2.0)), RateLimit((most, 2.0)))


def limits_of(settings: Settings) -> Limits:
    """The limits of one connection, and on the number of connections."""
    member = int(settings.sockets_per_member)
    return Limits(
        # Calls that take photos among their arguments. Clients that upload do not need them.
        large=frozenset(call.path for call in registry() if call.large_arguments),
        unauthenticated_calls=False,
        unauthenticated=int(settings.strangers_per_host),
        member=member,
        updates=20 * member,
        updates_burst=40 * member,
    )


def rate_limits_of(settings: Settings) -> CallerRateLimits:
    """The limits of one member over all functions: at once, as many calls as in two seconds, and as many queries as a
    page with two hundred subscriptions makes when it reconnects.
    """
    return CallerRateLimits(calls=RateLimit((2 * int(settings.calls_per_member), 2.0)), queries=RateLimit((200, 4.0)))


def request_costs_of(limits: HostRateLimits) -> Callable[[Scope], RequestCost | None]:
    """The cost of a request.

    A page without a browser cache requests a hundred small files at once, and a feed dozens of photos, often for
    several people behind one address. A refused photo would stay a hole in the page, and a refused file would break it,
    so these wait for their turn, and calls do not wait behind them. A browser requests a few at a time, which slows it
    down.
    """
    call, photo, file = (
        RequestCost(limits.calls),
        RequestCost(limits.files, max_wait=_QUEUE),
        RequestCost(limits.files, cost=0.1, max_wait=_QUEUE),
    )

    def request_cost(scope: Scope) -> RequestCost | None:
        path = scope["path"]
        if path.startswith(_OF_A_CACHE) and scope.get("method") == "GET":
            return photo
        if path in _HEALTH_CHECKS:
            return None  # a health check must not be told that the process is down
        if scope.get("method") not in {"GET", "HEAD"} or path.startswith(_OF_THE_SERVER):
            return call
        return photo if path.startswith(_OF_A_SESSION) else file

    return request_cost


def refusals_of(hosts: HostRateLimits, members: CallerRateLimits, connections: Connections) -> dict[str, int]:
    """How often each limit in memory has refused. A call with a limit of its own counts under its path."""
    by_call = {call.path: call.rate_limit.refusals for call in registry() if call.rate_limit is not None}
    of_members = {"calls_per_member": members.calls, "queries_per_member": members.queries}
    return {
        **by_call,
        **{name: limit.refusals for name, limit in of_members.items() if limit is not None},
        "requests_per_host": hosts.calls.refusals,
        "files_per_host": hosts.files.refusals,
        "unauthenticated_calls_per_host": connections.unauthenticated_rate.refusals,
        "sockets": connections.turned_away,
    }
