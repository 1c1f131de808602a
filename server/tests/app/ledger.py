"""The data that an Inflow stores, so that tests can prove that none of it changed."""

from __future__ import annotations

from tests.app.house import House

WHOLE = (
    *("users", "profiles", "posts", "identity_accounts", "identity_sessions", "reflow_requests"),
    *("aura", "blocks", "hidden", "connections", "flow_requests", "comments", "reactions", "notifications"),
    *("conversations", "conversation_keys", "conversation_sides", "messages"),
)
ROWS = "SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM {} AS t"
# Only the id and the owner of a photo: the media worker may still be making its renditions while a test runs.
MEDIA = "SELECT count(*) || ' ' || coalesce(string_agg(id || owner_id, ' ' ORDER BY id), '') FROM media"


async def kept(house: House) -> dict[str, str]:
    """Every table of the product in one line each, and every photo that has bytes."""
    psql = await house.database()
    try:
        tables = {table: await psql.fetchval(ROWS.format(table)) for table in WHOLE}
        media = await psql.fetchval(MEDIA)
    finally:
        await psql.close()
    folders = sorted(folder.name for folder in (house.home / "media").glob("*/*"))
    return {**tables, "media": media, "bytes": " ".join(folders)}
