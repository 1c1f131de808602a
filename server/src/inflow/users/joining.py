"""Becoming a member: what is stored when an account was confirmed."""

from __future__ import annotations

from datetime import date
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.users.tables import users
from reflow.postgres.database import Connection
from reflow.statements import statement

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


class Account(Protocol):
    """A confirmed account, as the identity issuer knows it."""

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
    """Store the member in the account's own transaction; the new user's id."""
    user_id = new_id()
    await connection.rows(
        ADD_USER,
        {
            "id": user_id,
            "clerk_id": account.id,
            "email": account.email,
            "username": account.username,
            "full_name": account.full_name,
            "date_of_birth": account.date_of_birth,
        },
    )
    return user_id
