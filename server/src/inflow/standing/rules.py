"""The roles, and the refusals of those who lack one."""

from __future__ import annotations

from typing import Final, Literal

Role = Literal["member", "moderator", "owner"]
Granted = Literal["moderator", "owner"]

FOR_MODERATORS: Final = "Only moderators can do this."
FOR_OWNERS: Final = "Only owners can do this."
SECOND_STEP_FIRST: Final = "Add a second step under Settings, Security. Your role needs one here."
RESTRICTED: Final = "You can't post, comment, send requests or messages for now."
NO_LINKS_YET: Final = "New members can't write links yet."
LAST_OWNER: Final = "Make another member an owner first."
