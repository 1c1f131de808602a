"""The columns of every view of a user."""

from __future__ import annotations

from inflow.members.tables import users

USER_COLUMNS = [
    users.c.id,
    users.c.clerk_id,
    users.c.email,
    users.c.username,
    users.c.full_name,
    users.c.date_of_birth,
    users.c.image_url,
    users.c.nook,
    users.c.last_nook_change,
    users.c.created_at,
]
