"""The parts of `make soak` in which members write to each other while something breaks, each on a server of its own.

Each prints what happened, and gives the problems that it found.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

from bench.stage import cpu_of
from tests.app.correspondents import Correspondence, Correspondent, Gap, judged
from tests.app.exchanges import exchanges
from tests.app.faults import FAULTS
from tests.app.history import History
from tests.app.house import ROOMY, House, meanwhile
from tests.app.lost_disks import lost_with_the_disk
from tests.app.people import Member
from tests.app.restores import restores
from tests.app.roads import Loss, Road, Wire
from tests.app.slow_readers import SlowReader
from tests.app.steady import steady
from tests.app.storm import gathered, told
from tests.app.versions import next_version

from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

_MOST_EACH = 100_000
_FEW = 20  # members
_CURRENT_WITHIN = 5.0
_BACK_WITHIN = 60.0
_STEADY_RATE = 20.0  # messages a second: one of each member, which is within their rate limit
_MOST_LOST = 5.0
_QUIET = 60.0  # seconds
_FORGET = "DELETE FROM identity_counters"


async def faults(given: argparse.Namespace, folder: Path) -> list[str]:
    """Members write while processes are killed, PostgreSQL ends and the log is cut; others hardly read."""
    async with _house(given, folder) as (house, mail_server):
        chats = await _chats(house, mail_server, given.clients)
        readers = [SlowReader(chat.one, chat.id, rate) for chat, rate in zip(chats * 2, cycle((0, 1_000)))]
        async with meanwhile(each.stay() for each in readers[: given.slow]):
            problems = await _talk(given, house, chats)
            print(f"slow readers came {sum(each.comings for each in readers)} times; {house.memory:.0f} MB held")
    return problems


async def lost_answers(given: argparse.Namespace, folder: Path) -> list[str]:
    """Pages write until so many answers to them were lost."""
    async with _house(given, folder) as (house, mail_server):
        loss, chats = Loss(seed=given.seed), await _chats(house, mail_server, _FEW)
        async with Road(house, loss) as road:
            return await _lost("pages", given, chats, loss, road.address)


async def lost_commits(given: argparse.Namespace, folder: Path) -> list[str]:
    """The same, but the server's connections to PostgreSQL break."""
    loss = Loss(seed=given.seed, chance=1)
    wire_folder = folder / "wire"
    wire_folder.mkdir()
    async with (
        embedded_postgres(folder / "postgres") as dsn,
        Wire(dsn, wire_folder, loss) as wire,
        _house(given, folder, serving=1, INFLOW_DATABASE_URL=wire.dsn) as (house, mail_server),
    ):
        chats = await _chats(house, mail_server, _FEW)
        return await _lost("postgres", given, chats, loss, None)


async def storm(given: argparse.Namespace, folder: Path) -> list[str]:
    """The server dies under many pages, which all come back."""
    async with _house(given, folder) as (house, mail_server):
        history, chats = History(), await _chats(house, mail_server, _FEW)
        onlookers = await gathered(chats, given.pages, history)
        async with meanwhile(each.look() for each in onlookers):
            await told(chats, onlookers, history)
            began = asyncio.get_running_loop().time()
            await FAULTS["kill"](house, random.Random(given.seed))
            times = await told(chats, onlookers, history)
            took = asyncio.get_running_loop().time() - began
        print(
            f"storm of {len(times)}: current {_at(times, 0.5):.1f} s (half), {times[-1]:.1f} s (all) "
            f"after the server is up"
        )
        print(f"from its death until all were back and current, its start included: {took:.1f} s")
        problems = await _found("storm", given, history, chats, [], [])
    if times[-1] > _CURRENT_WITHIN:
        problems.append(f"late: a storm was over {times[-1]:.1f} s after the server was up")
    if took > _BACK_WITHIN:
        problems.append(f"late: a storm took {took:.1f} s")
    return problems


async def idle(given: argparse.Namespace, folder: Path) -> list[str]:
    """Many pages are open and nothing happens, and then all of them get something new."""
    async with _house(given, folder) as (house, mail_server):
        history, chats = History(), await _chats(house, mail_server, _FEW)
        before = house.memory
        onlookers = await gathered(chats, given.idle, history)
        async with meanwhile(each.look() for each in onlookers):
            await told(chats, onlookers, history)
            each = (house.memory - before) * 1024 / len(onlookers)
            busy = await _busy(house)
            times = await told(chats, onlookers, history)
        print(f"{len(onlookers)} idle pages: {each:.0f} kB each, {busy * 100:.0f} % of a core")
        print(f"a message to all of them: {_at(times, 0.5):.2f} s (half), {_at(times, 0.99):.2f} s (p99)")
        problems = await _found("idle", given, history, chats, [], [])
    limits = {"kB a page": (each, 100.0), "of a core": (busy, 0.2), "s until all show it": (_at(times, 0.99), 3.0)}
    return problems + [f"{value:.2f} {what}, of {most}" for what, (value, most) in limits.items() if value > most]


async def restored(given: argparse.Namespace, folder: Path) -> list[str]:
    """A server under load is restored to so many random moments; others lose their disks."""
    async with MailServer() as mail_server:
        house = House(folder / "home", INFLOW_SMTP_URL=mail_server.url, **ROOMY)
        await house.start()
        chats = await _chats(house, mail_server, _FEW)
        problems = await restores(house, chats, folder, given.restores, given.seed)
    return problems + await _lose_disks(given, folder)


async def _lose_disks(given: argparse.Namespace, folder: Path) -> list[str]:
    chance, losses = random.Random(given.seed), []
    async with MailServer() as mail_server:
        for number in range(given.disks):
            house = House(_made(folder / f"disk-{number}") / "home", INFLOW_SMTP_URL=mail_server.url, **ROOMY)
            await house.start()
            losses.append(await lost_with_the_disk(house, await _chats(house, mail_server, _FEW), chance))
    late = [f"lost with the disk: {each.seconds:.1f} s" for each in losses if each.seconds > _MOST_LOST]
    return late + [problem for each in losses for problem in each.problems]


async def upgraded(given: argparse.Namespace, folder: Path) -> list[str]:
    """A server under load is exchanged for another version and back, so many times."""
    newer = next_version(_made(folder / "next"))
    async with _house(given, folder) as (house, mail_server):
        chats = await _chats(house, mail_server, _FEW)
        return await exchanges(house, chats, newer, _made(folder / "backup"), given.upgrades, longest=2.0)


async def steadily(given: argparse.Namespace, folder: Path) -> list[str]:
    """A server has an even load for so many seconds."""
    async with _house(given, folder) as (house, mail_server):
        chats = await _chats(house, mail_server, _FEW)
        return await steady(house, chats, given.steady, rate=_STEADY_RATE)


@asynccontextmanager
async def _house(
    given: argparse.Namespace, folder: Path, *, serving: int | None = None, **settings: str
) -> AsyncIterator[tuple[House, MailServer]]:
    async with (
        MailServer() as mail_server,
        House(
            folder / "home",
            serving=serving or given.serving,
            INFLOW_SMTP_URL=mail_server.url,
            **ROOMY,
            **settings,
        ) as house,
    ):
        yield house, mail_server


async def _busy(house: House) -> float:
    """How much of a processor core its processes use in a minute."""
    clock = asyncio.get_running_loop().time
    began, used = clock(), sum(map(cpu_of, house.workers))
    while (took := clock() - began) < _QUIET:  # noqa: ASYNC110  # no event says that a minute is over
        await asyncio.sleep(1)
    return (sum(map(cpu_of, house.workers)) - used) / took


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o711)
    return folder


async def _chats(house: House, mail_server: MailServer, count: int) -> list[Correspondence]:
    members = [await _sign_up(house, mail_server) for _ in range(count)]
    return [await Correspondence.between(*pair) for pair in zip(members[::2], members[1::2], strict=True)]


async def _sign_up(house: House, mail_server: MailServer) -> Member:
    psql = await house.database()
    await psql.execute(_FORGET)  # all sign-ups come from one address, and would pass its rate limit
    await psql.close()
    return await Member.sign_up(house, mail_server, "soak")


async def _talk(given: argparse.Namespace, house: House, chats: Sequence[Correspondence]) -> list[str]:
    """Have the members write through all the faults."""
    history, chance = History(), random.Random(given.seed)
    every = given.clients / given.rate
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=every) for side in sides]
    print(f"{len(pages)} pages, {given.rate} messages a second, {given.slow} slow readers", flush=True)
    talking = [asyncio.create_task(page.talk()) for page in pages]
    coming = ["worker"] * given.kills + ["kill"] * given.ends + ["postgres"] * given.restarts + ["cut"] * given.cuts
    chance.shuffle(coming)
    clock, healed = asyncio.get_running_loop().time, []
    began = clock()
    for number, fault in enumerate(coming, 1):
        pause = chance.uniform(given.calm / 2, given.calm)
        ended, _ = await asyncio.wait(talking, timeout=pause, return_when="FIRST_EXCEPTION")
        for each in ended:
            each.result()  # none ends before it is told to
        await FAULTS[fault](house, chance)
        healed.append(clock())
        print(f"{number}/{len(coming)} {fault}: {history.count('acknowledged')} acknowledged", flush=True)
    for page in pages:
        page.hush()
    await asyncio.gather(*talking)
    print(f"{history.count('acknowledged') / (clock() - began):.0f} messages a second, faults included")
    return await _found("faults", given, history, chats, pages, healed)


async def _lost(
    words: str, given: argparse.Namespace, chats: Sequence[Correspondence], loss: Loss, address: str | None
) -> list[str]:
    history = History()
    loss.lose(given.lost)
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, address=address) for side in sides]
    talking = [asyncio.create_task(page.talk()) for page in pages]
    while not loss.is_over:
        await asyncio.wait(talking, timeout=0.1, return_when="FIRST_EXCEPTION")
    for page in pages:
        page.hush()
    await asyncio.gather(*talking)
    print(f"{loss.lost} answers lost on the way to {words}")
    return await _found(f"lost-{words}", given, history, chats, pages, [])


async def _found(
    part: str,
    given: argparse.Namespace,
    history: History,
    chats: Sequence[Correspondence],
    pages: Sequence[Correspondent],
    healed: Sequence[float],
) -> list[str]:
    path = given.history / f"inflow-soak-{given.seed}-{part}.jsonl.gz"
    problems = await judged(history, chats, path)
    late = sorted(max(0.0, gap.current_at - _healed_at(gap, healed)) for page in pages for gap in page.gaps) or [0.0]
    waits = sorted(wait for page in pages for wait in page.waits) or [0.0]
    print(f"{history.count('acknowledged')} acknowledged, {history.count('read')} states shown; history {path}")
    print(f"acknowledged after {_at(waits, 0.5) * 1000:.0f} ms (p50), {_at(waits, 0.99) * 1000:.0f} ms (p99)")
    print(f"away {len(late)} times; current {_at(late, 0.99):.1f} s after the heal (p99), {late[-1]:.1f} s at most")
    if healed and _at(late, 0.99) > _CURRENT_WITHIN:
        problems.append(f"late: current again after {_at(late, 0.99):.1f} s")
    print(f"anomalies: {dict(Counter(problem.partition(':')[0] for problem in problems)) or 'none'}", flush=True)
    return problems


def _healed_at(gap: Gap, healed: Sequence[float]) -> float:
    """When the last fault in this gap was over; if there was none, when the connection was lost."""
    before = bisect_right(healed, gap.current_at)
    return max(gap.lost_at, healed[before - 1]) if before else gap.lost_at


def _at(times: Sequence[float], part: float) -> float:
    return times[int((len(times) - 1) * part)]
