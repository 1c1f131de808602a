"""Restores to random moments of a server under load. Each must have a prefix of the history, with photos and keys."""

from __future__ import annotations

import asyncio
import hashlib
import random
import shutil
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.app.correspondents import Correspondence, Correspondent
from tests.app.history import History
from tests.app.house import House, until
from tests.app.people import Member

import photographs

_MOST_EACH = 100_000
_POSTING = 4  # members who also post photos
_CALM = 6.0  # seconds between two moments, at most
_UPLOAD_EVERY = 11.0  # seconds, which is slower than any limit


@dataclass
class Album:
    """The photos that members posted: their captions, the hashes of their pictures and when they were acknowledged."""

    posts: list[tuple[int, str, str, str]] = field(default_factory=list)  # position in the history, caption, URL, hash


@dataclass(frozen=True)
class Moment:
    """A moment of the database's clock.

    Attributes:
        acknowledged: Of the events before this position, all are in the database of that moment.
        invoked: Of those after this one, none is.
    """

    at: datetime
    acknowledged: int
    invoked: int


async def moments_under_load(
    house: House, chats: Sequence[Correspondence], history: History, album: Album, count: int, chance: random.Random
) -> list[Moment]:
    """Let all members write and post, and note so many moments meanwhile."""
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=0.05 * len(sides)) for side in sides]
    working = [asyncio.create_task(page.talk()) for page in pages]
    posting = [asyncio.create_task(_post_photos(member, history, album)) for _, member in sides[:_POSTING]]
    moments, psql = [], await house.database()
    for _ in range(count):
        ended, _ = await asyncio.wait(
            [*working, *posting], timeout=chance.uniform(0.5, _CALM), return_when="FIRST_COMPLETED"
        )
        for task in ended:
            task.result()  # none of them ends by itself, so this raises
        before = len(history.events)
        at = await psql.fetchval("SELECT clock_timestamp()")
        moments.append(Moment(at, before, len(history.events)))
    await psql.close()
    for page in pages:
        page.hush()
    for task in posting:
        task.cancel()
    await asyncio.gather(*working)
    await asyncio.gather(*posting, return_exceptions=True)
    return moments


async def _post_photos(member: Member, history: History, album: Album) -> None:
    loop, number = asyncio.get_running_loop(), 0
    while True:
        due = loop.time() + _UPLOAD_EVERY
        shade = (len(album.posts) * 37) % 256, (number * 91) % 256, 120
        photo = await member.photo(photographs.plain(shade, width=640, height=480))
        picture = hashlib.sha256((await member.http.get(photo)).content).hexdigest()
        caption, number = f"{member.username} {number}", number + 1
        await member.does("posts:createPost", **member.foto(photo, caption=caption))
        album.posts.append((len(history.events), caption, photo, picture))
        while loop.time() < due:  # noqa: ASYNC110  # a member may not upload faster
            await asyncio.sleep(0.1)


async def restored_wrongly(
    house: House,
    backup: tuple[str, str],
    moment: Moment,
    chats: Sequence[Correspondence],
    history: History,
    album: Album,
    final: dict[str, list[str]],
) -> list[str]:
    """Restore a moment into a home of its own; the problems found there.

    Args:
        backup: The folders of the backup and of its keys.
        final: The messages of each conversation at the end of the load.
    """
    folder, keys = backup
    home = Path(folder).parent / "restored"
    copy = House(home, INFLOW_SMTP_URL=house.settings["INFLOW_SMTP_URL"])
    ended = await copy.command("restore", folder, "--keys", keys, "--at", moment.at.isoformat())
    if ended.code:
        return [f"restore: {ended.said}"]
    problems: list[str] = []
    async with copy:
        for chat in chats:
            found = [name for _, name in await chat.whole(chat.one.at(copy))]
            problems += _not_a_prefix(chat, found, final[chat.id], history, moment)
        problems += await _wrong_photos(chats[0].one.at(copy), album, moment)
    cluster = copy.cluster.root
    shutil.rmtree(home)
    shutil.rmtree(cluster, ignore_errors=True)
    return problems


def _not_a_prefix(
    chat: Correspondence, found: list[str], final: list[str], history: History, moment: Moment
) -> list[str]:
    problems = []
    if found != final[: len(found)]:
        problems.append(f"order: {chat.id} at {moment.at} is no prefix of what it became")
    for place, event in enumerate(history.events):
        if event.conversation != chat.id:
            continue
        (name,) = event.values if event.what != "read" else ("",)
        if event.what == "acknowledged" and place < moment.acknowledged and name not in found:
            problems.append(f"lost: {name} was acknowledged before {moment.at}")
        if event.what == "invoked" and place >= moment.invoked and name in found:
            problems.append(f"early: {name} was sent after {moment.at}")
    return problems


async def _wrong_photos(member: Member, album: Album, moment: Moment) -> list[str]:
    async with member.page() as page:
        shown = set((await page.feed()).captions)
    problems = []
    for place, caption, photo, picture in album.posts:
        if place < moment.acknowledged and caption not in shown:
            problems.append(f"lost: the photo {caption} was posted before {moment.at}")
        if caption in shown:
            content = (await member.http.get(photo)).content
            if hashlib.sha256(content).hexdigest() != picture:
                problems.append(f"photo: {caption} is not what it was")
    return problems


async def restores(house: House, chats: Sequence[Correspondence], folder: Path, count: int, seed: int) -> list[str]:
    """Back up under load, end the server, and restore so many random moments; the problems found.

    Args:
        house: A running one, which this ends.
        folder: A folder for the backup and the copies.
    """
    history, album, chance = History(), Album(), random.Random(seed)
    backup = (str(folder / "backup"), str(folder / "keys"))
    for each in backup:
        _made(Path(each))
    process = house.beside("backup", backup[0], "--keys", backup[1], "--follow")

    async def begun() -> bool:
        return _has_begun(Path(backup[0]))

    async def reached() -> bool:
        return _reaches(Path(backup[0]), moments[-1].at)

    await until(begun)
    moments = await moments_under_load(house, chats, history, album, count, chance)
    await until(reached)
    final = {chat.id: [name for _, name in await chat.whole(chat.one)] for chat in chats}
    process.send(signal.SIGTERM)
    await process.ended()
    await house.stop()
    problems: list[str] = []
    for number, moment in enumerate(moments, 1):
        found = await restored_wrongly(house, backup, moment, chats, history, album, final)
        print(f"restore {number}/{count} to {moment.at:%H:%M:%S.%f}: {len(found)} problems", flush=True)
        problems += found
    print(f"{history.count('acknowledged')} messages acknowledged, {len(album.posts)} photos posted")
    if not history.count("acknowledged") or not album.posts:
        problems.append("nothing: there was no load")
    return problems


def _has_begun(backup: Path) -> bool:
    return any(backup.glob("snapshots/*.json"))


def _reaches(backup: Path, at: datetime) -> bool:
    reach = backup / "reach.json"
    return reach.exists() and f"{at:%Y-%m-%dT%H:%M:%S.%f}" < reach.read_text().split('"')[3]


def _made(folder: Path) -> None:
    folder.mkdir(mode=0o700)
