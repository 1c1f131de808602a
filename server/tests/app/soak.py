"""`make soak`: many pages write for a long time while servers are killed, PostgreSQL dies and the log is cut.

Slow readers are connected all the time. Then thousands of answers get lost, two thousand pages reconnect at once,
twenty random moments are restored from a backup, a server is upgraded and taken back twenty times, and holds no more
after an hour of an even load. At last a hundred pages must stay current through a storm of stalls: see
`tests/reflow/stalls`. Prints its seed first and its findings last; the histories are kept in files, one event in a
line. Exits with 1 if a message was lost, doubled, out of order or shown wrongly, if a restore was wrong, if a call
failed during an upgrade, if the server grew, or if pages were not current in time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import secrets
import shutil
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from tests.app.correspondents import Correspondence, Correspondent, Gap, judged
from tests.app.exchanges import exchanges
from tests.app.faults import FAULTS
from tests.app.history import History
from tests.app.house import ROOMY, House, meanwhile
from tests.app.people import Member
from tests.app.restores import restores
from tests.app.roads import Loss, Road, Wire
from tests.app.slow_readers import SlowReader
from tests.app.steady import steady
from tests.app.storm import gathered, told
from tests.app.versions import next_version
from tests.reflow.stalls.storm import storm_of_stalls

from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

_MOST_EACH = 100_000
_LOSING = 20  # members
_CURRENT_WITHIN = 5.0
_BACK_WITHIN = 60.0
_STALLS = 600.0  # seconds
_RESTORES = 20
_UPGRADES = 20
_STEADY = 3_600.0  # seconds
_STEADY_RATE = 20.0  # messages a second: one of each member, which is within their rate limit
_FORGET = "DELETE FROM identity_counters"


async def talk(given: argparse.Namespace, house: House, chats: Sequence[Correspondence]) -> list[str]:
    """Have the members write through all the faults; the problems found."""
    history, chance = History(), random.Random(given.seed)
    every = given.clients / given.rate
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=every) for side in sides]
    print(f"{len(pages)} pages, {given.rate} messages a second, {given.slow} slow readers", flush=True)
    talking = [asyncio.create_task(page.talk()) for page in pages]
    faults = ["worker"] * given.kills + ["kill"] * given.ends + ["postgres"] * given.restarts + ["cut"] * given.cuts
    chance.shuffle(faults)
    clock, healed = asyncio.get_running_loop().time, []
    began = clock()
    for number, fault in enumerate(faults, 1):
        await asyncio.wait(talking, timeout=chance.uniform(given.calm / 2, given.calm), return_when="FIRST_EXCEPTION")
        await FAULTS[fault](house, chance)
        healed.append(clock())
        print(f"{number}/{len(faults)} {fault}: {history.count('acknowledged')} acknowledged", flush=True)
    for page in pages:
        page.hush()
    await asyncio.gather(*talking)
    print(f"{history.count('acknowledged') / (clock() - began):.0f} messages a second, faults included")
    return await _found("talk", given, history, chats, pages, healed)


async def lose_answers(given: argparse.Namespace, house: House, mail_server: MailServer) -> list[str]:
    """Have pages write until so many answers to them were lost; the problems found."""
    loss, chats = Loss(seed=given.seed), await _chats(house, mail_server, _LOSING)
    async with Road(house, loss) as road:
        return await _lost("pages", given, chats, loss, road.address)


async def lose_commits(given: argparse.Namespace, mail_server: MailServer, folder: Path) -> list[str]:
    """The same, with a house of its own whose connections to PostgreSQL break; the problems found."""
    loss = Loss(seed=given.seed, chance=1)
    wire_folder = folder / "wire"
    wire_folder.mkdir()
    async with embedded_postgres(folder / "postgres") as dsn, Wire(dsn, wire_folder, loss) as wire:
        settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_DATABASE_URL": wire.dsn, **ROOMY}
        async with House(folder / "beside", **settings) as house:
            chats = await _chats(house, mail_server, _LOSING)
            return await _lost("postgres", given, chats, loss, None)


async def storm(given: argparse.Namespace, house: House, mail_server: MailServer) -> list[str]:
    """Have the server die under many pages; the problems found."""
    history, chats = History(), await _chats(house, mail_server, _LOSING)
    onlookers = await gathered(chats, given.storm, history)
    async with meanwhile(each.look() for each in onlookers):
        await told(chats, onlookers, history)
        began = asyncio.get_running_loop().time()
        await FAULTS["kill"](house, random.Random(given.seed))
        times = await told(chats, onlookers, history)
        took = asyncio.get_running_loop().time() - began
    print(
        f"storm of {len(times)}: current {_at(times, 0.5):.1f} s (half), {times[-1]:.1f} s (all) after the server is up"
    )
    print(f"from its death until all were back and current, its start included: {took:.1f} s")
    problems = await _found("storm", given, history, chats, [], [])
    if times[-1] > _CURRENT_WITHIN:
        problems.append(f"late: a storm was over {times[-1]:.1f} s after the server was up")
    if took > _BACK_WITHIN:
        problems.append(f"late: a storm took {took:.1f} s")
    return problems


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
    phase: str,
    given: argparse.Namespace,
    history: History,
    chats: Sequence[Correspondence],
    pages: Sequence[Correspondent],
    healed: Sequence[float],
) -> list[str]:
    path = given.history / f"inflow-soak-{given.seed}-{phase}.jsonl.gz"
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


async def _chats(house: House, mail_server: MailServer, count: int) -> list[Correspondence]:
    members = [await _sign_up(house, mail_server) for _ in range(count)]
    return [await Correspondence.between(*pair) for pair in zip(members[::2], members[1::2], strict=True)]


async def _sign_up(house: House, mail_server: MailServer) -> Member:
    psql = await house.database()
    await psql.execute(_FORGET)  # all sign-ups come from one address, and would pass its rate limit
    await psql.close()
    return await Member.sign_up(house, mail_server, "soak")


async def _soak(given: argparse.Namespace, folder: Path) -> list[str]:
    async with MailServer() as mail_server:
        async with House(folder / "home", serving=given.serving, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
            chats = await _chats(house, mail_server, given.clients)
            readers = [SlowReader(chat.one, chat.id, rate) for chat, rate in zip(chats * 2, cycle((0, 1_000)))]
            async with meanwhile(each.stay() for each in readers[: given.slow]):
                problems = await talk(given, house, chats)
                print(f"slow readers came {sum(each.comings for each in readers)} times; {house.memory:.0f} MB held")
            if given.lost:
                problems += await lose_answers(given, house, mail_server)
            if given.storm:
                problems += await storm(given, house, mail_server)
        if given.lost:
            problems += await lose_commits(given, mail_server, folder)
        problems += await restore_moments(given, mail_server, folder / "restores")
        problems += await upgrade_and_back(given, mail_server, folder / "upgrades")
        problems += await steadily(given, mail_server, folder / "steady")
    return problems


async def restore_moments(given: argparse.Namespace, mail_server: MailServer, folder: Path) -> list[str]:
    """Restore a server under load to so many random moments; the problems found."""
    house = House(_made(folder) / "home", INFLOW_SMTP_URL=mail_server.url, **ROOMY)
    await house.start()
    return await restores(house, await _chats(house, mail_server, _LOSING), folder, given.restores, given.seed)


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o711)
    return folder


async def upgrade_and_back(given: argparse.Namespace, mail_server: MailServer, folder: Path) -> list[str]:
    """Exchange a server under load for another version and back, so many times; the problems found."""
    home = _made(folder) / "home"
    newer = next_version(_made(folder / "next"))
    async with House(home, serving=given.serving, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        chats = await _chats(house, mail_server, _LOSING)
        return await exchanges(house, chats, newer, _made(folder / "backup"), given.upgrades)


async def _only(given: argparse.Namespace, folder: Path) -> list[str]:
    """The parts that were asked for by name."""
    async with MailServer() as mail_server:
        problems = await restore_moments(given, mail_server, folder / "restores") if given.restores else []
        if given.upgrades:
            problems += await upgrade_and_back(given, mail_server, folder / "upgrades")
        if given.steady:
            problems += await steadily(given, mail_server, folder / "steady")
    return problems


async def steadily(given: argparse.Namespace, mail_server: MailServer, folder: Path) -> list[str]:
    """Load a server evenly for so many seconds; the problems found."""
    home = _made(folder) / "home"
    async with House(home, serving=given.serving, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        chats = await _chats(house, mail_server, _LOSING)
        return await steady(house, chats, given.steady, rate=_STEADY_RATE)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of the order and times of faults")
    parser.add_argument("--clients", type=int, default=100, help="pages of as many members, two in a conversation")
    parser.add_argument("--rate", type=float, default=200, help="messages in a second, of all of them")
    parser.add_argument("--serving", type=int, default=2, help="processes of the server")
    parser.add_argument("--kills", type=int, default=50, help="of one of them")
    parser.add_argument("--ends", type=int, default=5, help="of the whole server")
    parser.add_argument("--restarts", type=int, default=20, help="of PostgreSQL")
    parser.add_argument("--cuts", type=int, default=100, help="of the log's connection")
    parser.add_argument("--calm", type=float, default=6.0, help="seconds between two faults, at most")
    parser.add_argument("--slow", type=int, default=50, help="pages that hardly read, all the time")
    parser.add_argument("--lost", type=int, default=1_000, help="answers that get lost, on each of two ways")
    parser.add_argument("--storm", type=int, default=2_000, help="pages that come back at once")
    parser.add_argument("--restores", type=int, help="of random moments, which then run alone; 20 in the whole soak")
    parser.add_argument("--upgrades", type=int, help="and back, which then run alone; 20 in the whole soak")
    parser.add_argument("--steady", type=float, help="seconds of an even load, which then runs alone; 3,600 otherwise")
    parser.add_argument("--stalls", type=float, help="seconds of the storm of stalls, which then runs alone")
    parser.add_argument("--history", type=Path, default=Path(tempfile.gettempdir()), help="the folder of histories")
    return parser.parse_args()


def main() -> None:
    given = _asked()
    print(f"seed {given.seed}", flush=True)
    # Two thousand pages are two thousand sockets, here and in the server.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = Path(tempfile.mkdtemp(prefix="inflow-soak-"))
    folder.chmod(0o711)  # when root starts it, PostgreSQL runs as another user, who must be able to enter
    try:
        if given.restores or given.upgrades or given.steady:
            problems = asyncio.run(_only(given, folder))
        else:
            given.restores, given.upgrades, given.steady = _RESTORES, _UPGRADES, _STEADY
            problems = [] if given.stalls else asyncio.run(_soak(given, folder))
            problems += asyncio.run(storm_of_stalls(given.stalls or _STALLS))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(problems[:20]) or "all was well")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
