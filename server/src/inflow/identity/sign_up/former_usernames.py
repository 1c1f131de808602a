"""Usernames of former members, and former ones of members: reserved for ninety days, and stored only as MACs."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.tables import TEXT
from inflow.identity.setup import Setup
from inflow.identity.tables import UNWATCHED, former_usernames
from reflow import Connection, statement

RESERVED_FOR = timedelta(days=90)
PURPOSE = "former username"

FORMER_USERNAME = statement(
    sa.select(former_usernames.c.mac).where(
        former_usernames.c.mac == bindparam("mac"),
        former_usernames.c.expires_at > bindparam("now"),
        former_usernames.c.account_id.is_distinct_from(bindparam("but_for", type_=TEXT)),
    ),
    whole_table=UNWATCHED,
)
_reserving = insert(former_usernames).values(
    mac=bindparam("mac"), expires_at=bindparam("expires_at"), account_id=bindparam("account_id", type_=TEXT)
)
RESERVE_FORMER_USERNAME = statement(
    _reserving.on_conflict_do_update(
        index_elements=["mac"],
        set_={"expires_at": _reserving.excluded.expires_at, "account_id": _reserving.excluded.account_id},
    )
)
RELEASE_FORMER_USERNAME = statement(sa.delete(former_usernames).where(former_usernames.c.mac == bindparam("mac")))
DELETE_EXPIRED = statement(sa.delete(former_usernames).where(former_usernames.c.expires_at <= bindparam("now")))


async def reserve(
    setup: Setup, connection: Connection, username: str, now: datetime, *, account_id: str | None = None
) -> None:
    """Reserve a former member's name, or the former name of the member with this account, who may take it back."""
    values = {
        "mac": setup.secret.mac(PURPOSE, username),
        "expires_at": now + RESERVED_FOR,
        "account_id": account_id,
    }
    await connection.rows(RESERVE_FORMER_USERNAME, values)


async def release(setup: Setup, connection: Connection, username: str) -> None:
    """End the reservation of a name that its member takes back."""
    await connection.rows(RELEASE_FORMER_USERNAME, {"mac": setup.secret.mac(PURPOSE, username)})


async def is_reserved(
    setup: Setup, connection: Connection, username: str, now: datetime, *, but_for: str | None = None
) -> bool:
    """Whether the name is reserved, for others than the member with the account `but_for`."""
    # A reservation of a former member has no account. No account has an empty id, so it stays reserved for everyone.
    values = {"mac": setup.secret.mac(PURPOSE, username), "now": now, "but_for": but_for or ""}
    return await connection.row(FORMER_USERNAME, values) is not None
