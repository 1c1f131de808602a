"""Jobs that send pushes: one per notification, which schedules one per browser, each retried by itself."""

from __future__ import annotations

import hashlib

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.core.clock import Clock, utc_now
from inflow.members.tables import profiles, users
from inflow.notifications.tables import notifications
from inflow.push.client import PushClient, SubscriptionExpired
from inflow.push.keys import base64url_encode
from inflow.push.rules import STALE_AFTER
from inflow.push.tables import push_subscriptions
from inflow.push.views import Push, PushSender
from reflow import Connection, Database, Row, statement
from reflow.contrib.jobs import defer

log = structlog.get_logger(__name__)

_UNWATCHED = "A job asks once, and subscribes to nothing."

SUBSCRIPTIONS_FOR_NOTIFICATION = statement(
    sa.select(push_subscriptions.c.id)
    .select_from(push_subscriptions.join(notifications, notifications.c.member_id == push_subscriptions.c.member_id))
    .where(notifications.c.id == bindparam("notification_id")),
    whole_table=_UNWATCHED,
)
SUBSCRIPTION_BY_ID = statement(
    sa.select(
        push_subscriptions.c.member_id,
        push_subscriptions.c.endpoint,
        push_subscriptions.c.p256dh,
        push_subscriptions.c.auth,
    ).where(push_subscriptions.c.id == bindparam("id"))
)
UNREAD_NOTIFICATION_OF_VIEWER = statement(
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
        not_hidden(notifications.c.sender_id),
    ),
    whole_table=_UNWATCHED,
)
DELETE_SUBSCRIPTION = statement(sa.delete(push_subscriptions).where(push_subscriptions.c.id == bindparam("id")))


class PushJobs:
    """The jobs of pushing.

    Args:
        database: Contains subscriptions and notifications.
        client: Sends pushes.
        clock: The time now.

    Attributes:
        delivered: How many pushes this process has sent.
    """

    def __init__(self, database: Database, client: PushClient, clock: Clock = utc_now) -> None:
        self._database = database
        self._client = client
        self._clock = clock
        self.delivered = 0

    async def schedule_pushes(self, notification_id: str) -> None:
        """Schedule a push to every browser of the notification's member."""
        async with self._database.transaction() as connection:
            for row in await connection.rows(SUBSCRIPTIONS_FOR_NOTIFICATION, {"notification_id": notification_id}):
                arguments = {"subscription_id": row.id, "notification_id": notification_id}
                await defer(connection, "push_to", arguments)

    async def send(self, subscription_id: str, notification_id: str) -> None:
        """Push to one browser, if the notification still exists, is unread, and is not stale.

        Raises:
            NotDelivered: The job should be retried.
        """
        async with self._database.connection() as connection:
            subscription = await connection.row(SUBSCRIPTION_BY_ID, {"id": subscription_id})
            notification = await self._unread_notification(connection, subscription, notification_id)
        if subscription is None or notification is None:
            return
        sender = PushSender(id=notification.profile_id, username=notification.username)
        content = msgspec.json.encode(Push(type=notification.type, subject=notification.subject, sender=sender))
        try:
            await self._client.deliver(subscription, content, topic=_topic(notification_id))
            self.delivered += 1
        except SubscriptionExpired:
            await self._delete_subscription(subscription_id)

    async def _unread_notification(
        self, connection: Connection, subscription: Row | None, notification_id: str
    ) -> Row | None:
        if subscription is None:
            return None
        row = await connection.row(
            UNREAD_NOTIFICATION_OF_VIEWER, {"id": notification_id, "viewer": subscription.member_id}
        )
        if row is None or row.created_at < self._clock() - STALE_AFTER:
            return None
        return row

    async def _delete_subscription(self, subscription_id: str) -> None:
        async with self._database.transaction() as connection:
            await connection.rows(DELETE_SUBSCRIPTION, {"id": subscription_id})
        log.info("a browser is not told any more")


def _topic(notification_id: str) -> str:
    """The topic of a notification's pushes: 32 characters from which its id cannot be read."""
    return base64url_encode(hashlib.sha256(notification_id.encode()).digest())[:32]
