"""A studio to upload to: real PostgreSQL, a real folder, real workers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement
from starlette.applications import Starlette
from starlette.requests import Request

from inflow.media.http import Door, media_routes
from inflow.media.pace import Pace
from inflow.media.store import MediaStore
from inflow.media.tables import media
from inflow.media.uploads import Studio
from inflow.media.verdict import Verdict
from inflow.media.workers import Limits, Workers
from reflow.errors import AppError
from reflow.store import Database

_POSTGRES = dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives its dialects no types


@pytest.fixture(scope="session")
async def database(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Database]:
    database = Database(await new_database())
    async with database.connection() as connection:
        made: list[DDLElement] = [CreateTable(media), *(CreateIndex(index) for index in media.indexes)]
        for each in made:
            await connection.raw.execute(str(each.compile(dialect=_POSTGRES)))
    yield database
    await database.close()


@pytest.fixture(scope="session")
async def workers() -> AsyncIterator[Workers]:
    async with Workers(Limits(queue=8)) as pool:
        yield pool


@dataclass
class Gallery:
    """The door as one member's browser sees it, and what lies behind it."""

    studio: Studio
    folder: Path
    client: httpx.AsyncClient
    verdict: Verdict | Exception = field(default_factory=lambda: Verdict(allowed=True))
    screened: list[bytes] = field(default_factory=list)
    scheduled: list[str] = field(default_factory=list)
    scheduling_fails: bool = False

    async def screen(self, jpeg: bytes) -> Verdict:
        self.screened.append(jpeg)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict

    async def upload(self, content: bytes, *, by: str = "alice", type: str = "image/jpeg") -> httpx.Response:  # noqa: A002
        headers = {"Content-Type": type, "X-Member": by}
        return await self.client.post("/api/media/uploads", content=content, headers=headers)

    async def see(self, url: str, *, by: str = "alice", **headers: str) -> httpx.Response:
        return await self.client.get(url, headers={"X-Member": by, **headers})

    def stored(self) -> list[str]:
        """Every file of the store, by its key."""
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*") if file.is_file())

    async def rows(self) -> list[Any]:
        async with self.studio.database.connection() as connection:
            return list(await connection.raw.fetch("SELECT * FROM media ORDER BY created_at"))


@pytest.fixture
async def gallery(database: Database, workers: Workers, tmp_path: Path) -> AsyncIterator[Gallery]:
    async with database.connection() as connection:
        await connection.raw.execute("DELETE FROM media")
    (tmp_path / "incoming").mkdir()
    async for made in _gallery(database, workers, tmp_path, Pace(per_minute=10_000, per_hour=10_000)):
        yield made


async def _gallery(database: Database, workers: Workers, home: Path, pace: Pace) -> AsyncIterator[Gallery]:
    async def caller(request: Request) -> str | None:
        return request.headers.get("x-member") or None

    async def may_see(viewer: str, media_id: str) -> bool:
        async with database.connection() as connection:
            return bool(
                await connection.raw.fetchval(
                    "SELECT EXISTS (SELECT FROM media WHERE id = $1 AND owner_id = $2)", media_id, viewer
                )
            )

    def require_same_site(request: Request) -> None:
        if request.headers.get("sec-fetch-site") == "cross-site":
            raise AppError("forbidden", "Not from here")

    async def schedule(_connection: object, media_id: str) -> None:
        if made.scheduling_fails:
            raise ConnectionError("The queue is gone")
        made.scheduled.append(media_id)

    async def screen(jpeg: bytes) -> Verdict:
        return await made.screen(jpeg)

    studio = Studio(
        database=database,
        store=MediaStore.at(None, home / "media"),
        workers=workers,
        screen=screen,
        schedule=schedule,
        folder=home / "incoming",
    )
    door = Door(studio=studio, caller=caller, may_see=may_see, require_same_site=require_same_site, pace=pace)
    app = Starlette(routes=media_routes(door))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        made = Gallery(studio=studio, folder=home / "media", client=client)
        yield made
    assert list((home / "incoming").iterdir()) == [], "a body was left behind"


@pytest.fixture
async def patient_gallery(database: Database, workers: Workers, tmp_path: Path) -> AsyncIterator[Gallery]:
    """With the real pace of uploads."""
    (tmp_path / "incoming").mkdir()
    async for made in _gallery(database, workers, tmp_path, Pace()):
        yield made
