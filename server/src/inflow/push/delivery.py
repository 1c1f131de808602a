"""Handing a push to its service: one request, no redirects, to public addresses only, and not for long."""

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
from inflow.push.envelope import enveloped
from inflow.push.keys import PushKeys
from inflow.push.rules import KEPT_FOR, is_public
from reflow.postgres.database import Row

PATIENCE: Final = 5.0  # seconds
LEFT_ALONE_FOR: Final = 60.0  # seconds

Resolve = Callable[[str, int], Awaitable[list[str]]]

# The browser's subscription has ended, or was made with a key that is not ours any more.
_OVER: Final = frozenset({401, 403, 404, 410})
# What asking again will not mend: they do not take a push such as ours.
_REFUSED: Final = frozenset({400, 405, 406, 411, 413, 415, 422})


class Over(Exception):
    """The service does not know this subscription any more; it need not be kept."""


class NotDelivered(Exception):
    """The service could not be reached or could not take it now: later, perhaps."""


async def resolved(host: str, port: int) -> list[str]:
    """The addresses of a host."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class PublicHosts(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. The name is looked up once, so the address that was checked is the one used.

    Args:
        resolve: Finds a host's addresses.
    """

    def __init__(self, resolve: Resolve = resolved) -> None:
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
            httpcore.ConnectError: They are not, or it has none, or does not answer.
        """
        try:
            addresses = await self._resolve(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        if not addresses or not all(is_public(address) for address in addresses):
            raise httpcore.ConnectError("not a public host")
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)


class Delivery:
    """Hands pushes to their services.

    Args:
        keys: Signs them.
        network: Connects.
        trust: Whose certificates count.
        clock: Says what time it is.
    """

    def __init__(
        self,
        keys: PushKeys,
        network: httpcore.AsyncNetworkBackend | None = None,
        trust: ssl.SSLContext | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._keys = keys
        self._clock = clock
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust or ssl.create_default_context(),
            network_backend=network or PublicHosts(),
            max_connections=10,
            keepalive_expiry=30.0,
        )
        # Hosts that kept us waiting, and until when they are left alone: other jobs must not wait for them.
        self._slow: dict[str, float] = {}

    async def deliver(self, subscription: Row, content: bytes, *, topic: str) -> None:
        """Hand over what a subscription's browser shall get.

        Args:
            subscription: With `endpoint`, `p256dh`, `auth`.
            content: What only the browser reads.
            topic: A later push of the same topic takes the place of one that is still waiting.

        Raises:
            Over: See there.
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
        status = await self._posted(endpoint, headers, enveloped(content, subscription.p256dh, subscription.auth))
        if status in _OVER:
            raise Over
        if status not in _REFUSED and not 200 <= status < 300:
            raise NotDelivered(f"it answered {status}")

    async def close(self) -> None:
        """Close what is open."""
        await self._pool.aclose()

    async def _posted(self, endpoint: str, headers: dict[bytes | str, bytes | str], body: bytes) -> int:
        host = urlsplit(endpoint).hostname or ""
        if self._slow.get(host, 0.0) > time.monotonic():
            raise NotDelivered("it kept us waiting a moment ago")
        try:
            async with (
                asyncio.timeout(PATIENCE),
                self._pool.stream("POST", endpoint, headers=headers, content=body) as response,
            ):
                return int(response.status)
        except TimeoutError:
            self._leave_alone(host)
            raise NotDelivered("it did not answer in time") from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, ssl.SSLError) as error:
            raise NotDelivered(type(error).__name__) from None

    def _leave_alone(self, host: str) -> None:
        now = time.monotonic()
        self._slow = {each: until for each, until in self._slow.items() if until > now}
        self._slow[host] = now + LEFT_ALONE_FOR
