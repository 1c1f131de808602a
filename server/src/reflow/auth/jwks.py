"""Fetches the documents that an issuer publishes, its discovery document and its keys, without trusting the issuer.

Every answer is limited: 64 KiB, three seconds for all of it, no redirects, no compression, and https, except for an
issuer on this machine. An issuer may publish its endpoints on other hosts, but never by a weaker scheme than its own.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from reflow.extras import missing_extra

try:
    import httpx
except ModuleNotFoundError as error:
    raise missing_extra("auth", error) from error
import msgspec

MOST_BYTES = 65_536
PATIENCE = 3.0
DOCUMENT_FRESH_FOR = 600.0
ASK_AGAIN_AFTER = 5.0


class Unusable(Exception):
    """The issuer did not answer, or answered wrongly; the text tells the operator what was wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer within the limits.

    Attributes:
        status: The HTTP status; never a redirect.
        content: The JSON object in it.
    """

    status: int
    content: dict[str, Any]


@cache
def certificate_authorities() -> ssl.SSLContext:
    """OpenSSL's certificate authorities, as they were at the first call. Loading them takes some 50 ms."""
    return ssl.create_default_context()


def new_client() -> httpx.AsyncClient:
    """A client that follows no redirects and uses no proxy. It trusts OpenSSL's certificate authorities."""
    return httpx.AsyncClient(
        follow_redirects=False, trust_env=False, timeout=PATIENCE, verify=certificate_authorities()
    )


def require_safe(url: object, *, near: str | None = None) -> str:
    """The address, if tokens and secrets may be sent there.

    Args:
        url: The address to check.
        near: The issuer that published the address. Only an issuer on this machine may publish one with http.

    Raises:
        Unusable: It is no address, or an http address on another machine, or it contains a user or a fragment.
    """
    parts = urlsplit(url) if isinstance(url, str) and url.isascii() else urlsplit("")
    http_allowed = near is None or urlsplit(near).scheme == "http"
    secure = parts.scheme == "https" or (parts.scheme == "http" and http_allowed and _is_here(parts.hostname))
    if not isinstance(url, str) or not secure or not parts.hostname or "@" in parts.netloc or parts.fragment:
        raise Unusable(f"{url!r} is not an https address")
    return url


async def ask(
    client: httpx.AsyncClient,
    url: str,
    *,
    form: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Request a JSON object: by GET, or by POST if there is a form.

    Raises:
        Unusable: No answer, a late one, a redirect, a large one, or one that is no JSON object.
    """
    given = {"Accept": "application/json", "Accept-Encoding": "identity", **(headers or {})}
    request = client.build_request("POST" if form is not None else "GET", url, data=form, headers=given)
    try:
        async with asyncio.timeout(PATIENCE):
            response = await client.send(request, stream=True)
            try:
                return Answer(response.status_code, await _content(response))
            finally:
                await response.aclose()
    except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise Unusable(f"{url} does not answer: {type(error).__name__}") from None


class Published:
    """The published endpoints and keys of an issuer.

    Args:
        issuer: Its name, which is also the address of its discovery document.
        client: See :func:`new_client`; the caller closes it.
        clock: The time now, in seconds since the epoch.
    """

    def __init__(self, issuer: str, client: httpx.AsyncClient, *, clock: Callable[[], float] = time.time) -> None:
        self._issuer = require_safe(issuer)
        self._client = client
        self._clock = clock
        self._document: dict[str, Any] = {}
        self._fetched_at = float("-inf")
        self._failed_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def document(self) -> Mapping[str, Any]:
        """The discovery document, at most ten minutes old.

        Raises:
            Unusable: It cannot be fetched, or is another issuer's.
        """
        async with self._fetching:
            if self._clock() - self._fetched_at > DOCUMENT_FRESH_FOR:
                await self._renew()
            return self._document

    async def endpoint(self, name: str) -> str:
        """An address from the document.

        Raises:
            Unusable: The document cannot be fetched, or has no such address, or one that is not safe.
        """
        return require_safe((await self.document()).get(name), near=self._issuer)

    async def keys(self) -> dict[str, Any]:
        """Its JSON Web Key Set, as it is now.

        Raises:
            Unusable: It cannot be fetched.
        """
        answer = await ask(self._client, await self.endpoint("jwks_uri"))
        if answer.status != 200 or not isinstance(answer.content.get("keys"), list):
            raise Unusable(f"{self._issuer} publishes no keys")
        return answer.content

    async def _renew(self) -> None:
        # While an issuer does not answer, visitors who press its button must not wait for each other's three seconds.
        if self._clock() - self._failed_at < ASK_AGAIN_AFTER:
            raise Unusable(f"{self._issuer} did not answer a moment ago")
        try:
            self._document = await self._fetch(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration")
        except Unusable:
            self._failed_at = self._clock()
            raise
        self._fetched_at = self._clock()

    async def _fetch(self, url: str) -> dict[str, Any]:
        answer = await ask(self._client, url)
        if answer.status != 200 or answer.content.get("issuer") != self._issuer:
            raise Unusable(f"{url} is not the discovery document of {self._issuer}")
        return answer.content


async def _content(response: httpx.Response) -> dict[str, Any]:
    if response.is_redirect or response.headers.get("content-encoding", "identity") != "identity":
        raise Unusable(f"{response.url} answers with a redirect or compressed")
    raw = bytearray()
    async for chunk in response.aiter_raw():
        raw += chunk
        if len(raw) > MOST_BYTES:
            raise Unusable(f"{response.url} answers with more than {MOST_BYTES} bytes")
    try:
        return msgspec.json.decode(bytes(raw), type=dict[str, Any])
    except (ValueError, RecursionError):
        raise Unusable(f"{response.url} does not answer with a JSON object") from None


def _is_here(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False
