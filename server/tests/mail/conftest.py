"""An outbox on a real PostgreSQL, a real mail server, and a clock that tests set by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from inflow.core.encryption import Secret
from inflow.mail import EmailContent, Outbox
from inflow.mail.tables import mail_outbox
from inflow.mail.transports import Smtp, Transport
from mail.ddl import ddl
from mail.mail_server import MailServer
from reflow.postgres.database import Database


def words(subject: str = "Hello", text: str = "Low tide at noon.") -> EmailContent:
    """The words of an email."""
    return EmailContent(product="Inflow", subject=subject, before=(text,))


class Desk:
    """Writes emails to the outbox. Its clock stands still unless a test moves it."""

    def __init__(self, database: Database, mail_server: MailServer) -> None:
        self.now = datetime(2026, 6, 1, 12, tzinfo=UTC)
        self.database = database
        self.secret = Secret(b"a secret of at least 32 bytes...")
        self.smtp = Smtp(mail_server.url, sender="hello@inflow.example", sender_name="Inflow")

    def outbox(self, transport: Transport | None = None, *, keep: bool = False) -> Outbox:
        """An outbox, such as each process of the app has."""
        return Outbox(self.database, transport or self.smtp, self.secret, keep=keep, clock=lambda: self.now)

    async def write(self, subject: str = "Hello", text: str = "Low tide at noon.") -> str:
        async with self.database.transaction() as connection:
            return await self.outbox().enqueue(connection, "alice@example.org", words(subject, text))

    async def row(self) -> object:
        async with self.database.connection() as connection:
            (row,) = await connection.text("SELECT * FROM mail_outbox")
        return row

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture(scope="session")
async def mail_database(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Database]:
    """A database with the outbox's table."""
    database = Database(await new_database(), size=4)
    async with database.connection() as connection:
        for sql in ddl(mail_outbox):
            await connection.raw.execute(sql)
    yield database
    await database.close()


@pytest.fixture
async def mail_server() -> AsyncIterator[MailServer]:
    """A mail server that keeps the emails it receives."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
async def desk(mail_database: Database, mail_server: MailServer) -> Desk:
    """A desk with an empty outbox."""
    async with mail_database.connection() as connection:
        await connection.raw.execute("TRUNCATE mail_outbox")
    return Desk(mail_database, mail_server)
