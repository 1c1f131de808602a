"""The routes of archives, beside those of media: real PostgreSQL, a real folder."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import pytest
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.schema import CreateIndex, CreateTable
from starlette.applications import Starlette

from inflow.imports.tables import import_uploads, imports
from inflow.imports.uploads.routes import PATH, ArchiveAccess, archive_routes
from inflow.media.pipeline.appends import Appends
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.media.storage.store import MediaStore
from inflow.members.tables import users
from media.conftest import Gallery, database, gallery, patient_gallery, workers
from media.in_parts import TUS

__all__ = ["database", "gallery", "patient_gallery", "workers"]

_POSTGRES = dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's dialects have no types
_MEMBER = """
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth)
    VALUES ($1, $1, $1, $1, $1, '2000-01-01')
"""


@dataclass
class Archives:
    """The routes of archives as a member's browser sees them. Alice and Bob are members; Carol is none yet.

    Attributes:
        begun: The imports whose archive is complete.
        begin_fails: Whether the next ones are not begun.
    """

    gallery: Gallery
    client: httpx.AsyncClient
    most_bytes: int = 4 * 1024**3
    begun: list[str] = field(default_factory=list)
    begin_fails: bool = False

    @property
    def access(self) -> ArchiveAccess:
        return ArchiveAccess(media=self.gallery.access, most_bytes=self.most_bytes, begin=self._begin)

    @asynccontextmanager
    async def another_machine(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client of another process with the same database and store."""
        own = self.gallery.access
        store, rate = MediaStore.at(None, self.gallery.folder), UploadRateLimit()
        pipeline = replace(own.pipeline, store=store, appends=Appends(), archive_rate=rate)
        app = Starlette(routes=archive_routes(replace(self.access, media=replace(own, pipeline=pipeline))))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as client:
            yield client

    async def begin(self, size: int, *, by: str = "alice", **said: str) -> str:
        """Where the bytes of an archive go."""
        return await begin(self.client, size, by=by, **said)

    async def unfinished(self, *, by: str = "alice") -> Any:
        """The incomplete archive that the member's pages show."""
        answer = await self.client.get(PATH, headers={"X-Member": by})
        assert answer.status_code == 200
        return answer.json()["upload"]

    async def rows(self) -> list[Any]:
        """All imports, with their uploads."""
        statement = "SELECT * FROM imports LEFT JOIN import_uploads ON import_id = id ORDER BY id"
        async with self.gallery.pipeline.database.connection() as connection:
            return list(await connection.raw.fetch(statement))

    async def run(self, statement: str) -> None:
        """Run SQL on the database."""
        async with self.gallery.pipeline.database.connection() as connection:
            await connection.raw.execute(statement)

    def parts(self) -> list[str]:
        """The stored parts of all archives, by their keys."""
        return [key for key in self.gallery.stored() if key.startswith("imports/")]

    async def _begin(self, _connection: object, import_id: str) -> None:
        if self.begin_fails:
            raise ConnectionError("The queue is gone")
        self.begun.append(import_id)


def headers(size: int, *, by: str = "alice", filename: str = "moving.zip", fingerprint: str = "mark") -> dict[str, str]:
    """Those with which a page begins to send an archive."""
    said = {"filename": filename, "fingerprint": fingerprint}
    encoded = ",".join(f"{key} {b64encode(each.encode()).decode()}" for key, each in said.items())
    return {**TUS, "Upload-Length": str(size), "Upload-Metadata": encoded, "X-Member": by}


async def begin(client: httpx.AsyncClient, size: int, *, by: str = "alice", **said: str) -> str:
    """Where the bytes of an archive go."""
    answer = await client.post(PATH, headers=headers(size, by=by, **said))
    assert answer.status_code == 201, answer.text
    return str(answer.headers["location"])


@pytest.fixture
async def archives(gallery: Gallery) -> AsyncIterator[Archives]:  # the fixture of this name
    async for each in _archives(gallery):
        yield each


@pytest.fixture
async def patient_archives(patient_gallery: Gallery) -> AsyncIterator[Archives]:  # the fixture of this name
    """Archives with the real rate limits."""
    async for each in _archives(patient_gallery):
        yield each


async def _archives(behind: Gallery) -> AsyncIterator[Archives]:
    async with behind.pipeline.database.connection() as connection:
        await connection.raw.execute("DROP TABLE IF EXISTS import_uploads, imports, users")
        for table in (users, imports, import_uploads):
            indexes = [CreateIndex(index) for index in table.indexes]
            for each in (CreateTable(table), *indexes):
                await connection.raw.execute(str(each.compile(dialect=_POSTGRES)))
        for name in ("alice", "bob"):
            await connection.raw.execute(_MEMBER, name)
    app = Starlette()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as client:
        made = Archives(behind, client)
        app.routes.extend(archive_routes(made.access))
        yield made
