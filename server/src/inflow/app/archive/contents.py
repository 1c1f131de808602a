"""Writes everything of an archive that comes from rows: documents, pages and conversations, of one snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from inflow.app.archive import documents, pages
from inflow.app.archive.documents import Document, files_of
from inflow.app.archive.pages import Contents, Correspondence
from inflow.app.archive.rows import ArchiveRows, read_rows
from inflow.app.archive.segments import SegmentWriter
from inflow.app.archive.words import PageWords, words_in
from inflow.exports.progress import Plan, Superseded
from inflow.messages.export import export_conversations
from inflow.messages.keys import KeyRing
from inflow.moderation.encryption import CaseCipher
from reflow import Connection, Database


@dataclass(frozen=True, kw_only=True)
class RowSources:
    """What the rows are read and decrypted with.

    Attributes:
        product: The name of this deployment.
    """

    database: Database
    ring: KeyRing
    cipher: CaseCipher
    product: str


async def write_rows(writer: SegmentWriter, sources: RowSources, account_id: str) -> Plan:
    """Write the documents and pages of an account, and plan the files that follow.

    Raises:
        Superseded: The account no longer exists.
    """
    async with sources.database.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") as connection:
        rows = await read_rows(connection, sources.cipher, account_id)
        if rows is None:
            raise Superseded
        writer.at = rows.at
        files = files_of(rows)
        names = {each.name for each in files}
        words = words_in(rows.language)
        known = await _write_conversations(writer, connection, sources.ring, rows, names, words)
    archive = documents.archive_document(rows, sources.product, names)
    archive["counts"] |= {"conversations": len(known), "messages": sum(each.messages for each in known)}
    contents = Contents(archive, documents.posts_document(rows, names), documents.grids_document(rows))
    await asyncio.to_thread(_write_documents, writer, rows, contents, known, words)
    plan = {"at": rows.at.isoformat(), "files": files, "archive": archive}
    return Plan(content=msgspec.to_builtins(plan), total=len(files), made_at=rows.at)


def _write_documents(
    writer: SegmentWriter, rows: ArchiveRows, contents: Contents, known: list[Correspondence], words: PageWords
) -> None:
    _add_all(writer, [*pages.post_pages(contents, words, len(known)), pages.grids_page(contents, words, len(known))])
    _add_all(writer, [pages.messages_page(contents, words, known), pages.style_page(contents)])
    for name, document in (
        ("posts.json", contents.posts),
        ("grids.json", contents.grids),
        ("collections.json", documents.collections_document(rows)),
        ("comments.json", documents.comments_document(rows)),
        ("reactions.json", documents.reactions_document(rows)),
        ("connections.json", documents.connections_document(rows)),
        ("data.json", rows.everything),
    ):
        writer.add(name, as_json(document))


async def _write_conversations(
    writer: SegmentWriter, connection: Connection, ring: KeyRing, rows: ArchiveRows, names: set[str], words: PageWords
) -> list[Correspondence]:
    """Write each conversation and its page. Returns what the list of conversations shows."""
    if rows.member is None:
        return []
    originals = {medium.id: documents.original_name(medium) for medium in rows.media}
    shown = {medium.id: name for medium in rows.media if (name := documents.shown_name(medium)) in names}
    known = []
    async for conversation in export_conversations(connection, ring, rows.member.id):
        document = documents.with_files(conversation, originals)
        await asyncio.to_thread(_write_conversation, writer, document, shown, words)
        messages = document["messages"]
        last = messages[-1]["createdAt"] if messages else None
        known.append(Correspondence(document["id"], document["with"], len(messages), last))
    return known


def _write_conversation(writer: SegmentWriter, conversation: Document, shown: dict[str, str], words: PageWords) -> None:
    writer.add(f"conversations/{conversation['id']}.json", as_json(conversation))
    _add_all(writer, [pages.conversation_page(conversation, shown, words)])


def _add_all(writer: SegmentWriter, files: Iterable[tuple[str, bytes]]) -> None:
    for name, content in files:
        writer.add(name, content)


def as_json(content: Any) -> bytes:
    """A document of the archive."""
    return msgspec.json.format(msgspec.json.encode(content), indent=2)
