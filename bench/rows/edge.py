"""The processor time of a foto: from Inflow itself, from a cache that asks Inflow, and from one that trusts signed
addresses.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import shutil
import sys
from contextlib import AsyncExitStack

import asyncpg
import httpx

from bench.measured import Row
from bench.member import Member
from bench.rows.upload import photo_of_twelve_megapixels
from bench.stage import ROOT, Server, Stage, cpu_of, postgres_cpu

_MEMBERS = 5
_EACH = 5  # a member may upload six times a minute
_ROUNDS = 4
_TURNS = 3
_WIDTH = 640
_UNTIL = 4_000_000_000  # seconds since 1970, for all signed addresses
_SECRET = "tide"
_SIGNED = f"""
    location ~ "^/signed/(?<medium>[a-z2-7]{{26}})/(?<file>[a-z0-9-]{{1,40}}\\.(?:jpg|webp))$" {{
        secure_link $arg_signature,$arg_until;
        secure_link_md5 "$secure_link_expires$medium/$file {_SECRET}";
        if ($secure_link != "1") {{ return 403; }}
        proxy_pass http://inflow/media/$medium/$file;
        proxy_cache fotos;
        proxy_cache_key $medium/$file;
        proxy_cache_valid 200 7d;
    }}
"""
_WAYS = ("Inflow", "a cache that asks", "signed addresses")


async def measure(stage: Stage, **settings: str) -> list[Row]:
    """Members fetch each other's fotos in each way, in turns. The cache has all of them."""
    if shutil.which("nginx") is None:
        return []  # scripts/nginx-packages.sh installs it
    sys.path += [str(ROOT / "server"), str(ROOT / "server" / "tests")]
    from tests.app.edge import Edge  # the server's tests are found only now

    async with stage.server("inflow", INFLOW_SCREENING="off", **settings) as server, AsyncExitStack() as stack:
        edge = Edge(stage.folder / "edge", server.port, more=_SIGNED)
        stack.push_async_callback(edge.stop)
        await edge.start()
        members = [await Member.sign_up(server) for _ in range(_MEMBERS)]
        files = [file for each in members for file in await _post(server, each)]
        paths = [f"/media/{file}" for file in files]
        ways = ((server.url, paths), (edge.address, paths), (edge.address, [*map(_signed, files)]))
        spent = [[0.0, 0.0] for _ in _WAYS]
        fetched = 0
        for turn in range(1 + _TURNS):
            for way, (address, asked) in enumerate(ways):
                before = _cpu(server), sum(cpu_of(each) for each in edge.processes())
                fetched = await _all(members, address, asked)
                after = _cpu(server), sum(cpu_of(each) for each in edge.processes())
                if turn:  # the first one fills the cache
                    spent[way][0] += after[0] - before[0]
                    spent[way][1] += after[1] - before[1]
    return _rows([[each / (_TURNS * fetched) for each in both] for both in spent])


def _rows(spent: list[list[float]]) -> list[Row]:
    own, asking, signed = (sum(each) for each in spent)

    def row(way: int, floor: int, ours: float, base: float, target: str) -> Row:
        text = [f"{spent[each][0] * 1e3:.2f} + {spent[each][1] * 1e3:.2f} ms" for each in (floor, way)]
        what = f"foto from {_WAYS[way]}: processor time of Inflow with PostgreSQL + nginx"
        return Row(
            what=what,
            floor=f"from {_WAYS[floor]}",
            floor_text=text[0],
            ours_text=text[1],
            ratio=ours / base,
            target=target,
            met=None,
        )

    return [row(1, 0, asking, own, "–"), row(2, 1, signed, asking, "–")]


def _cpu(server: Server) -> float:
    return server.cpu() + sum(spent for _, spent in postgres_cpu().values())


async def _post(server: Server, member: Member) -> list[str]:
    """Post fotos. Returns the files of one width, as ``id/name``."""
    photo = await asyncio.to_thread(photo_of_twelve_megapixels)
    found = []
    connection = await asyncpg.connect(server.dsn)
    for _ in range(_EACH):
        answer = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
        assert answer.status_code == 201, answer.text
        media_id, url = answer.json()["mediaId"], answer.json()["imageUrl"]
        looks = {"filter": "none", "adjustments": {"brightness": 100, "contrast": 100, "saturation": 100}}
        given = {"imageUrl": url, "ratio": "landscape", "nookType": "scenic", "caption": "", "postType": "sphere"}
        await member.call("mutation", "posts:createPost", userId=member.user["_id"], **given, **looks)
        while await connection.fetchval("SELECT state = 'prepared' FROM media WHERE id = $1", media_id):
            await asyncio.sleep(0.02)
        renditions = json.loads(await connection.fetchval("SELECT renditions::text FROM media WHERE id = $1", media_id))
        found += [
            f"{media_id}/{each['name']}" for each in renditions if each["width"] == _WIDTH and "webp" in each["type"]
        ]
    await connection.close()
    return found


def _signed(file: str) -> str:
    made = hashlib.md5(f"{_UNTIL}{file} {_SECRET}".encode()).digest()  # nginx's module knows no other
    signature = base64.urlsafe_b64encode(made).rstrip(b"=").decode()
    return f"/signed/{file}?signature={signature}&until={_UNTIL}"


async def _all(members: list[Member], address: str, paths: list[str]) -> int:
    """All members fetch all files several times. Returns how many that were."""

    async def one(member: Member) -> None:
        # The cookies are localhost's, which the cache's address is not.
        cookies = "; ".join(f"{each.name}={each.value}" for each in member.http.cookies.jar)
        async with httpx.AsyncClient(base_url=address, headers={"Cookie": cookies}, timeout=30) as http:
            for _ in range(_ROUNDS):
                for path in paths:
                    answer = await http.get(path)
                    assert answer.status_code == 200, (path, answer.status_code, answer.text)

    await asyncio.gather(*(one(each) for each in members))
    return len(members) * _ROUNDS * len(paths)
