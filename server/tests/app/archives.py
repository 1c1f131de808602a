"""Members who have their data archived, and download it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from tests.app.house import Ended, until
from tests.app.people import PASSWORD, Member

DOWNLOADS = "/api/identity/exports"


async def ready(member: Member) -> str:
    """Ask for an archive and wait until it is ready; the export's id."""
    answer = await member.ask("/export", password=PASSWORD)
    assert answer.status_code == 202, answer.text
    export_id: str = answer.json()["id"]
    psql = await member.house.database()

    async def is_ready() -> bool:
        return bool(await psql.fetchval("SELECT state = 'ready' FROM exports WHERE id = $1", export_id))

    await until(is_ready)
    await psql.close()
    return export_id


async def fetched(member: Member, export_id: str, **headers: str) -> httpx.Response:
    """What the member's browser gets at the archive's address."""
    return await member.http.get(f"{DOWNLOADS}/{export_id}", headers=headers)


async def downloaded(member: Member) -> zipfile.ZipFile:
    """The member's archive, which must be whole."""
    answer = await fetched(member, await ready(member))
    assert answer.status_code == 200, answer.text
    made = zipfile.ZipFile(io.BytesIO(answer.content))
    assert made.testzip() is None
    return made


async def data_of(member: Member) -> dict[str, Any]:
    """The rows in the member's archive."""
    with await downloaded(member) as made:
        rows: dict[str, Any] = json.loads(made.read("data.json"))
    return rows


async def moved_in(member: Member, folder: Path, files: Mapping[str, bytes], *more: str) -> Ended:
    """Have the operator bring a ZIP of these files along for a member."""
    archive = folder / "archive.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return await member.house.command("import", str(archive), "--member", member.username, *more)
