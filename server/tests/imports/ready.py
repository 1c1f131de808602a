"""An import that its member can start, without an archive."""

from __future__ import annotations

from tests.members import Member

from inflow.core.ids import new_id
from inflow.imports.mutations import JOB
from inflow.imports.planning import Item, Plan
from inflow.imports.progress import begin_import, store_plan, take_up
from inflow.imports.rules import IS_VIDEO, ImportId
from inflow.imports.views import Contents
from reflow.contrib.jobs import withdraw


async def ready_import(member: Member, name: str = "tide") -> ImportId:
    """Have an archive of a member's be ready, of which one thing cannot come; the import's id."""
    made = Plan([Item("problem", None, {"type": "problem", "name": f"{name}.mp4"}, "refused", IS_VIDEO)], Contents())
    import_id, claim = ImportId(new_id()), new_id()
    async with member.world.database.transaction() as connection:
        await begin_import(connection, member.user_id, import_id=import_id, file_name=f"{name}.zip", byte_size=1)
        await withdraw(connection, JOB, "import_id", [import_id])
        await take_up(connection, import_id, claim)
        await store_plan(connection, import_id, claim, "folder", made, 0)
    await member.world.settle()
    return import_id
