"""Sightengine, spoken to at its wire: one address, no redirects, bounded answers, one budget of time.

The credentials leave this process in the body of a request and in nothing else: no address, no log, no error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec

from inflow.media.verdict import PATIENCE
from inflow.screening.breaker import Breaker, Unreachable
from inflow.screening.mapping import Model
from inflow.screening.rules import Unverified

URL = "https://api.sightengine.com/1.0/check.json"
MODEL: Model = "nudity-2.1"
BUDGET = PATIENCE - 1
"""Seconds for a photograph, the second attempt included; it ends before the upload's own patience does."""
TO_CONNECT = 3.0
MOST_BYTES = 65_536

_OVERLOADED = frozenset({502, 503, 504})


class _Error(msgspec.Struct, frozen=True):
    type: str = ""
    code: int | str = 0


class _Said(msgspec.Struct, frozen=True):
    status: str
    nudity: dict[str, Any] = {}
    error: _Error = _Error()


class Sightengine:
    """The hosted service's eyes.

    Args:
        user: The operator's ``api_user``.
        secret: Its ``api_secret``.
        client: Follows no redirects; whoever made it closes it.
        breaker: Leaves a silent service alone.
        url: Where it is.
        budget: Seconds for a photograph.
    """

    model = MODEL

    def __init__(
        self,
        user: str,
        secret: str,
        client: httpx.AsyncClient,
        *,
        breaker: Breaker | None = None,
        url: str = URL,
        budget: float = BUDGET,
    ) -> None:
        self._form = {"models": MODEL, "api_user": user, "api_secret": secret}
        self._client = client
        self._breaker = breaker or Breaker()
        self._url = url
        self._budget = budget

    async def look(self, jpeg: bytes) -> Mapping[str, object]:
        """The fields of its ``nudity``.

        Raises:
            Unverified: It did not answer in time, or not with success, or something else altogether.
        """
        with self._breaker.asking():
            try:
                async with asyncio.timeout(self._budget):
                    status, body = await self._ask_twice(jpeg)
            except TimeoutError:
                raise Unreachable("Sightengine did not answer in time") from None
            return _nudity(status, body)

    async def _ask_twice(self, jpeg: bytes) -> tuple[int, bytes]:
        """Its answer. A service that is restarting behind its balancer is asked once more."""
        try:
            status, body = await self._ask(jpeg)
            if status not in _OVERLOADED:
                return status, body
        except (httpx.ConnectError, httpx.ConnectTimeout):
            pass
        except (httpx.HTTPError, OSError) as error:
            raise Unreachable(f"Sightengine does not answer: {type(error).__name__}") from None
        try:
            return await self._ask(jpeg)
        except (httpx.HTTPError, OSError) as error:
            raise Unreachable(f"Sightengine does not answer: {type(error).__name__}") from None

    async def _ask(self, jpeg: bytes) -> tuple[int, bytes]:
        files = {"media": ("photo.jpg", jpeg, "image/jpeg")}
        given = {"Accept": "application/json", "Accept-Encoding": "identity"}
        patience = httpx.Timeout(self._budget, connect=TO_CONNECT)
        request = self._client.build_request(
            "POST", self._url, data=self._form, files=files, headers=given, timeout=patience
        )
        response = await self._client.send(request, stream=True, follow_redirects=False)
        try:
            return response.status_code, await _bounded(response)
        finally:
            await response.aclose()


async def _bounded(response: httpx.Response) -> bytes:
    body = b""
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            raise Unverified(f"Sightengine answered more than {MOST_BYTES} bytes")
    return body


def _nudity(status: int, body: bytes) -> dict[str, Any]:
    if status >= 500 or status == 429:
        raise Unreachable(f"Sightengine answered {status}")
    try:
        said = msgspec.json.decode(body, type=_Said)
    except msgspec.DecodeError:
        raise Unverified(f"Sightengine answered {status}, and nothing that can be read") from None
    if status != 200 or said.status != "success":
        raise Unverified(f"Sightengine answered {status}, {said.error.type!r} {said.error.code}")
    return said.nudity
