"""Names of members who left: kept from everybody for ninety days, and known to nobody who does not type them."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.identity.setup import Setup
from inflow.identity.tables import UNWATCHED, former_usernames
from reflow.postgres.database import Connection
from reflow.statements import statement

KEPT_FOR = timedelta(days=90)
PURPOSE = "former username"

HELD = statement(
    sa.select(former_usernames.c.mac).where(
        former_usernames.c.mac == bindparam("mac"), former_usernames.c.expires_at > bindparam("now")
    ),
    whole_table=UNWATCHED,
)
_holding = insert(former_usernames).values(mac=bindparam("mac"), expires_at=bindparam("expires_at"))
HOLD = statement(
    _holding.on_conflict_do_update(index_elements=["mac"], set_={"expires_at": _holding.excluded.expires_at})
)
FORGET_EXPIRED = statement(sa.delete(former_usernames).where(former_usernames.c.expires_at <= bindparam("now")))


async def hold(setup: Setup, connection: Connection, username: str, now: datetime) -> None:
    """Let nobody have this name for a while."""
    mac = setup.secret.mac(PURPOSE, username)
    await connection.rows(HOLD, {"mac": mac, "expires_at": now + KEPT_FOR})


async def holds(setup: Setup, connection: Connection, username: str, now: datetime) -> bool:
    """Whether somebody who had this name left not long ago."""
    return await connection.row(HELD, {"mac": setup.secret.mac(PURPOSE, username), "now": now}) is not None
