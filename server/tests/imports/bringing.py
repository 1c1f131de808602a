"""Archives that members bring along, and the jobs of a server that a test runs, and kills, when it wants to."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tests.drafts.scheduled_work import Killed, killed_before
from tests.members import Member
from tests.photographs import plain

from inflow.core.ids import new_id
from inflow.imports.jobs import ImportJobs
from inflow.imports.mutations import JOB, start
from inflow.imports.progress import begin_import
from inflow.imports.queries import get_import, get_problems
from inflow.imports.reading.reader import ReadingLimits
from inflow.imports.rules import ImportId
from inflow.imports.views import Import
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.posts.rules import PostType
from reflow.contrib.jobs import withdraw

SEGMENT = 50_000
_POSTS = """
    SELECT p.id, p.caption, p.created_at, p.post_type, p.archived_from, p.nook_type, p.alt_text, p.ratio, p.foto_count,
        p.filter, p.edited_at FROM posts p WHERE p.author_id = $1 ORDER BY p.created_at, p.id
"""


class Work:
    """The jobs of a server that brings archives."""

    def __init__(self, pipeline: MediaPipeline, dependencies: Any) -> None:
        self.pipeline = pipeline
        self.reading = ReadingLimits()
        self.new_posts = UploadRateLimit(per_minute=1_000, per_hour=1_000)
        self._dependencies = dependencies
        self.jobs = self._begun()

    def _begun(self) -> ImportJobs:
        return ImportJobs(
            self.pipeline, self._dependencies, reading=self.reading, new_posts=self.new_posts, items_at_a_time=5
        )

    def allows(self, **limits: Any) -> None:
        """Have a process that reads with other limits."""
        self.reading = ReadingLimits(**limits)
        self.jobs = self._begun()

    def allows_new_posts(self, most: int) -> None:
        """Have a process that brings so many posts of the last day in an hour."""
        self.new_posts = UploadRateLimit(per_minute=most, per_hour=most)
        self.jobs = self._begun()

    async def uploads(self, member: Member, archive: bytes, name: str = "archive.zip") -> ImportId:
        """Store an archive in segments, as an upload does, and have it read later."""
        import_id = ImportId(new_id())
        for number, at in enumerate(range(0, len(archive), SEGMENT)):
            name, content = f"{number:06}", archive[at : at + SEGMENT]
            encrypted = self.pipeline.import_segments.stream(import_id, name).update(content)
            await self.pipeline.store.put_import_segment(import_id, name, encrypted)
        async with self.pipeline.database.transaction() as connection:
            await begin_import(connection, member.user_id, import_id=import_id, file_name=name, byte_size=len(archive))
        return import_id

    async def reads(self, member: Member, archive: bytes) -> ImportId:
        """Upload an archive and read it."""
        import_id = await self.uploads(member, archive)
        await self.jobs.go_on(import_id)
        await member.world.settle()
        return import_id

    async def brings(self, member: Member, archive: bytes, post_type: PostType = "sphere") -> Import:
        """Bring a whole archive along."""
        import_id = await self.reads(member, archive)
        if (await shown_to(member)).state == "ready":
            await member.do(start, import_id=import_id, post_type=post_type)
            await self.finishes(member, import_id)
        return await shown_to(member)

    async def finishes(self, member: Member, import_id: ImportId) -> None:
        """Run jobs until the import waits or is over."""
        for _ in range(500):
            await self.jobs.go_on(import_id)
            shown = await shown_to(member)
            if shown.state != "working" or shown.failure is not None:
                break
        else:
            raise AssertionError("It is not finished after 500 jobs")
        async with self.pipeline.database.connection() as connection:
            await withdraw(connection, JOB, "import_id", [import_id])
        await member.world.settle()

    async def is_killed_at(self, step: int, import_id: ImportId) -> bool:
        """Run a job in a process that ends before this statement; whether it came so far. Another process begins."""
        killed = True
        with suppress(Killed), killed_before(step):
            await self.jobs.go_on(import_id)
            killed = False
        self.jobs = self._begun()
        return killed


async def shown_to(member: Member) -> Import:
    shown = await member.see(get_import)
    assert shown is not None
    return shown


async def problems_of(member: Member) -> list[tuple[str, str, bool]]:
    shown = await shown_to(member)
    return [(each.name, each.why, each.is_lost) for each in await member.see(get_problems, import_id=shown.id)]


async def posts_of(member: Member) -> list[Any]:
    """The rows of a member's posts, the oldest first."""
    async with member.world.database.connection() as connection:
        return await connection.text(_POSTS, member.user_id)


def photo(number: int, *, width: int = 60, height: int = 40) -> bytes:
    """A tiny photo, another one for each number."""
    return plain((number % 250, number // 250 * 40 % 250, 90), width=width, height=height)


def zipped(files: Mapping[str, bytes | str | list[Any] | dict[str, Any]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP of these files; lists and objects are written as JSON."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content if isinstance(content, (bytes, str)) else json.dumps(content))
    return out.getvalue()


def inflow_post(number: int, **changed: Any) -> dict[str, Any]:
    """An entry of posts.json."""
    foto = {
        "file": f"photos/{number}.jpeg",
        "altText": f"Foto {number}",
        "ratio": "landscape",
        **changed.pop("foto", {}),
    }
    return {
        "id": f"post{number}",
        "createdAt": f"2020-01-{number % 28 + 1:02}T{number // 28 % 24:02}:{number // 672 % 60:02}:00.000Z",
        "editedAt": None,
        "caption": f"Tide {number}",
        "nook": "scenic",
        "audience": "sphere",
        "isArchived": False,
        "withheld": None,
        "isVideo": False,
        "fotos": [foto],
        **changed,
    }


def inflow_archive(posts: list[dict[str, Any]], **more: Any) -> bytes:
    """An archive of Inflow with these posts and a photo for each."""
    names = [foto["file"] for post in posts for foto in post["fotos"]]
    about = {"format": "inflow-archive", "version": 1, "member": more.pop("member", {})}
    photos = {name: photo(number) for number, name in enumerate(dict.fromkeys(names))}
    return zipped({"archive.json": about, "posts.json": posts, **photos, **more})
