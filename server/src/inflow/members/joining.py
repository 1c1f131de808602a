"""Stores the user and the profile of a confirmed account, and its later addresses and usernames."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.members.search_words import update_search_words
from inflow.members.tables import profiles, users
from reflow import Connection, MutationCtx, Row, Statement, statement

_Rows = Callable[..., Awaitable[list[Row]]]

ADD_USER = statement(
    sa.insert(users).values(
        id=bindparam("id"),
        clerk_id=bindparam("clerk_id"),
        email=bindparam("email"),
        username=bindparam("username"),
        full_name=bindparam("full_name"),
        date_of_birth=bindparam("date_of_birth"),
    )
)
SET_EMAIL = statement(sa.update(users).where(users.c.id == bindparam("b_id")).values(email=bindparam("b_email")))
SET_USERNAME = statement(
    sa.update(users).where(users.c.id == bindparam("b_id")).values(username=bindparam("b_username"))
)
ADD_PROFILE = statement(sa.insert(profiles).values(id=bindparam("id"), user_id=bindparam("user_id")))


class Account(Protocol):
    """A confirmed account in the form that identity passes on."""

    @property
    def id(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def username(self) -> str: ...
    @property
    def full_name(self) -> str: ...
    @property
    def date_of_birth(self) -> date: ...


async def add_user(connection: Connection, account: Account) -> str:
    """Store the user in the transaction that confirms the account; returns the new user's id."""
    return await _add_user(partial(_rows, connection), account)


async def set_email(connection: Connection, user_id: str, email: str) -> None:
    """Store another address of a member, in the transaction that changes their account's."""
    await connection.rows(SET_EMAIL, {"b_id": user_id, "b_email": email})


async def set_names(connection: Connection, user_id: str, email: str | None, username: str) -> None:
    """Store another address or username of a member, in the transaction that changes their account's. Without an
    address, as members of hosted providers have none here, theirs stays.
    """
    if email is not None:
        await set_email(connection, user_id, email)
    await connection.rows(SET_USERNAME, {"b_id": user_id, "b_username": username})
    await update_search_words(partial(_rows, connection), [user_id])


async def add_profile(connection: Connection, user_id: str) -> str:
    """Store the profile in the transaction that stores the user; returns the profile's id."""
    return await _add_profile(partial(_rows, connection), user_id)


async def admit(ctx: MutationCtx, account: Account) -> str:
    """Store user and profile of an account that waited until now; returns the new user's id."""
    user_id = await _add_user(ctx.rows, account)
    await _add_profile(ctx.rows, user_id)
    return user_id


async def _add_user(rows: _Rows, account: Account) -> str:
    user_id = new_id()
    await rows(
        ADD_USER,
        id=user_id,
        clerk_id=account.id,
        email=account.email,
        username=account.username,
        full_name=account.full_name,
        date_of_birth=account.date_of_birth,
    )
    return user_id


async def _add_profile(rows: _Rows, user_id: str) -> str:
    profile_id = new_id()
    await rows(ADD_PROFILE, id=profile_id, user_id=user_id)
    await update_search_words(rows, [user_id])
    return profile_id


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
