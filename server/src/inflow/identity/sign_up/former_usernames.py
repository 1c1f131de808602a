"""Usernames of former members: reserved for ninety days, and stored only as MACs."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.identity.setup import Setup
from inflow.identity.tables import UNWATCHED, former_usernames
from reflow import Connection, statement

RESERVED_FOR = timedelta(days=90)
PURPOSE = "former username"

FORMER_USERNAME = statement(
    sa.select(former_usernames.c.mac).where(
        former_usernames.c.mac == bindparam("mac"), former_usernames.c.expires_at > bindparam("now")
    ),
    whole_table=UNWATCHED,
)
_reserving = insert(former_usernames).values(mac=bindparam("mac"), expires_at=bindparam("expires_at"))
RESERVE_FORMER_USERNAME = statement(
    _reserving.on_conflict_do_update(index_elements=["mac"], set_={"expires_at": _reserving.excluded.expires_at})
)
DELETE_EXPIRED = statement(sa.delete(former_usernames).where(former_usernames.c.expires_at <= bindparam("now")))


async def reserve(setup: Setup, connection: Connection, username: str, now: datetime) -> None:
    """Reserve a former member's name."""
    mac = setup.secret.mac(PURPOSE, username)
    await connection.rows(RESERVE_FORMER_USERNAME, {"mac": mac, "expires_at": now + RESERVED_FOR})


async def is_reserved(setup: Setup, connection: Connection, username: str, now: datetime) -> bool:
    """Whether the name is reserved for a former member."""
    return await connection.row(FORMER_USERNAME, {"mac": setup.secret.mac(PURPOSE, username), "now": now}) is not None
