"""The keys that clients send, and the content of pushes for their service workers."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.notifications.rules import NotificationType
from inflow.push.rules import Encoded


class SubscriptionKeys(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in URL-safe base64, as the browser gives them."""

    p256dh: Encoded
    auth: Encoded


class PushSender(msgspec.Struct, kw_only=True):
    """The member who acted."""

    id: ProfileId = msgspec.field(name="_id")
    username: str


class Push(msgspec.Struct, kw_only=True):
    """A notification in a push: the fields from which the service worker makes text and link."""

    type: NotificationType
    subject: str
    sender: PushSender
