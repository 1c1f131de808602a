"""Valid addresses of push services, and limits of subscriptions and pushes."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated, Final
from urllib.parse import urlsplit

from msgspec import Meta

from reflow import DAY, HOUR, RateLimit

MOST_BROWSERS: Final = 10
"""Of a member; older subscriptions are deleted."""

STALE_AFTER: Final = timedelta(hours=1)
"""A notification is no longer pushed after this time."""

KEPT_FOR: Final = timedelta(days=1)
"""How long a push service keeps a push for a browser that is offline."""

SUBSCRIBING: Final = RateLimit((30, HOUR), (100, DAY))

_UNICAST: Final = ip_network("2000::/3")

Endpoint = Annotated[str, Meta(min_length=1, max_length=2048)]
Encoded = Annotated[str, Meta(max_length=128, pattern=r"^[A-Za-z0-9_-]+=*$")]


def is_push_address(endpoint: str) -> bool:
    """Whether an address may be a push service's: https on the usual port, and a host name that is not local."""
    try:
        parts = urlsplit(endpoint)
        host = (parts.hostname or "").rstrip(".")
        if parts.scheme != "https" or parts.port not in {None, 443} or parts.username is not None:
            return False
    except ValueError:
        return False
    return endpoint.isascii() and endpoint.isprintable() and "." in host and not _is_address(host)


def subscription_id_of(endpoint: str) -> str:
    """A subscription's id: the SHA-256 of its endpoint, since the endpoint itself would let a reader push to it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def is_public(address: str) -> bool:
    """Whether an IP address is public: not of this machine, its network or a tunnel into another."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found.sixtofour or found.teredo or found not in _UNICAST):
        return False
    return found.is_global and not found.is_multicast


def _is_address(host: str) -> bool:
    # This includes 2130706433 and 0x7f.1, which some resolvers accept as addresses.
    return host.rsplit(".", maxsplit=1)[-1][:1].isdigit() or ":" in host
