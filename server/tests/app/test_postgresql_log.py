"""PostgreSQL writes what failed into a log of its own. No data of members is in it, or the operator is told."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from tests.app.house import House
from tests.app.people import Member
from tests.conftest import NewDatabase
from tests.reflow.wire.peer import mutation

from inflow.app.database_requirements import require_suitable
from inflow.app.migrate import migrate
from mail.mail_server import MailServer
from reflow import Database

ANSWERS = "SELECT session, result FROM reflow_requests WHERE session = $1"


async def test_the_log_of_postgresql_has_neither_sessions_nor_answers_of_repeated_calls(
    house: House, mail_server: MailServer
) -> None:
    alice = await Member.sign_up(house, mail_server, "alice")
    session = "5f0a3f3e-6d2f-4a37-9a3e-7b1f0f6a5d11"
    for count in range(2):
        async with alice.page(session=session, count=count) as page:
            profile = page.peer.results[await page.follows("users:me")]["profileId"]
            call = mutation(7, "profiles:updateQuote", profileId=profile, quote="Zyzzyva at low tide")
            await page.peer.say(call)
            assert (await page.peer.settled(7))["success"]
    psql = await house.database()
    ((_, answer),) = await psql.fetch(ANSWERS, session)
    await psql.close()

    written = house.cluster.log.read_text()

    assert "ERROR:" in written, "the repeated call met its first answer"
    assert session not in written
    assert answer not in written
    assert answer.encode().hex() not in written
    assert session.encode().hex() not in written
    assert "Zyzzyva" not in written


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [
        ("", False),
        ("-c log_min_error_statement=error", True),
        ("-c log_statement=mod", True),
        ("-c log_min_duration_statement=100", True),
    ],
)
async def test_an_operator_whose_postgresql_writes_statements_is_told_at_the_start(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str], settings: str, is_told: bool
) -> None:
    dsn = await new_database()
    await migrate(dsn)
    database = Database(f"{dsn}&options={quote(settings)}" if settings else dsn, size=2)

    await require_suitable(database, 2)

    await database.close()
    assert ("log_min_error_statement = panic" in capsys.readouterr().out) is is_told
