"""From the request to crop a 12-megapixel JPEG until the answer with its canvas and its sharp rendition."""

from __future__ import annotations

import asyncio
import time

import asyncpg
import pyvips  # type: ignore[import-untyped]  # it ships no types

from bench.measured import Row, slower
from bench.member import Member
from bench.rows.upload import photo_of_twelve_megapixels
from bench.stage import Server

_TIMES = 10  # a member may crop twelve times a minute, and the first is a warm-up
_CUT = {"ratio": "landscape", "crop": {"x": 0.05, "y": 0.15, "width": 0.9, "height": 0.675}, "rotation": 0}


async def measure(server: Server) -> Row:
    """pyvips alone, making both renditions of that crop, then a crop over HTTP, in turns."""
    photo = await asyncio.to_thread(photo_of_twelve_megapixels)
    member = await Member.sign_up(server)
    uploaded = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
    path = f"/api/media/{uploaded.json()['mediaId']}/cuts"
    floors, ours = [], []
    connection = await asyncpg.connect(server.dsn)
    for turn in range(1 + _TIMES):
        while await connection.fetchval("SELECT count(*) FROM media WHERE state = 'prepared'"):
            await asyncio.sleep(0.02)  # the worker still makes the other renditions of the last crop
        started = time.perf_counter()
        await asyncio.to_thread(_bare, photo)
        between = time.perf_counter()
        answer = await member.http.post(path, json=_CUT)
        ended = time.perf_counter()
        assert answer.status_code == 201, answer.text
        if turn:
            floors.append(between - started)
            ours.append(ended - between)
    await connection.close()
    return slower(
        "a cut of a 12-megapixel JPEG → its canvas and 1080 answered",
        "bare pyvips making those",
        floors,
        ours,
        at_most=1.5,
        decimals=0,
    )


def _bare(photo: bytes) -> tuple[bytes, bytes]:
    whole = pyvips.Image.thumbnail_buffer(photo, 1200, size="down", export_profile="srgb")
    sharp = whole.crop(60, 135, 1080, 607).copy_memory()
    canvas = sharp.thumbnail_image(350, height=350, crop="centre")
    return tuple(bytes(image.jpegsave_buffer(Q=90, keep="none")) for image in (sharp, canvas))
