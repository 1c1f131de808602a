"""The operator's caches of fotos between browsers and Inflow. They keep bytes, and ask Inflow who may see them."""

from __future__ import annotations

from collections.abc import Sequence

import httpx
import structlog

from inflow.media.views import media_url

PURGE_SECONDS = 10.0
_GONE = frozenset({200, 204, 404, 410, 412})
"""Answers after which a cache has no such file. nginx's module answers 412 for one that it never had."""

_log = structlog.get_logger(__name__)


class NotPurged(Exception):
    """A cache did not answer, or refused. The job is retried."""


class SharedCaches:
    """The caches that forget a foto when its files are deleted.

    Args:
        addresses: Of each cache, as ``http://host:port``; Inflow sends them ``PURGE`` requests.
        client: Must not follow redirects; the caller closes it. Unused without addresses.
    """

    def __init__(self, addresses: Sequence[str] = (), client: httpx.AsyncClient | None = None) -> None:
        self._addresses = addresses
        self._client = client

    def __bool__(self) -> bool:
        return bool(self._addresses)

    async def purge(self, media_id: str, names: Sequence[str]) -> None:
        """Have every cache forget these files. Idempotent.

        Raises:
            NotPurged: At least one cache may still have one. All others were asked.
        """
        failed = [address for address in self._addresses if not await self._purge_one(address, media_id, names)]
        if failed:
            raise NotPurged(", ".join(failed))

    async def _purge_one(self, address: str, media_id: str, names: Sequence[str]) -> bool:
        assert self._client is not None, "Caches need a client"
        try:
            for name in names:
                answer = await self._client.request("PURGE", f"{address}{media_url(media_id, name)}")
                if answer.status_code not in _GONE:
                    _log.error("a cache refused to forget a foto", cache=address, status=answer.status_code)
                    return False
        except httpx.HTTPError as failure:
            _log.error("a cache could not be told to forget a foto", cache=address, reason=repr(failure))
            return False
        return True


def purging_client() -> httpx.AsyncClient:
    """A client for caches in the operator's own network: it obeys no proxy settings and follows no redirects."""
    return httpx.AsyncClient(timeout=PURGE_SECONDS, trust_env=False, follow_redirects=False)
