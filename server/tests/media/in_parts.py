"""Uploads in parts, as a tus client makes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager

import httpx
import pytest

import photographs
from inflow.media.http import requests
from media.conftest import Gallery

PATH = "/api/media/resumable-uploads"
PHOTO = photographs.plain((10, 120, 40))
HALF = len(PHOTO) // 2
BYTES = "application/offset+octet-stream"
Content = bytes | AsyncIterable[bytes]
TUS = {"Tus-Resumable": "1.0.0"}
NO_PHOTO = b"Once upon a time there was a member who uploaded a fairy tale instead of a foto."


async def begin(client: httpx.AsyncClient, size: int = len(PHOTO), *, by: str = "alice") -> str:
    """Where the bytes go."""
    answer = await client.post(PATH, headers={**TUS, "Upload-Length": str(size), "X-Member": by})
    assert answer.status_code == 201, answer.text
    return str(answer.headers["location"])


async def send(
    client: httpx.AsyncClient,
    url: str,
    content: Content,
    at: int,
    *,
    by: str = "alice",
    **more: str,
) -> httpx.Response:
    headers = {**TUS, "Content-Type": BYTES, "Upload-Offset": str(at), "X-Member": by, **more}
    return await client.patch(url, content=content, headers=headers)


async def offset(client: httpx.AsyncClient, url: str) -> int:
    answer = await client.head(url, headers={**TUS, "X-Member": "alice"})
    assert answer.status_code == 200
    return int(answer.headers["upload-offset"])


async def finish(client: httpx.AsyncClient, url: str, *, by: str = "alice") -> httpx.Response:
    return await client.post(f"{url}/finish", headers={"X-Member": by})


async def sent(gallery: Gallery, photo: bytes = PHOTO, *, by: str = "alice") -> str:
    """Where all bytes of a photo have gone."""
    url = await begin(gallery.client, len(photo), by=by)
    assert (await send(gallery.client, url, photo, 0, by=by)).status_code == 204
    return url


async def rows(gallery: Gallery) -> int:
    async with gallery.pipeline.database.connection() as connection:
        return int(await connection.raw.fetchval("SELECT count(*) FROM uploads"))


def parts(gallery: Gallery) -> list[str]:
    return [key for key in gallery.stored() if key.startswith("uploads/")]


class Cut:
    """A body that breaks off: these bytes come, and then nothing more, until the line is closed."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.has_come, self.is_closed = asyncio.Event(), asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._content
        self.has_come.set()
        await self.is_closed.wait()


@contextmanager
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that gives up at once when nothing more comes."""
    with monkeypatch.context() as patched:
        patched.setattr(requests, "IDLE_TIMEOUT", 0.05)
        yield
