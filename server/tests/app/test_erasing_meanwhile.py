"""Transactions that run while their member is erased: they fail, or their rows are erased with the member."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime

import asyncpg
import pytest
from tests.conftest import NewDatabase
from tests.members import JustConfirmed

from inflow.app.erasure import erase_member
from inflow.app.migrate import migrate
from inflow.core.ids import new_id
from inflow.identity.erasure import DELETE_ACCOUNT, require_account
from inflow.identity.sign_up.sign_up import ADD_ACCOUNT
from inflow.media.tables import ADD_MEDIUM
from inflow.members.access import USER_BY_CLERK_ID
from inflow.members.joining import add_profile, add_user
from reflow.errors import AppError
from reflow.live.mutations import forget, subject_of
from reflow.postgres.database import Connection, Database

ISSUER = "https://inflow.example/api/identity"
SERIALIZABLE = "ISOLATION LEVEL SERIALIZABLE"
REMEMBER = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, subject, position)
    VALUES ($1, 1, '', '"of hers"', $2, 0)"""


@pytest.fixture(scope="module")
async def database(new_database: NewDatabase) -> AsyncIterator[Database]:
    dsn = await new_database()
    await migrate(dsn)
    database = Database(dsn)
    yield database
    await database.close()


@pytest.fixture
async def carol(database: Database) -> str:
    """Sign up a member; their account id."""
    name = f"carol_{new_id()[:6]}"
    born, now = date(1990, 1, 1), datetime.now(UTC)
    account = JustConfirmed(new_id(), f"{name}@example.org", name, "Carol Doe", born, now)
    given = {"id": account.id, "email": account.email, "username": name, "created_at": now, "password_hash": "-"}
    given |= {"terms_version": None, "terms_accepted_at": None, "language": "en"}
    async with database.transaction() as connection:
        await connection.rows(ADD_ACCOUNT, given)
        await add_profile(connection, await add_user(connection, account))
    return account.id


async def erase(database: Database, account_id: str) -> list[str]:
    async with database.transaction(SERIALIZABLE) as connection:
        assert await connection.row(DELETE_ACCOUNT, {"id": account_id})
        return await erase_member(connection, ISSUER, account_id)


async def upload(connection: Connection, account_id: str) -> str:
    """Write the rows of an upload; the medium's id."""
    await require_account(connection, account_id)
    given = {"id": new_id(), "owner_id": account_id, "kind": "jpeg", "state": "prepared", "renditions": []}
    sizes = {
        "width": 1,
        "height": 1,
        "byte_size": 1,
        "sha256": "",
        "thumbhash": "",
        "fingerprint": None,
        "verdict": None,
        "has_source": False,
    }
    await connection.rows(ADD_MEDIUM, given | sizes)
    return str(given["id"])


async def test_a_mutation_that_began_before_leaves_no_answer_behind(database: Database, carol: str) -> None:
    subject = subject_of(ISSUER, carol)

    with pytest.raises(asyncpg.SerializationError):
        async with database.transaction(SERIALIZABLE) as mutation:
            assert await mutation.row(USER_BY_CLERK_ID, {"clerk_id": carol})
            await erase(database, carol)
            await mutation.text(REMEMBER, carol, subject)

    async with database.connection() as connection:
        assert await connection.text("SELECT FROM reflow_requests WHERE subject = $1", subject) == []


async def test_an_upload_that_began_before_leaves_nothing_behind(database: Database, carol: str) -> None:
    with pytest.raises(asyncpg.SerializationError):
        async with database.transaction(SERIALIZABLE) as uploading:
            await upload(uploading, carol)
            await erase(database, carol)

    async with database.connection() as connection:
        assert await connection.text("SELECT FROM media WHERE owner_id = $1", carol) == []


async def test_an_upload_that_ended_before_goes_along(database: Database, carol: str) -> None:
    async with database.transaction(SERIALIZABLE) as uploading:
        media_id = await upload(uploading, carol)

    assert await erase(database, carol) == [media_id]


async def test_an_upload_that_begins_after_is_refused(database: Database, carol: str) -> None:
    await erase(database, carol)

    with pytest.raises(AppError, match="log in"):
        async with database.transaction(SERIALIZABLE) as uploading:
            await upload(uploading, carol)


async def test_what_another_member_was_answered_stays(database: Database, carol: str) -> None:
    async with database.transaction() as connection:
        await connection.text(REMEMBER, "bob's session", subject_of(ISSUER, "bob"))
        await connection.text(REMEMBER, "a stranger's session", b"")
        await forget(connection, ISSUER, carol)

    async with database.connection() as connection:
        kept = await connection.text("SELECT session FROM reflow_requests ORDER BY session")
    assert [row.session for row in kept] == ["a stranger's session", "bob's session"]
