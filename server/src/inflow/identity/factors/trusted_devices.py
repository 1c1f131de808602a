"""Browsers that are not asked for the second step for 30 days, because their member said so there."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity.factors.rules import TRUSTED_FOR
from inflow.identity.tables import UNWATCHED, trusted_devices
from reflow import Connection, Row, statement

ADD_DEVICE = statement(
    sa.insert(trusted_devices).values(
        id=bindparam("id"),
        account_id=bindparam("account_id"),
        browser=bindparam("browser"),
        trusted_at=bindparam("now"),
        last_used_at=bindparam("now"),
        expires_at=bindparam("expires_at"),
    )
)
DEVICE_OF_ACCOUNT = statement(
    sa.select(trusted_devices.c.id).where(
        trusted_devices.c.id == bindparam("id"),
        trusted_devices.c.account_id == bindparam("account_id"),
        trusted_devices.c.expires_at > bindparam("now"),
    ),
    whole_table=UNWATCHED,
)
DEVICES_OF_ACCOUNT = statement(
    sa.select(trusted_devices)
    .where(trusted_devices.c.account_id == bindparam("account_id"), trusted_devices.c.expires_at > bindparam("now"))
    .order_by(trusted_devices.c.last_used_at.desc(), trusted_devices.c.id),
    whole_table=UNWATCHED,
)
# Each sign-in gives the browser a new device cookie, whose id takes the place of the former one.
CHANGE_ID = statement(
    sa.update(trusted_devices)
    .where(trusted_devices.c.id == bindparam("b_former"))
    .values(id=bindparam("b_id"), last_used_at=bindparam("b_now"))
)
FORGET_DEVICE = statement(
    sa.delete(trusted_devices)
    .where(trusted_devices.c.id == bindparam("id"), trusted_devices.c.account_id == bindparam("account_id"))
    .returning(trusted_devices.c.id)
)
FORGET_DEVICES = statement(sa.delete(trusted_devices).where(trusted_devices.c.account_id == bindparam("account_id")))
DELETE_EXPIRED = statement(sa.delete(trusted_devices).where(trusted_devices.c.expires_at <= bindparam("now")))


async def trust(connection: Connection, account_id: str, device: str, browser: str, now: datetime) -> None:
    """Trust the browser with this device id."""
    values = {"id": device, "account_id": account_id, "browser": browser, "now": now, "expires_at": now + TRUSTED_FOR}
    await connection.rows(ADD_DEVICE, values)


async def is_trusted(connection: Connection, account_id: str, device: str | None, now: datetime) -> bool:
    """Whether the account trusts the browser with this device id."""
    if device is None:
        return False
    return await connection.row(DEVICE_OF_ACCOUNT, {"id": device, "account_id": account_id, "now": now}) is not None


async def devices_of(connection: Connection, account_id: str, now: datetime) -> list[Row]:
    """The browsers that the account trusts, the last used first."""
    return await connection.rows(DEVICES_OF_ACCOUNT, {"account_id": account_id, "now": now})
