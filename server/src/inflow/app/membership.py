"""What the product does in the transactions in which identity creates, changes and deletes accounts."""

from __future__ import annotations

from functools import partial
from typing import Any

from inflow.app.erasure import erase_member
from inflow.app.scheduling import schedule_removal
from inflow.identity.setup import NewAccount
from inflow.members.erasure import user_of
from inflow.members.joining import add_profile, add_user, set_names
from inflow.policies.updates import accept_at_sign_up
from inflow.standing.updates import note_second_step
from reflow import Connection, Row, Statement


async def join(connection: Connection, account: NewAccount) -> dict[str, Any]:
    """Store user and profile of a new account. Returns the member as JSON."""
    user_id = await add_user(connection, account)
    profile_id = await add_profile(connection, user_id)
    await accept_at_sign_up(partial(_rows, connection), user_id, account.terms_accepted_at)
    return {"_id": user_id, "profileId": profile_id, "username": account.username, "fullName": account.full_name}


async def leave(issuer: str, connection: Connection, account_id: str) -> None:
    """Delete all rows of an account's member, and schedule the deletion of their files."""
    for media_id in await erase_member(connection, issuer, account_id):
        await schedule_removal(connection, media_id)


async def rename(connection: Connection, account_id: str, email: str | None, username: str) -> None:
    """Store another address or username of an account's member."""
    user_id = await user_of(connection, account_id)
    if user_id is not None:  # an applicant has no user yet
        await set_names(connection, user_id, email, username)


async def keep_second_step(connection: Connection, account_id: str, has_one: bool) -> None:
    """Note whether an account's member has a second step."""
    user_id = await user_of(connection, account_id)
    if user_id is not None:  # an applicant has no user yet, and no role
        await note_second_step(partial(_rows, connection), user_id, has_one=has_one)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
