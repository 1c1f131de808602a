"""A media pipeline that tests upload to: real PostgreSQL, a real folder, real workers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement
from starlette.applications import Starlette
from starlette.requests import Request
from tests.stored_files import stored_files

from inflow.media.http.requests import MediaAccess
from inflow.media.http.routes import media_routes
from inflow.media.pipeline.appends import Appends
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.pipeline import Admit, MediaPipeline, admit_all
from inflow.media.pipeline.reviews import RefusedPhoto
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.media.storage.references import MediaReferences
from inflow.media.storage.store import MediaStore
from inflow.media.tables import media, refusals, uploads
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.pool import WorkerLimits
from inflow.media.worker.worker_seconds import WorkerSeconds
from reflow.errors import AppError
from reflow.postgres.database import Connection, Database

WHOLE = {"x": 0, "y": 0, "width": 1, "height": 1}

_shelf = sa.Table("shelf", sa.MetaData(), sa.Column("media_id", sa.Text, primary_key=True))
_POSTGRES = dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's dialects have no types


def on_the_shelf(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """A condition that is true while a row refers to the medium, as a post does."""
    return sa.exists(sa.select(_shelf.c.media_id).where(_shelf.c.media_id == media_id))


@pytest.fixture(scope="session")
async def database(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Database]:
    database = Database(await new_database())
    async with database.connection() as connection:
        made: list[DDLElement] = [
            CreateTable(media),
            CreateTable(refusals),
            CreateTable(uploads),
            CreateTable(_shelf),
            *(CreateIndex(index) for index in media.indexes),
        ]
        for each in made:
            await connection.raw.execute(str(each.compile(dialect=_POSTGRES)))
    yield database
    await database.close()


@pytest.fixture(scope="session")
async def workers() -> AsyncIterator[ImageWorkers]:
    plenty = WorkerSeconds(per_minute=1e9, per_hour=1e9)
    async with ImageWorkers(WorkerLimits(queue=8), seconds=plenty) as pool:
        yield pool


@dataclass
class Gallery:
    """The media routes as one member's browser sees them, and the database and folder behind them."""

    pipeline: MediaPipeline
    folder: Path
    access: MediaAccess
    app: Starlette
    client: httpx.AsyncClient
    verdict: ModerationResult | Exception = field(default_factory=lambda: ModerationResult(allowed=True))
    screened: list[bytes] = field(default_factory=list)
    scheduled: list[str] = field(default_factory=list)
    replaced: list[tuple[str, list[str]]] = field(default_factory=list)
    asked: list[tuple[str, RefusedPhoto]] = field(default_factory=list)
    scheduling_fails: bool = False
    admit: Admit = admit_all

    @asynccontextmanager
    async def another_machine(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client of another process with the same database and store."""
        store = MediaStore.at(None, self.folder)
        elsewhere = replace(self.pipeline, store=store, appends=Appends(), upload_rate=UploadRateLimit())
        app = Starlette(routes=media_routes(replace(self.access, pipeline=elsewhere)))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as client:
            yield client

    async def moderate(self, jpeg: bytes) -> ModerationResult:
        self.screened.append(jpeg)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict

    async def ask_for_review(self, owner_id: str, photo: RefusedPhoto) -> None:
        self.asked.append((owner_id, photo))

    async def upload(self, content: bytes, *, by: str = "alice", type: str = "image/jpeg") -> httpx.Response:  # noqa: A002
        headers = {"Content-Type": type, "X-Member": by}
        return await self.client.post("/api/media/uploads", content=content, headers=headers)

    async def cut(self, media_id: str, *, by: str = "alice", **wanted: Any) -> httpx.Response:
        """Crop a photograph; without other values, to all of it."""
        given = {"ratio": "horizontal", "crop": WHOLE, "rotation": 0, **wanted}
        return await self.client.post(f"/api/media/{media_id}/cuts", json=given, headers={"X-Member": by})

    async def put_on_shelf(self, media_id: str) -> None:
        """Add a row that refers to the medium, as a post does."""
        async with self.pipeline.database.connection() as connection:
            await connection.raw.execute("INSERT INTO shelf (media_id) VALUES ($1)", media_id)

    async def discard_what_was_replaced(self) -> None:
        """Do the jobs that newer crops scheduled."""
        while self.replaced:
            await self.pipeline.store.discard(*self.replaced.pop())

    async def see(self, url: str, *, by: str = "alice", **headers: str) -> httpx.Response:
        return await self.client.get(url, headers={"X-Member": by, **headers})

    def stored(self) -> list[str]:
        """Every file of the store, by its key."""
        return sorted(str(file.relative_to(self.folder)) for file in stored_files(self.folder))

    async def rows(self) -> list[Any]:
        async with self.pipeline.database.connection() as connection:
            return list(await connection.raw.fetch("SELECT * FROM media ORDER BY created_at"))

    async def refusals(self) -> list[Any]:
        """The rows about uploads that the content check refused."""
        async with self.pipeline.database.connection() as connection:
            return list(await connection.raw.fetch("SELECT * FROM refusals ORDER BY refused_at"))


@pytest.fixture
async def gallery(database: Database, workers: ImageWorkers, tmp_path: Path) -> AsyncIterator[Gallery]:
    async with database.connection() as connection:
        await connection.raw.execute("TRUNCATE media, refusals, uploads, shelf")
    (tmp_path / "incoming").mkdir()
    rates = {
        name: UploadRateLimit(per_minute=10_000, per_hour=10_000)
        for name in ("upload_rate", "cut_rate", "resumable_rate")
    }
    async for made in _gallery(database, workers, tmp_path, **rates):
        yield made


async def _gallery(
    database: Database, workers: ImageWorkers, home: Path, **rates: UploadRateLimit
) -> AsyncIterator[Gallery]:
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

    async def admit(connection: Connection, owner_id: str) -> None:
        await made.admit(connection, owner_id)

    async def schedule(_connection: object, media_id: str) -> None:
        if made.scheduling_fails:
            raise ConnectionError("The queue is gone")
        made.scheduled.append(media_id)

    async def schedule_discard(_connection: object, media_id: str, names: list[str]) -> None:
        made.replaced.append((media_id, names))

    async def moderate(jpeg: bytes) -> ModerationResult:
        return await made.moderate(jpeg)

    pipeline = MediaPipeline(
        database=database,
        store=MediaStore.at(None, home / "media"),
        workers=workers,
        moderator=moderate,
        admit=admit,
        schedule=schedule,
        schedule_discard=schedule_discard,
        references=MediaReferences(on_the_shelf),
        **rates,
        folder=home / "incoming",
    )
    access = MediaAccess(
        pipeline=pipeline,
        caller=caller,
        may_see=may_see,
        require_same_site=require_same_site,
        ask_for_review=lambda owner_id, photo: made.ask_for_review(owner_id, photo),  # noqa: PLW0108 - made is bound below
    )
    app = Starlette(routes=media_routes(access))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        made = Gallery(pipeline=pipeline, folder=home / "media", access=access, app=app, client=client)
        yield made
    assert list((home / "incoming").iterdir()) == [], "a body was left behind"


@pytest.fixture
async def patient_gallery(database: Database, workers: ImageWorkers, tmp_path: Path) -> AsyncIterator[Gallery]:
    """A gallery with the real rate limits."""
    (tmp_path / "incoming").mkdir()
    async for made in _gallery(database, workers, tmp_path):
        yield made
