"""The select that all lists of profiles are based on: the profile, its member, and whether they are a curator."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.curators.tables import aura
from inflow.members.tables import profiles, users

PROFILES = (
    sa.select(
        profiles.c.id,
        profiles.c.user_id,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
        users.c.nook,
        profiles.c.quote,
        sa.func.coalesce(aura.c.has_badge, sa.false()).label("is_curator"),
    )
    .select_from(profiles)
    .join(users, users.c.id == profiles.c.user_id)
    .outerjoin(aura, aura.c.user_id == profiles.c.user_id)
)
