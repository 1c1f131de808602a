"""Telling: a notification's job makes one job for each browser of its member, and each of those is tried by itself."""

from __future__ import annotations

import hashlib

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.core.clock import Clock, utc_now
from inflow.members.tables import profiles, users
from inflow.notifications.tables import notifications
from inflow.push.delivery import Delivery, Over
from inflow.push.keys import encoded
from inflow.push.rules import WORTH_TELLING
from inflow.push.tables import push_subscriptions
from inflow.push.views import Push, PushSender
from reflow.contrib.jobs import defer
from reflow.postgres.database import Connection, Database, Row
from reflow.statements import statement

log = structlog.get_logger(__name__)

_UNWATCHED = "A job asks once, and subscribes to nothing."

BROWSERS = statement(
    sa.select(push_subscriptions.c.id)
    .select_from(push_subscriptions.join(notifications, notifications.c.member_id == push_subscriptions.c.member_id))
    .where(notifications.c.id == bindparam("notification_id")),
    whole_table=_UNWATCHED,
)
BROWSER = statement(
    sa.select(
        push_subscriptions.c.member_id,
        push_subscriptions.c.endpoint,
        push_subscriptions.c.p256dh,
        push_subscriptions.c.auth,
    ).where(push_subscriptions.c.id == bindparam("id"))
)
UNREAD = statement(
    sa.select(
        notifications.c.type,
        notifications.c.subject,
        notifications.c.created_at,
        users.c.username,
        profiles.c.id.label("profile_id"),
    )
    .select_from(notifications)
    .join(users, users.c.id == notifications.c.sender_id)
    .join(profiles, profiles.c.user_id == notifications.c.sender_id)
    .where(
        notifications.c.id == bindparam("id"),
        notifications.c.member_id == bindparam("viewer"),
        notifications.c.read == sa.false(),
        hidden_from(notifications.c.sender_id),
    ),
    whole_table=_UNWATCHED,
)
FORGET = statement(sa.delete(push_subscriptions).where(push_subscriptions.c.id == bindparam("id")))


class Pushes:
    """The jobs of pushing.

    Args:
        database: Where subscriptions and notifications are.
        delivery: Hands pushes over.
        clock: Says what time it is.
    """

    def __init__(self, database: Database, delivery: Delivery, clock: Clock = utc_now) -> None:
        self._database = database
        self._delivery = delivery
        self._clock = clock

    async def announce(self, notification_id: str) -> None:
        """Have every browser of the notification's member told of it."""
        async with self._database.transaction() as connection:
            for row in await connection.rows(BROWSERS, {"notification_id": notification_id}):
                given = {"subscription_id": row.id, "notification_id": notification_id}
                await defer(connection, "push_to", given)

    async def send(self, subscription_id: str, notification_id: str) -> None:
        """Tell one browser, if the notification is still there, unread, and news.

        Raises:
            NotDelivered: It is to be tried again.
        """
        async with self._database.connection() as connection:
            browser = await connection.row(BROWSER, {"id": subscription_id})
            told = await self._told(connection, browser, notification_id)
        if browser is None or told is None:
            return
        sender = PushSender(id=told.profile_id, username=told.username)
        content = msgspec.json.encode(Push(type=told.type, subject=told.subject, sender=sender))
        try:
            await self._delivery.deliver(browser, content, topic=_topic(notification_id))
        except Over:
            await self._forget(subscription_id)

    async def _told(self, connection: Connection, browser: Row | None, notification_id: str) -> Row | None:
        if browser is None:
            return None
        row = await connection.row(UNREAD, {"id": notification_id, "viewer": browser.member_id})
        if row is None or row.created_at < self._clock() - WORTH_TELLING:
            return None
        return row

    async def _forget(self, subscription_id: str) -> None:
        async with self._database.transaction() as connection:
            await connection.rows(FORGET, {"id": subscription_id})
        log.info("a browser is not told any more")


def _topic(notification_id: str) -> str:
    """The notification's name to push services, at most 32 characters that say nothing."""
    return encoded(hashlib.sha256(notification_id.encode()).digest())[:32]
