"""Opens the demo: only on this machine, and only in a database without real members."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from inflow.app.demo.filling import POSTS, Community
from inflow.app.demo.people import CHARACTERS, Character
from inflow.app.demo.pictures import NoPhotographs
from inflow.app.settings import BadSetting, Settings
from inflow.app.wiring import running
from reflow import Database

READY: Final = "demo-is-ready"
"""A file in the home folder, written when the community is complete."""

HOURS: Final = 2.0
"""How many hours of the members' time pass in one second of real time."""

STRANGERS: Final = "SELECT count(*) AS count FROM users WHERE username <> ALL($1)"
MEMBERS: Final = "SELECT count(*) AS count FROM users"
EARN: Final = """
    INSERT INTO aura (user_id, photos_uploaded, grids_created, syncs, has_badge, badge_since)
    SELECT id, 120, 30, 250, true, now() - interval '200 days' FROM users WHERE username = ANY($1)
    ON CONFLICT (user_id) DO UPDATE
    SET photos_uploaded = 120, grids_created = 30, syncs = 250, has_badge = true, badge_since = excluded.badge_since
"""
"""Gives the curators their badges by SQL: by calls, each would need a hundred and twenty fotos."""
SPREAD: Final = tuple(
    f"UPDATE {table} SET {column} = now() - (now() - {column}) * $1::float8"  # noqa: S608  # names written here
    for table, column in (
        ("users", "created_at"),
        ("profiles", "created_at"),
        ("connections", "created_at"),
        ("flow_requests", "created_at"),
        ("posts", "created_at"),
        ("posts", "edited_at"),
        ("post_edits", "edited_at"),
        ("comments", "created_at"),
        ("comments", "edited_at"),
        ("collections", "created_at"),
        ("saves", "saved_at"),
        ("grids", "created_at"),
        ("notifications", "created_at"),
        ("messages", "created_at"),
        ("conversations", "last_at"),
        ("conversation_sides", "last_at"),
    )
)
"""Stretches events of a minute or two over days, all by the same factor, so that their order stays."""

LAST_YEAR: Final = """
    UPDATE posts SET created_at = date_trunc('week', now()) - interval '364 days' + number * interval '30 hours'
    FROM (
        SELECT id, row_number() OVER (PARTITION BY author_id ORDER BY created_at) AS number FROM posts
        WHERE foto_count = 1 AND post_type <> 'archived' AND NOT EXISTS (SELECT FROM comments WHERE post_id = posts.id)
    ) AS first WHERE posts.id = first.id AND number <= 4
"""
"""Moves some fotos of each member to this week a year ago, of which their profiles remind them."""
LONG_THERE: Final = "UPDATE users SET created_at = now() - interval '2 years'"


async def prepare(settings: Settings, cast: Sequence[Character] = CHARACTERS, posts: int = POSTS) -> None:
    """Prepare the community: create it in an empty database.

    Args:
        cast: The made-up members.
        posts: How many fotos they take between them.

    Raises:
        BadSetting: The demo cannot run here; the text says why.
    """
    if not settings.is_development:
        raise BadSetting("The demo's passwords are known to everybody: it runs on this machine only.")
    async with running(settings) as parts:
        ready = settings.home_path / READY
        if await _is_there(parts.database, settings.home_path, is_ready=ready.is_file()):
            return
        community = Community(parts, cast, posts)
        try:
            await community.live()
        except NoPhotographs as missing:
            raise BadSetting(str(missing)) from None
        async with parts.database.connection() as connection:
            await connection.text(EARN, [each.username for each in CHARACTERS if each.is_curator])
        await community.shape_nooks()
        async with parts.database.transaction() as connection:
            for statement in SPREAD:
                await connection.text(statement, HOURS * 3600)
            await connection.text(LAST_YEAR)
            await connection.text(LONG_THERE)
        ready.write_text("Every account in this database is made up.\n", encoding="utf-8")


async def _is_there(database: Database, home: Path, *, is_ready: bool) -> bool:
    """Whether the community exists already.

    Raises:
        BadSetting: The database has other members, or only a part of the community.
    """
    async with database.connection() as connection:
        (strangers,) = await connection.text(STRANGERS, [each.username for each in CHARACTERS])
        (members,) = await connection.text(MEMBERS)
    if strangers.count and not is_ready:
        raise BadSetting("This database has members. The demo needs an empty one: choose another INFLOW_HOME.")
    if members.count and not is_ready:
        raise BadSetting(f"A demo was begun here and not finished. Remove {home}, and start again.")
    return bool(members.count)
