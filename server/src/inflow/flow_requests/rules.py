"""Words and limits of flow requests."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

FlowRequestId = NewType("FlowRequestId", str)

Status = Literal["pending", "accepted"]

PER_CIRCLE: Final = 12
MOST_STANDINGS: Final = 30
"""How many members one call asks about."""
KEPT_FOR: Final = timedelta(days=30)
"""How long a settled request is kept."""

IN_BUCKET: Final = "This user is in your syncflow bucket"
NOT_SENT: Final = "This request could not be sent."
FRIENDS_OF_FRIENDS: Final = "They take requests from members with a flow in common. You have none with them yet."
TAKES_NONE: Final = "They take no requests at the moment."
IN_FLOW_ALREADY: Final = "You are in flow already."
NOT_TO_ONESELF: Final = "You cannot syncflow with yourself."
NOT_THERE: Final = "This request does not exist."

ENOUGH_REQUESTS: Final = "New members can send only so many requests a day. Please try again tomorrow."
