"""How long answers take for names and addresses with an account, and for those without.

Not a test, because clocks on a busy machine prove nothing by themselves. From `server`, all of it or one kind:

    PYTHONPATH=src:tests:. python -m identity.timing [signs_in | resets | signs_up]
"""

from __future__ import annotations

import asyncio
import logging
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import structlog

from identity.house import TABLES, House
from inflow.core.encryption import Secret
from mail.ddl import ddl
from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres
from reflow.postgres.database import Database

PAIRS = 500
Ask = Callable[[House, str, int], Awaitable[httpx.Response]]


async def signs_in(house: House, name: str, turn: int) -> httpx.Response:
    """Sign in with a wrong password for this name."""
    return await house.visitor(f"10.0.{turn // 250}.{turn % 250}").signs_in(name, "Wrong-Tide-1")


async def resets(house: House, name: str, turn: int) -> httpx.Response:
    """Ask for a reset of the password at this address."""
    return await house.visitor(f"10.{turn // 250}.{turn % 250}.1").post("/reset", email=f"{name}@example.org")


async def signs_up(house: House, name: str, turn: int) -> httpx.Response:
    """Sign up with this address."""
    browser = house.visitor(f"10.{turn // 250}.{turn % 250}.1")
    return await browser.signs_up(email=f"{name}@example.org", username=f"person_{turn}")


async def compared(house: House, ask: Ask) -> list[list[tuple[float, float]]]:
    """Milliseconds for a known and an unknown name, alternating which comes first: wall time, and this process's CPU
    time, which other programs do not lengthen.
    """
    took: list[list[tuple[float, float]]] = [[], []]
    for turn in range(PAIRS):
        for which in (0, 1) if turn % 2 else (1, 0):
            await house.letters_are_out()  # sending them would slow the next answer down
            house.wait(days=2)
            began, worked = time.perf_counter(), time.process_time()
            answer = await ask(house, ("alice", "nobody")[which], turn)
            took[which].append(((time.perf_counter() - began) * 1e3, (time.process_time() - worked) * 1e3))
            assert answer.status_code in {202, 401}, answer.text
    return took


async def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="inflow-timing-") as folder:
        home = Path(folder)
        home.chmod(0o711)  # noqa: ASYNC240  # no task runs yet; when root starts it, PostgreSQL's user must be able to enter
        async with embedded_postgres(home) as dsn, MailServer() as mail_server:
            database = Database(dsn, size=8)
            async with database.connection() as connection:
                await connection.raw.execute("CREATE TABLE product_users (account_id text, full_name text)")
                for sql in ddl(*TABLES):
                    await connection.raw.execute(sql)
            async with House(database, Secret(b"0" * 32), mail_server) as house:
                await house.visitor().becomes_a_member()
                for ask in (signs_in, resets, signs_up):
                    if ask.__name__ in sys.argv[1:] or not sys.argv[1:]:
                        await compared_and_told(house, ask)
            await database.close()


async def compared_and_told(house: House, ask: Ask) -> None:
    """Print two lines: wall time and CPU time."""
    known, unknown = await compared(house, ask)
    for place, clock in enumerate(("by the clock", "own work")):
        pairs = [(one[place], other[place]) for one, other in zip(known, unknown, strict=True)]
        medians = [statistics.median(side) for side in zip(*pairs, strict=True)]
        # Both calls of a pair are a moment apart, so other load on the machine slows both.
        apart = statistics.median(one - other for one, other in pairs)
        said = f"known {medians[0]:.2f} ms, unknown {medians[1]:.2f} ms, median of the differences {apart:+.2f} ms"
        print(f"{ask.__name__}, {clock}: {said}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
