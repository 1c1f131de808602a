"""Notifications as clients see them."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.members.views import iso
from inflow.notifications.rules import NotificationId, NotificationType
from reflow import Row


class Sender(msgspec.Struct, rename="camel", kw_only=True):
    """The member who acted."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    image_url: str


class Notification(msgspec.Struct, rename="camel", kw_only=True):
    """An action of another member that concerns the caller. The comments on one post are one notification: the newest,
    with their number.

    `sender` is null once that member has left. `subject` is the id of the post (`post_comment`) or of the conversation
    (`intexted`); for `sync_flow` it is `asked` for a new request, or `in_flow` for an accepted one. `count` is the
    number of notifications that this one stands for; `read` is true if all of them are read.
    """

    id: NotificationId = msgspec.field(name="_id")
    type: NotificationType
    read: bool
    created_at: str
    sender: Sender | None
    subject: str
    count: int


class UnreadCount(msgspec.Struct, kw_only=True):
    """The number of unread notifications of each type, and in all."""

    post_comment: int
    sync_flow: int
    intexted: int
    total: int


class Preferences(msgspec.Struct, rename="camel", kw_only=True):
    """Which notifications the member gets."""

    post_notifications: bool = True
    comment_notifications: bool = True


def notification_view(row: Row) -> Notification:
    """A row of a notification and its sender, as a view."""
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
