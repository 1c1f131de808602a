"""Jobs about media, written in the transaction that makes them necessary."""

from __future__ import annotations

from reflow import Connection
from reflow.contrib.jobs import defer


async def schedule_finishing(connection: Connection, media_id: str) -> None:
    """Have the renditions of a stored medium made."""
    await defer(connection, "finish_media", {"media_id": media_id})


async def schedule_removal(connection: Connection, media_id: str) -> None:
    """Have the files of a medium deleted."""
    await defer(connection, "remove_media", {"media_id": media_id})


async def schedule_parts_removal(connection: Connection, upload_id: str) -> None:
    """Have the parts of an unfinished upload deleted."""
    await defer(connection, "remove_upload", {"upload_id": upload_id})


async def schedule_export_removal(connection: Connection, export_id: str) -> None:
    """Have the segments of an archive deleted."""
    await defer(connection, "remove_export", {"export_id": export_id})


async def schedule_import_removal(connection: Connection, import_id: str) -> None:
    """Have the archive of an import deleted."""
    await defer(connection, "remove_import", {"import_id": import_id})


async def schedule_discard(connection: Connection, media_id: str, names: list[str]) -> None:
    """Have renditions of a former cut deleted."""
    await defer(connection, "discard_renditions", {"media_id": media_id, "names": names})


async def schedule_purge(connection: Connection, media_id: str, names: list[str]) -> None:
    """Have the operator's caches forget files of a medium."""
    await defer(connection, "purge_media", {"media_id": media_id, "names": names})


async def schedule_refusal_count(connection: Connection, account_id: str) -> None:
    """Have the refused uploads of an account counted."""
    await defer(connection, "count_refusals", {"account_id": account_id})
