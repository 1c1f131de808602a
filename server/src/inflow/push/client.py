"""The client of push services: one request, no redirects, public addresses only, a short time-out."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore

from inflow.core.clock import Clock, utc_now
from inflow.push.encryption import encrypt_push
from inflow.push.keys import VapidKeys
from inflow.push.rules import KEPT_FOR, is_public
from reflow import Row
from reflow.auth.jwks import certificate_authorities

TIMEOUT_SECONDS: Final = 5.0  # seconds
SLOW_HOST_PAUSE: Final = 60.0  # seconds

Resolve = Callable[[str, int], Awaitable[list[str]]]

# The browser's subscription has ended, or belongs to a former key of ours.
_EXPIRED: Final = frozenset({401, 403, 404, 410})
# The service refuses the push itself, so a retry cannot succeed.
_PERMANENT_ERRORS: Final = frozenset({400, 405, 406, 411, 413, 415, 422})


class SubscriptionExpired(Exception):
    """The service no longer knows this subscription; it can be deleted."""


class NotDelivered(Exception):
    """The service could not be reached or was unavailable; a retry may succeed."""


async def resolve_host(host: str, port: int) -> list[str]:
    """The IP addresses of a host."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class PublicHosts(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. It resolves the name once, so the checked address is the one used.

    Args:
        resolve: Finds a host's addresses.
    """

    def __init__(self, resolve: Resolve = resolve_host) -> None:
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the host, if all its addresses are public.

        Raises:
            httpcore.ConnectError: An address is not public, or there is none, or the host does not answer.
        """
        try:
            addresses = await self._resolve(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        if not addresses or not all(is_public(address) for address in addresses):
            raise httpcore.ConnectError("not a public host")
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Required by httpcore."""
        await self._network.sleep(seconds)


class PushClient:
    """Sends pushes to push services.

    Args:
        keys: Signs the requests.
        network: Opens connections.
        trust: The trusted certificates.
        clock: The time now.
    """

    def __init__(
        self,
        keys: VapidKeys,
        network: httpcore.AsyncNetworkBackend | None = None,
        trust: ssl.SSLContext | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._keys = keys
        self._clock = clock
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust or certificate_authorities(),
            network_backend=network or PublicHosts(),
            max_connections=10,
            keepalive_expiry=30.0,
        )
        # Hosts that timed out, and until when they get no requests: other jobs must not wait for them.
        self._slow: dict[str, float] = {}

    async def deliver(self, subscription: Row, content: bytes, *, topic: str) -> None:
        """Send content to the browser of a subscription.

        Args:
            subscription: With `endpoint`, `p256dh`, `auth`.
            content: Encrypted here, for the browser.
            topic: A later push with the same topic replaces one that the service has not delivered.

        Raises:
            SubscriptionExpired: See there.
            NotDelivered: See there.
        """
        endpoint = subscription.endpoint
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": self._keys.authorization(endpoint, self._clock()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(KEPT_FOR.total_seconds())),
            "Topic": topic,
            "Urgency": "high",
        }
        status = await self._post(endpoint, headers, encrypt_push(content, subscription.p256dh, subscription.auth))
        if status in _EXPIRED:
            raise SubscriptionExpired
        if status not in _PERMANENT_ERRORS and not 200 <= status < 300:
            raise NotDelivered(f"it answered {status}")

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.aclose()

    async def _post(self, endpoint: str, headers: dict[bytes | str, bytes | str], body: bytes) -> int:
        host = urlsplit(endpoint).hostname or ""
        if self._slow.get(host, 0.0) > time.monotonic():
            raise NotDelivered("it kept us waiting a moment ago")
        try:
            async with (
                asyncio.timeout(TIMEOUT_SECONDS),
                self._pool.stream("POST", endpoint, headers=headers, content=body) as response,
            ):
                return int(response.status)
        except TimeoutError:
            self._pause_host(host)
            raise NotDelivered("it did not answer in time") from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, ssl.SSLError) as error:
            raise NotDelivered(type(error).__name__) from None

    def _pause_host(self, host: str) -> None:
        now = time.monotonic()
        self._slow = {each: until for each, until in self._slow.items() if until > now}
        self._slow[host] = now + SLOW_HOST_PAUSE
