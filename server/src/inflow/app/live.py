"""Which tables are live, and which of their columns the log must carry for it. Migrations build on this."""

from __future__ import annotations

from typing import Final

PUBLICATION: Final = "inflow"

# Columns listed here leave the database through the log, to our own processes only; keep words and addresses out.
PUBLISHED: Final[dict[str, tuple[str, ...]]] = {
    "users": ("id", "clerk_id"),
    "profiles": ("id", "user_id"),
    "media": ("id", "owner_id"),
    "posts": ("id", "author_id", "media_id", "nook_type", "post_type", "is_video", "created_at"),
    "identity_sessions": ("id",),
    "reflow_requests": ("session", "request"),
    "reflow_epoch": ("system_id", "timeline", "epoch", "beats"),
}
