"""Six members upload small photos while two upload images that are slow to decode: how much longer do the six wait?"""

from __future__ import annotations

import asyncio
import sys
import time

import asyncpg

from bench.measured import Row, slower
from bench.member import Member
from bench.stage import ROOT, Server

_SENDING_SLOW = 2
_OTHERS = 6
_EACH = 3  # for each of two phases: a member may upload six times a minute
_UNFINISHED = "SELECT EXISTS (SELECT FROM media WHERE state = 'prepared')"


async def measure(server: Server) -> Row:
    """The six alone, then the same six while the two keep sending."""
    small, slow = await asyncio.to_thread(_images)
    others = [await Member.sign_up(server) for _ in range(_OTHERS)]
    slowing = [await Member.sign_up(server) for _ in range(_SENDING_SLOW)]
    await _upload(slowing[0], small)
    quiet = await _taken(others, small)
    await _finished(server)
    attack = [asyncio.create_task(_keep_sending(member, slow)) for member in slowing]
    await asyncio.sleep(0.5)
    beside = await _taken(others, small)
    for sending in attack:
        sending.cancel()
    await asyncio.gather(*attack, return_exceptions=True)
    return slower(
        f"a small photo uploaded, while {_SENDING_SLOW} members send JPEGs of 50 megapixels in 25 scans",
        "the same while they do not",
        quiet,
        beside,
        at_most=2.0,
        decimals=0,
    )


async def _taken(members: list[Member], photo: bytes) -> list[float]:
    """How long each member's uploads took, one member after the other."""
    return [await _upload(member, photo) for _ in range(_EACH) for member in members]


async def _upload(member: Member, photo: bytes) -> float:
    started = time.perf_counter()
    answer = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
    assert answer.status_code == 201, answer.text
    return time.perf_counter() - started


async def _keep_sending(member: Member, photo: bytes) -> None:
    while True:
        await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"}, timeout=60)
        await asyncio.sleep(0.1)


async def _finished(server: Server) -> None:
    connection = await asyncpg.connect(server.dsn)
    while await connection.fetchval(_UNFINISHED):
        await asyncio.sleep(0.05)
    await connection.close()


def _images() -> tuple[bytes, bytes]:
    sys.path.append(str(ROOT / "server" / "tests"))
    from photographs import jpeg, with_many_scans

    return jpeg(1200, 900), with_many_scans(25, 12_000, 4160)
