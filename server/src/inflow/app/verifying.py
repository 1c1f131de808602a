"""Checking a running deployment: media against their rows, messages against their keys, and the audit log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app import quarantine
from inflow.app.beside import running_database
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import AuditLog
from inflow.backup.destination import Destination
from inflow.backup.media_copies import bring_back
from inflow.core.clock import utc_now
from inflow.core.encryption import DecryptionFailed, Secret
from inflow.media.rules import video_name
from inflow.media.storage.orphans import ORPHAN_AFTER, orphans_in
from inflow.media.storage.store import ORIGINAL, MediaStore
from inflow.media.tables import media
from inflow.messages.keys import KeyRing, MissingKey, Wrapped
from inflow.messages.tables import conversation_keys, messages
from inflow.posts.tables import further_fotos, posts
from reflow import Database, Row, statement

_BATCH = 1000

MEDIA_AFTER = statement(
    sa.select(
        media.c.id,
        media.c.renditions,
        media.c.video_kind,
        sa.func.coalesce(posts.c.id, further_fotos.c.post_id).label("post_id"),
    )
    .select_from(media)
    .outerjoin(posts, posts.c.media_id == media.c.id)
    .outerjoin(further_fotos, further_fotos.c.media_id == media.c.id)
    .where(media.c.id > bindparam("after"), media.c.created_at <= bindparam("before"))
    .order_by(media.c.id)
    .limit(_BATCH),
    whole_table="Asked by an operator's command.",
)
KEYS_AFTER = statement(
    sa.select(*conversation_keys.columns)
    .where(conversation_keys.c.conversation_id > bindparam("after"))
    .order_by(conversation_keys.c.conversation_id)
    .limit(_BATCH),
    whole_table="Asked by an operator's command.",
)
MESSAGES_OF = statement(
    sa.select(messages.c.id, messages.c.seat, messages.c.type, messages.c.content)
    .where(messages.c.conversation_id == bindparam("conversation"), messages.c.content.is_not(None))
    .order_by(messages.c.seq),
    whole_table="Asked by an operator's command.",
)


class Found(NamedTuple):
    """What a check found.

    Attributes:
        problems: As sentences that say what to do; empty if all is well.
        repaired: The repairs, as sentences.
        media: How many media were checked.
        messages: How many messages were decrypted.
    """

    problems: list[str]
    repaired: list[str]
    media: int
    messages: int


async def verify_running(settings: Settings, *, repair: bool = False, source: str = "") -> Found:
    """Check the deployment beside its running Inflow.

    Args:
        repair: Delete files without rows, and copy missing files out of the backup.
        source: The backup, if there is one to copy from.

    Raises:
        BadSetting: The database does not answer, or the deployment is in quarantine and not to be repaired.
        BackupRefused: There is no backup at that place.
    """
    if repair and quarantine.is_quarantined(settings):
        raise BadSetting("This copy is in quarantine, and changes nothing. Repair it after --go-live.")
    place = Destination.at(source) if source else None
    store = MediaStore.at(settings.media_url or None, settings.home_path / "media")
    problems, repaired, now = list[str](), list[str](), utc_now()
    async with running_database(settings, size=2) as database:
        count, missing = await _missing_files(database, store, now)
        if missing and repair and place is not None:
            copied, _ = await bring_back(place, store, list(missing))
            repaired += [f"{copied.objects} files of {len(missing)} media were copied out of the backup."]
            _, missing = await _missing_files(database, store, now)
        problems += [_about_missing(media_id, *about) for media_id, about in sorted(missing.items())]
        orphans = [each async for each in orphans_in(database, store, now)]
        if orphans and repair:
            for media_id in orphans:
                await store.remove(media_id)
            repaired += [f"The files of {len(orphans)} media without rows were deleted."]
        elif orphans:
            days = ORPHAN_AFTER // timedelta(days=1)
            problems += [
                f"{len(orphans)} media have files and no row, such as {orphans[0]}. Inflow deletes them after {days} "
                "days; --repair does it now. If the database was restored by other means than `inflow restore`, they "
                "may be newer than it: look first."
            ]
        decrypted, unreadable = await _unreadable(database, settings.key_ring())
        problems += unreadable
        problems += await _audit_problem(settings, database)
    return Found(problems, repaired, count, decrypted)


async def _missing_files(
    database: Database, store: MediaStore, now: datetime
) -> tuple[int, dict[str, tuple[list[str], str | None]]]:
    """How many media there are; and of those with missing files the names of these, and the post."""
    count, missing, prefix, objects = 0, dict[str, tuple[list[str], str | None]](), "", set[tuple[str, str]]()
    # Files are written before their row, and a new cut's while the row changes.
    async for row in _rows(database, now - timedelta(minutes=10)):
        count += 1
        if row.id[:2] != prefix:
            prefix = row.id[:2]
            objects = set(await store.objects(prefix))
        names = [
            ORIGINAL,
            *(each["name"] for each in row.renditions),
            *([video_name(row.video_kind)] if row.video_kind else []),
        ]
        if absent := [name for name in names if (row.id, name) not in objects]:
            missing[row.id] = (absent, row.post_id)
    return count, missing


async def _rows(database: Database, before: datetime) -> AsyncIterator[Row]:
    after = ""
    while True:
        async with database.connection() as connection:
            rows = await connection.rows(MEDIA_AFTER, {"after": after, "before": before})
        for row in rows:
            yield row
        if len(rows) < _BATCH:
            return
        after = rows[-1].id


def _about_missing(media_id: str, names: list[str], post_id: str | None) -> str:
    where = f"of the post {post_id}" if post_id else "of no post"
    text = f"The medium {media_id} {where} lacks its files: {', '.join(names)}."
    if ORIGINAL not in names:
        return f"{text} Its original is there. --repair --from BACKUP copies the others back."
    remedy = f" Without one, delete it: inflow content delete post {post_id}" if post_id else ""
    return f"{text} --repair --from BACKUP copies them back.{remedy}"


async def _unreadable(database: Database, ring: KeyRing) -> tuple[int, list[str]]:
    """How many messages could be decrypted, and a sentence about each that could not."""
    after, count, problems = "", 0, list[str]()
    while True:
        async with database.connection() as connection:
            conversations = await connection.rows(KEYS_AFTER, {"after": after})
            for row in conversations:
                written = await connection.rows(MESSAGES_OF, {"conversation": row.conversation_id})
                good, bad = _decrypted(ring, row, written)
                count += good
                problems += bad
        if len(conversations) < _BATCH:
            return count, problems
        after = conversations[-1].conversation_id


def _decrypted(ring: KeyRing, keys: Row, written: list[Row]) -> tuple[int, list[str]]:
    try:
        key = ring.open(keys.conversation_id, Wrapped(keys.kek_id, keys.version, keys.wrapped))
    except (MissingKey, DecryptionFailed):
        return 0, [
            f"The {len(written)} messages of a conversation cannot be decrypted: its key needs the key {keys.kek_id}. "
            "Put that key back into the file of INFLOW_MESSAGE_KEYS."
        ]
    good, bad = 0, list[str]()
    for each in written:
        try:
            key.open(each.id, each.seat, each.type, each.content)
            good += 1
        except DecryptionFailed:
            bad.append(
                f"The message {each.id} cannot be decrypted: its row was changed. Only a restore brings it back."
            )
    return good, bad


async def _audit_problem(settings: Settings, database: Database) -> list[str]:
    async with database.transaction() as connection:
        broken = await AuditLog(Secret.from_file(settings.secret_path)).verify(connection)
    return [] if broken is None else [f"The audit log is broken at entry {broken.number}: {broken.why}."]
