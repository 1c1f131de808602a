"""Types and limits of notifications."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

NotificationId = NewType("NotificationId", str)

NotificationType = Literal["post_comment", "sync_flow", "intexted"]

MOST_KEPT: Final = 500
PREVIEWED: Final = 9
"""How many unread notifications the bell shows in turn."""

QUIET_FOR: Final = timedelta(minutes=1)
"""The shortest time between two pushes about the same unread conversation, however many messages arrive."""

# The subjects of `sync_flow` notifications: a request, or an accepted one.
ASKED: Final = "asked"
IN_FLOW: Final = "in_flow"
