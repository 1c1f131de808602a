"""What is told, and how much of it is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

NotificationId = NewType("NotificationId", str)

NotificationType = Literal["post_comment", "sync_flow", "intexted"]

MOST_KEPT: Final = 500
PREVIEWED: Final = 9
"""How many unread ones the bell shows in turn."""

QUIET_FOR: Final = timedelta(minutes=1)
"""Browsers are told of the same conversation no sooner again, however many messages come, until it is read."""

# What a `sync_flow` notification is about: somebody asks, or somebody said yes.
ASKED: Final = "asked"
IN_FLOW: Final = "in_flow"
