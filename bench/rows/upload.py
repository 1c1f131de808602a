"""From the upload of a 12-megapixel JPEG until the answer with its displayable rendition."""

from __future__ import annotations

import asyncio
import sys
import time

import asyncpg
import pyvips  # type: ignore[import-untyped]  # it ships no types

from bench.measured import Row, slower
from bench.member import Member
from bench.stage import ROOT, Server

_MEMBERS = 2
_EACH = 5  # a member may upload six times a minute, and the first is a warm-up


async def measure(server: Server) -> Row:
    """pyvips alone, making the same rendition, then an upload over HTTP, in turns."""
    photo = await asyncio.to_thread(photo_of_twelve_megapixels)
    floors, ours = [], []
    connection = await asyncpg.connect(server.dsn)
    for _ in range(_MEMBERS):
        member = await Member.sign_up(server)
        for turn in range(1 + _EACH):
            while await connection.fetchval("SELECT count(*) FROM media WHERE state = 'prepared'"):
                await asyncio.sleep(0.02)  # the worker still makes the other renditions of the last photo
            started = time.perf_counter()
            await asyncio.to_thread(_bare, photo)
            between = time.perf_counter()
            answer = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
            ended = time.perf_counter()
            assert answer.status_code == 201, answer.text
            if turn:
                floors.append(between - started)
                ours.append(ended - between)
    await connection.close()
    return slower(
        "12-megapixel JPEG → displayable 1080 answered",
        "bare pyvips making that",
        floors,
        ours,
        at_most=1.5,
        decimals=0,
    )


def _bare(photo: bytes) -> bytes:
    small = pyvips.Image.thumbnail_buffer(photo, 1080, size="down", export_profile="srgb")
    return bytes(small.jpegsave_buffer(Q=90, keep="none"))


def photo_of_twelve_megapixels() -> bytes:
    """A photo as a camera makes it, made by the tests' function."""
    sys.path.append(str(ROOT / "server" / "tests"))
    from photographs import jpeg

    return jpeg()
