"""An operator with a PostgreSQL of their own backs Inflow up: as a whole where that can be restored, else as a dump."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import asyncpg
from tests.app.correspondents import Correspondence
from tests.app.depot import Depot
from tests.app.house import House
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres


async def test_a_postgresql_of_an_operators_own_is_copied_with_its_log_and_a_moment_restored(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with (
        _own_postgresql(home.parent) as (superuser, dsn),
        House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=dsn) as house,
    ):
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        photo = await alice.photo(photographs.plain((1, 90, 10)))
        await alice.does("posts:createPost", **alice.foto(photo, caption="Before"))
        first = await house.command("backup", str(depot.backup), "--keys", str(depot.keys))
        assert "(full)" in first.said, first.said
        refused = await house.command("backup", str(depot.backup), "--keys", str(depot.keys), "--follow")
        assert 'GRANT pg_read_all_stats TO "inflow"' in refused.said
        operator = await asyncpg.connect(superuser)
        await operator.execute("GRANT pg_read_all_stats TO inflow")
        await operator.close()
        async with depot.followed(house, snapshots=2):
            await alice.does("messages:sendMessage", **chat.message(alice, "before"))
            before = await _now(superuser)
            await bob.does("messages:sendMessage", **chat.message(bob, "after"))
            await depot.reaches(await _now(superuser))
        second = await house.command("backup", str(depot.backup), "--keys", str(depot.keys))
        assert "(incremental)" in second.said, second.said
        checked = await house.command("verify", str(depot.backup), "--rehearse")
        assert checked.code == 0, checked.said
    restored, _ = await depot.restored(house, "--at", before.isoformat())
    async with restored:
        assert [name for _, name in await chat.whole(bob.at(restored))] == ["before"]
        async with bob.at(restored).page() as page:
            assert (await page.feed()).captions == ["Before"]
        assert (await bob.at(restored).http.get(photo)).status_code == 200
        again = await restored.command("restore", "--go-live")
        assert again.code == 0, again.said


async def test_a_postgresql_that_has_more_than_inflow_is_dumped_and_the_dump_restored(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with (
        _own_postgresql(home.parent) as (superuser, dsn),
        House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=dsn) as house,
    ):
        operator = await asyncpg.connect(superuser)
        await operator.execute("CREATE DATABASE of_somebody_else")
        await operator.close()
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        await alice.does("messages:sendMessage", **chat.message(alice, "before"))
        made = await house.command("backup", str(depot.backup), "--keys", str(depot.keys))
        assert "(dump)" in made.said, made.said
        assert "It has other databases: of_somebody_else." in made.said
        refused = await house.command("backup", str(depot.backup), "--keys", str(depot.keys), "--follow")
        assert "This PostgreSQL cannot be followed. It has other databases: of_somebody_else." in refused.said
        await bob.does("messages:sendMessage", **chat.message(bob, "after"))
        checked = await house.command("verify", str(depot.backup), "--rehearse")
        assert checked.code == 0, checked.said
    restored, _ = await depot.restored(house)
    async with restored:
        assert [name for _, name in await chat.whole(bob.at(restored))] == ["before"]


@asynccontextmanager
async def _own_postgresql(folder: Path) -> AsyncIterator[tuple[str, str]]:
    """A server of an operator, with a database and a role for Inflow. Yields its superuser's address and the role's."""
    async with embedded_postgres(folder / "theirs", elsewhere=folder / "elsewhere") as dsn:
        operator = await asyncpg.connect(dsn)
        await operator.execute("CREATE ROLE inflow LOGIN REPLICATION PASSWORD 'Low-Tide'")
        await operator.execute(
            "CREATE DATABASE inflow OWNER inflow LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0"
        )
        await operator.close()
        yield dsn, dsn.replace("postgres@/postgres", "inflow:Low-Tide@/inflow")


async def _now(superuser: str) -> datetime:
    """The database's time, which no later commit has."""
    operator = await asyncpg.connect(superuser)
    moment = await operator.fetchval("SELECT clock_timestamp()")
    await operator.close()
    assert isinstance(moment, datetime)
    return moment
