"""A client of Sightengine: one URL, no redirects, bounded responses, one time budget.

The credentials leave this process only in the body of a request: never in a URL, a log or an error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec

from inflow.media.pipeline.moderation import TIMEOUT_SECONDS
from inflow.screening.circuit_breaker import CircuitBreaker, Unreachable
from inflow.screening.mapping import Model
from inflow.screening.rules import ClassificationFailed

URL = "https://api.sightengine.com/1.0/check.json"
MODEL: Model = "nudity-2.1"
BUDGET_SECONDS = TIMEOUT_SECONDS - 1
"""Seconds for a photograph, the second attempt included; less than the time-out of a content check."""
CONNECT_SECONDS = 3.0
MOST_BYTES = 65_536

_OVERLOADED = frozenset({502, 503, 504})


class _Error(msgspec.Struct, frozen=True):
    type: str = ""
    code: int | str = 0


class _Response(msgspec.Struct, frozen=True):
    status: str
    nudity: dict[str, Any] = {}
    error: _Error = _Error()


class Sightengine:
    """The classifier of the hosted service.

    Args:
        user: The operator's ``api_user``.
        secret: Its ``api_secret``.
        client: Must not follow redirects; the caller closes it.
        breaker: Stops requests to a service that does not answer.
        url: The URL of the service.
        budget: Seconds for a photograph.
    """

    model = MODEL

    def __init__(
        self,
        user: str,
        secret: str,
        client: httpx.AsyncClient,
        *,
        breaker: CircuitBreaker | None = None,
        url: str = URL,
        budget: float = BUDGET_SECONDS,
    ) -> None:
        self._form = {"models": MODEL, "api_user": user, "api_secret": secret}
        self._client = client
        self._breaker = breaker or CircuitBreaker()
        self._url = url
        self._budget = budget

    async def classify(self, jpeg: bytes) -> Mapping[str, object]:
        """The fields of its ``nudity``.

        Raises:
            ClassificationFailed: No response in time, an error, or an unexpected response.
        """
        with self._breaker.attempt():
            try:
                async with asyncio.timeout(self._budget):
                    status, body = await self._post_with_retry(jpeg)
            except TimeoutError:
                raise Unreachable("Sightengine did not answer in time") from None
            return _nudity(status, body)

    async def _post_with_retry(self, jpeg: bytes) -> tuple[int, bytes]:
        """Status and body. A service that restarts behind its load balancer gets a second request."""
        try:
            status, body = await self._post(jpeg)
            if status not in _OVERLOADED:
                return status, body
        except (httpx.ConnectError, httpx.ConnectTimeout):
            pass
        except (httpx.HTTPError, OSError) as error:
            raise Unreachable(f"Sightengine does not answer: {type(error).__name__}") from None
        try:
            return await self._post(jpeg)
        except (httpx.HTTPError, OSError) as error:
            raise Unreachable(f"Sightengine does not answer: {type(error).__name__}") from None

    async def _post(self, jpeg: bytes) -> tuple[int, bytes]:
        files = {"media": ("photo.jpg", jpeg, "image/jpeg")}
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        timeout = httpx.Timeout(self._budget, connect=CONNECT_SECONDS)
        request = self._client.build_request(
            "POST", self._url, data=self._form, files=files, headers=headers, timeout=timeout
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
            raise ClassificationFailed(f"Sightengine answered more than {MOST_BYTES} bytes")
    return body


def _nudity(status: int, body: bytes) -> dict[str, Any]:
    if status >= 500 or status == 429:
        raise Unreachable(f"Sightengine answered {status}")
    try:
        response = msgspec.json.decode(body, type=_Response)
    except msgspec.DecodeError:
        raise ClassificationFailed(f"Sightengine answered {status}, and nothing that can be read") from None
    if status != 200 or response.status != "success":
        raise ClassificationFailed(f"Sightengine answered {status}, {response.error.type!r} {response.error.code}")
    return response.nudity
