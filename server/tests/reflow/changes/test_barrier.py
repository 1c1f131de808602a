"""A stress test of the visibility barrier: under concurrent writes, a cut shows exactly the delivered transactions."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import asyncpg

from reflow.changes import Transaction, WalSource

WRITERS = 4
TRANSACTIONS = 1_000
INSERT = "INSERT INTO tally VALUES ($1, 0) RETURNING pg_current_xact_id()::text"
STATE = """
    SELECT count(*) AS rows, coalesce(sum(id), 0)::bigint AS ids, coalesce(sum(id * amount), 0)::bigint AS amounts
    FROM tally
"""


class Model:
    """The table's content after the transactions delivered so far."""

    def __init__(self) -> None:
        self.rows: dict[int, int] = {}
        self.applied: set[int] = set()
        self.twice = 0

    def apply(self, transactions: list[Transaction]) -> None:
        for transaction in transactions:
            self.twice += transaction.xid in self.applied
            self.applied.add(transaction.xid)
            for change in transaction.changes:
                if change.table == "tally":
                    self._change(change.old, change.new)

    def _change(self, old: dict[str, str | None] | None, new: dict[str, str | None] | None) -> None:
        if new is None:
            assert old is not None
            del self.rows[int(old["id"] or "")]
        else:
            self.rows[int(new["id"] or "")] = int(new["amount"] or "")

    @property
    def state(self) -> tuple[int, int, int]:
        return len(self.rows), sum(self.rows), sum(number * amount for number, amount in self.rows.items())


async def write(dsn: str, writer: int) -> None:
    """Insert, change, delete and roll back, in transactions of one to three rows."""
    chance = random.Random(writer)
    connection = await asyncpg.connect(dsn)
    insert = await connection.prepare("INSERT INTO tally VALUES ($1, $2)")
    for turn in range(TRANSACTIONS):
        number = 10 * (TRANSACTIONS * writer + turn)
        if turn % 3:
            await insert.fetch(number, chance.randrange(100))
            continue
        transaction = connection.transaction()
        await transaction.start()
        await insert.fetch(number, 1)
        await connection.execute("UPDATE tally SET amount = amount + 1 WHERE id = $1", number - 20)
        if chance.random() < 0.2:
            await connection.execute("DELETE FROM tally WHERE id = $1", number - 10)
        await (transaction.rollback() if chance.random() < 0.1 else transaction.commit())
    await connection.close()


async def test_every_cut_shows_exactly_what_was_handed_out(source: WalSource, dsn: str) -> None:
    await check_cuts(source, dsn)


async def check_cuts(source: WalSource, dsn: str) -> None:
    """Write with several connections, and compare what each cut shows with the transactions up to it."""
    pending = asyncio.Event()
    source.on_pending = pending.set
    model, cuts, inexact, last, violations = Model(), 0, 0, 0, []
    writers = asyncio.gather(*(write(dsn, writer) for writer in range(WRITERS)))
    writers.add_done_callback(lambda _: pending.set())

    is_last = finished = False
    while not finished:
        if not is_last:
            await pending.wait()
        pending.clear()
        is_last = writers.done()
        async with source.cut() as cut:
            model.apply(cut.transactions)
            shown: Any = tuple((await cut.connection.text(STATE))[0])
        assert not cut.resync_required
        assert cut.ts >= last
        assert all(done.lsn <= cut.ts & (1 << 48) - 1 for done in cut.transactions) or not cut.exact
        last, cuts, inexact = cut.ts, cuts + 1, inexact + (not cut.exact)
        # A cut that reports that it is behind is followed by another one.
        finished = is_last and cut.exact
        if cut.exact and shown != model.state:
            violations.append((shown, model.state))
    await writers

    print(f"{cuts} cuts, {inexact} inexact, {len(violations)} violations, {len(model.applied)} transactions")
    assert violations == []
    assert model.twice == 0
    assert shown == model.state
    assert inexact <= cuts * 0.05


async def test_somebody_elses_long_open_write_holds_up_no_cut(source: WalSource, psql: Any, dsn: str) -> None:
    writer = await asyncpg.connect(dsn)
    await writer.execute("BEGIN")
    for turn in range(20):
        # Enough to fill the log's buffers, so that PostgreSQL flushes the log up to the middle of a record.
        await writer.execute(
            f"INSERT INTO diaries SELECT '{turn} ' || n || repeat('x', 99) FROM generate_series(1, 3000) n"
        )
        ts = await source.committed(int(await psql.fetchval(INSERT, turn)))
        async with source.cut() as cut:
            assert cut.exact
            assert cut.ts >= ts
            assert (await cut.connection.text("SELECT count(*) AS rows FROM tally"))[0].rows == turn + 1
    writer.terminate()
