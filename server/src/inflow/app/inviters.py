"""Who invited a member, and whom they invited, from the command line, beside a running Inflow."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.beside import running_database
from inflow.app.moderating import member_called
from inflow.app.settings import Settings
from inflow.identity.tables import accounts, invitations
from reflow import statement

NO_ONE: Final = "(no one)"
DELETED: Final = "(deleted)"

_inviters = accounts.alias("inviters")
ENTRY_OF = statement(
    sa.select(accounts.c.created_at, invitations.c.id.label("invitation_id"), _inviters.c.username.label("inviter"))
    .outerjoin(invitations, invitations.c.id == accounts.c.invitation_id)
    .outerjoin(_inviters, _inviters.c.id == invitations.c.created_by)
    .where(accounts.c.id == bindparam("account_id")),
    whole_table="Read once, from the command line.",
)
INVITED_BY = statement(
    sa.select(accounts.c.username, accounts.c.created_at)
    .join(invitations, invitations.c.id == accounts.c.invitation_id)
    .where(invitations.c.created_by == bindparam("account_id"))
    .order_by(accounts.c.created_at, accounts.c.username),
    whole_table="Read once, from the command line.",
)


class Invited(NamedTuple):
    """An account that was made with an invitation of the member's."""

    username: str
    created_at: datetime


class Entry(NamedTuple):
    """When a member joined, who invited them, and whom they invited, the first one first.

    Attributes:
        inviter: A username, `NO_ONE`, or `DELETED` for a member who has left.
    """

    created_at: datetime
    inviter: str
    invited: list[Invited]


async def entry_of(settings: Settings, username: str) -> Entry:
    """How a member joined, and who joined by them.

    Raises:
        BadSetting: No member has this name, or the database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        given = {"account_id": (await member_called(connection, username)).clerk_id}
        (own,) = await connection.rows(ENTRY_OF, given)
        inviter = NO_ONE if own.invitation_id is None else own.inviter or DELETED
        return Entry(own.created_at, inviter, [Invited(*row) for row in await connection.rows(INVITED_BY, given)])
