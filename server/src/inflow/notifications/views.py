"""Notifications as clients see them."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.members.views import iso
from inflow.notifications.rules import NotificationId, NotificationType
from reflow.postgres.database import Row


class Sender(msgspec.Struct, rename="camel", kw_only=True):
    """Who did it."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    image_url: str


class Notification(msgspec.Struct, rename="camel", kw_only=True):
    """What somebody did that concerns the member. The comments on one post are one: the newest, with their number.

    `sender` is null once they have left. `subject` is the id of the post (`post_comment`) or of the conversation
    (`intexted`); for `sync_flow` it says which: `asked`, the sender wants to syncflow, or `in_flow`, they accepted.
    `count` is how many it stands for; `read`, that all of them are.
    """

    id: NotificationId = msgspec.field(name="_id")
    type: NotificationType
    read: bool
    created_at: str
    sender: Sender | None
    subject: str
    count: int


class UnreadCount(msgspec.Struct, kw_only=True):
    """How many notifications of each type are unread, and in all."""

    post_comment: int
    sync_flow: int
    intexted: int
    total: int


class Preferences(msgspec.Struct, rename="camel", kw_only=True):
    """Of what the member wants to be notified."""

    post_notifications: bool = True
    comment_notifications: bool = True


def notification_view(row: Row) -> Notification:
    """A row of a notification and its sender as the member sees it."""
    sender = None
    if row.username is not None:
        sender = Sender(id=row.profile_id, username=row.username, image_url=row.image_url)
    return Notification(
        id=row.id,
        type=row.type,
        read=row.read,
        created_at=iso(row.created_at),
        sender=sender,
        subject=row.subject,
        count=row.number,
    )
