"""The real address of a request behind proxies that the operator trusts."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from inflow.app.settings import Network

Address = IPv4Address | IPv6Address


class ProxyHeadersMiddleware:
    """Middleware that replaces a trusted proxy's address by the caller's own. Headers from other peers are ignored.

    Args:
        app: The application behind it.
        proxies: The networks of trusted proxies.
    """

    def __init__(self, app: ASGIApp, proxies: tuple[Network, ...]) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""
        if self._proxies and scope.get("client"):
            host, port = scope["client"]
            forwarded = Headers(scope=scope).getlist("x-forwarded-for") if "headers" in scope else []
            scope = {**scope, "client": (self._caller(host, ",".join(forwarded)), port)}
        await self._app(scope, receive, send)

    def _caller(self, peer: str, forwarded: str) -> str:
        """The nearest address that is not a trusted proxy's. Each proxy appends its client's address, so the list is
        read from its end, and entries before an untrusted address may be forged.
        """
        caller = peer
        for entry in reversed(forwarded.split(",")):
            if not self._is_trusted(_address(caller)):
                break
            named = _address(entry)
            if named is None:
                break
            caller = str(named)
        return caller

    def _is_trusted(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._proxies)


def _address(entry: str) -> Address | None:
    """The address in ``203.0.113.7``, ``203.0.113.7:4711``, ``2001:db8::7`` or ``[2001:db8::7]:4711``."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
