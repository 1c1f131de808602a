"""`make soak`: many pages write for a long time while servers are killed, PostgreSQL dies and the log is cut.

Prints its seed first and what it found last; the history is kept in a file, one event in a line. Ends with 1 where
something was lost, doubled, out of order or shown wrongly.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
from tests.app.correspondents import Correspondence, Correspondent
from tests.app.history import History
from tests.app.house import House
from tests.app.people import Member

from mail.post_office import PostOffice

_PAGES_EACH = 5
_MOST_EACH = 100_000
_FORGET = "DELETE FROM identity_counters"
_CUT = "SELECT count(pg_terminate_backend(active_pid)) FROM pg_replication_slots WHERE active_pid IS NOT NULL"


async def kill(house: House) -> None:
    """End the server as a power cut would, and start it."""
    await house.kill()
    await house.start()


async def restart_postgres(house: House) -> None:
    """Kill PostgreSQL under the server, which starts it again by itself."""
    pid = int((house.cluster.data / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGQUIT)  # what `pg_ctl stop -m immediate` sends
    await _until_postgres_answers(house)


async def cut(house: House) -> None:
    """Cut the connection that the server follows the log by."""
    psql = await house.database()
    await psql.fetchval(_CUT)
    await psql.close()


FAULTS: dict[str, Callable[[House], Awaitable[None]]] = {"kill": kill, "postgres": restart_postgres, "cut": cut}


async def soak(given: argparse.Namespace, house: House, office: PostOffice) -> bool:
    """Whether all was well."""
    chance = random.Random(given.seed)
    members = [await _sign_up(house, office) for _ in range(max(2, given.clients // _PAGES_EACH // 2 * 2))]
    chats = [await Correspondence.between(*pair) for pair in zip(members[::2], members[1::2], strict=True)]
    history = History()
    pages = [
        Correspondent(chat, member, history, _MOST_EACH)
        for chat in chats
        for member in (chat.one, chat.other)
        for _ in range(_PAGES_EACH)
    ]
    print(f"{len(pages)} pages of {len(members)} members in {len(chats)} conversations", flush=True)
    talking = [asyncio.create_task(page.talk()) for page in pages]
    faults = ["kill"] * given.kills + ["postgres"] * given.restarts + ["cut"] * given.cuts
    chance.shuffle(faults)
    for number, fault in enumerate(faults, 1):
        await asyncio.wait(talking, timeout=chance.uniform(given.calm / 2, given.calm), return_when="FIRST_EXCEPTION")
        await FAULTS[fault](house)
        print(f"{number}/{len(faults)} {fault}: {history.count('acknowledged')} acknowledged", flush=True)
    for page in pages:
        page.hush()
    await asyncio.gather(*talking)
    history.write(given.history)
    return await _judged(history, chats, pages)


async def _judged(history: History, chats: list[Correspondence], pages: list[Correspondent]) -> bool:
    sides = {chat.id: [await chat.whole(member) for member in (chat.one, chat.other)] for chat in chats}
    problems = [f"the sides of {chat} differ" for chat, (one, other) in sides.items() if one != other]
    problems += history.anomalies({chat: [name for _, name in one] for chat, (one, _) in sides.items()})
    gaps = sorted(gap for page in pages for gap in page.gaps) or [0.0]
    stored = sum(len(one) for one, _ in sides.values())
    print(f"{history.count('acknowledged')} acknowledged, {stored} stored, {history.count('read')} states shown")
    print(f"away {len(gaps)} times; current again after {gaps[len(gaps) * 99 // 100]:.1f} s (p99), {gaps[-1]:.1f} s")
    print(f"anomalies: {dict(Counter(problem.partition(':')[0] for problem in problems)) or 'none'}")
    print("\n".join(problems[:20]))
    return not problems


async def _sign_up(house: House, office: PostOffice) -> Member:
    psql = await house.database()
    await psql.execute(_FORGET)  # they all come from one address
    await psql.close()
    return await Member.sign_up(house, office, "soak")


async def _until_postgres_answers(house: House) -> None:
    while True:
        try:
            await (await house.database()).close()
        except (OSError, asyncpg.PostgresError):
            await asyncio.sleep(0.1)
        else:
            return


async def _main(given: argparse.Namespace, home: Path) -> bool:
    async with PostOffice() as office, House(home, INFLOW_SMTP_URL=office.url) as house:
        return await soak(given, house, office)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of the order and times of faults")
    parser.add_argument("--clients", type=int, default=100, help="pages, ten of them in a conversation")
    parser.add_argument("--kills", type=int, default=50, help="of the server")
    parser.add_argument("--restarts", type=int, default=10, help="of PostgreSQL")
    parser.add_argument("--cuts", type=int, default=20, help="of the log's connection")
    parser.add_argument("--calm", type=float, default=10.0, help="seconds between two faults, at most")
    parser.add_argument("--history", type=Path, default=Path(tempfile.gettempdir()) / "inflow-soak.jsonl")
    given = parser.parse_args()
    print(f"seed {given.seed}, history {given.history}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="inflow-soak-"))
    folder.chmod(0o711)  # started by root, PostgreSQL runs as somebody else, who must get there
    try:
        is_well = asyncio.run(_main(given, folder / "home"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
