"""The queries of the caller's own import."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.imports.rules import MOST_PROBLEMS, ImportId
from inflow.imports.tables import import_items, imports
from inflow.imports.views import Import, ImportProblem, import_view
from inflow.members.access import require_member
from reflow import QueryCtx, query, statement

NEWEST_IMPORT = statement(
    sa.select(*(column for column in imports.columns if column.name not in {"claim", "attempts"}))
    .where(imports.c.user_id == bindparam("user_id"))
    .order_by(imports.c.created_at.desc(), imports.c.id.desc())
    .limit(1)
)
OWN_IMPORT = statement(
    sa.select(imports.c.id).where(imports.c.id == bindparam("import_id"), imports.c.user_id == bindparam("user_id"))
)
PROBLEMS_OF = statement(
    sa.select(import_items.c.number, import_items.c.content, import_items.c.state, import_items.c.why)
    .where(import_items.c.import_id == bindparam("import_id"), import_items.c.why.is_not(None))
    .order_by(import_items.c.number)
    .limit(MOST_PROBLEMS)
)


@query
async def get_import(ctx: QueryCtx) -> Import | None:
    """The newest import of the caller's; null if there is none."""
    member = await require_member(ctx)
    row = await ctx.row(NEWEST_IMPORT, user_id=member.id)
    return None if row is None else import_view(row)


@query
async def get_problems(ctx: QueryCtx, *, import_id: ImportId) -> list[ImportProblem]:
    """What cannot come from the archive of the caller's import, and what comes otherwise than it was there; 200 at
    most. Another member's import looks as if it were empty.
    """
    member = await require_member(ctx)
    if await ctx.row(OWN_IMPORT, import_id=import_id, user_id=member.id) is None:
        return []
    rows = await ctx.rows(PROBLEMS_OF, import_id=import_id)
    return [
        ImportProblem(name=_name(row.content), why=row.why, is_lost=row.state not in {"done", "waiting"})
        for row in rows
    ]


def _name(content: dict[str, object]) -> str:
    """What an item is called: by its file, or by its name."""
    fotos = content.get("fotos")
    first = fotos[0]["name"] if isinstance(fotos, list) and fotos else content.get("name")
    return str(first or content.get("picture") or content.get("key") or "")
