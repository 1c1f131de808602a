"""Checking a backup: every hash, and every gap."""

from __future__ import annotations

import asyncio
import gzip
import shutil
from collections.abc import Awaitable
from pathlib import Path
from typing import NamedTuple

from inflow.backup import ledger, log_archive
from inflow.backup.destination import Destination
from inflow.backup.failure import BackupRefused
from inflow.backup.fetching import download, made_folder
from inflow.backup.following import reach_of
from inflow.backup.keys import KeyKeeper
from inflow.backup.media_copies import FOLDER as MEDIA
from inflow.backup.media_copies import medium_of
from inflow.backup.rules import position, segment_of
from inflow.backup.snapshots import Snapshot, chain_of, read_all
from inflow.media.storage.store import ORIGINAL
from reflow.embedded import base_backup

_LOG = log_archive.FOLDER
_AT_ONCE = 8


class Checked(NamedTuple):
    """What a check found.

    Attributes:
        problems: As sentences; empty if the backup is whole.
        snapshots: How many there are.
        objects: How many objects were compared with their hashes.
        bytes: Their size.
    """

    problems: list[str]
    snapshots: int
    objects: int
    bytes: int


async def check(place: Destination, keeper: KeyKeeper | None, scratch: Path) -> Checked:
    """Compare everything in a backup with its hashes.

    Args:
        keeper: Where the keys are; None to leave them unchecked.
        scratch: An empty folder with room for a packed copy of the database.
    """
    try:
        known = await read_all(place)
    except BackupRefused as refusal:
        return Checked([str(refusal)], 0, 0, 0)
    problems = [] if known else ["There is no snapshot in this backup."]
    for snapshot in known:
        problems += await _check_snapshot(place, known, snapshot, scratch)
    objects = size = 0
    folders = [f"{MEDIA}{prefix}/" for prefix in await place.folders(MEDIA)]
    for folder in (*folders, _LOG):
        found = await place.stored(folder)
        problems += await _check_hashes(place, [each.key for each in found])
        objects, size = objects + len(found), size + sum(each.size for each in found)
    problems += await _check_log(place, known)
    problems += await _check_media(place, known)
    if keeper is not None:
        for key_id in {each.keys for each in known}:
            problems += await _refusal_of(keeper.find(place, key_id))
    problems += await _refusal_of(ledger.read(place))
    files = [each for snapshot in known for each in snapshot.files]
    return Checked(problems, len(known), len(files) + objects, size + sum(each.size for each in files))


async def _check_snapshot(place: Destination, known: list[Snapshot], snapshot: Snapshot, scratch: Path) -> list[str]:
    try:
        chain_of(known, snapshot)
        await place.require(snapshot.media_ids.key, snapshot.media_ids.sha256)
        packed = await download(place, snapshot, made_folder(scratch / snapshot.label))
    except BackupRefused as refusal:
        return [f"Snapshot {snapshot.label}: {refusal}"]
    try:
        # A dump has no manifest; its hash was compared when it was downloaded.
        found = [] if snapshot.kind == "dump" else await asyncio.to_thread(base_backup.check, packed)
    finally:
        await asyncio.to_thread(shutil.rmtree, packed)
    return [f"Snapshot {snapshot.label}: {each}" for each in found]


async def _check_hashes(place: Destination, keys: list[str]) -> list[str]:
    limit = asyncio.Semaphore(_AT_ONCE)

    async def one(key: str) -> str | None:
        async with limit:
            sha256 = key.removesuffix(".gz").rpartition(".")[2]
            found = await place.hash_of(key)
            return key if found not in (None, sha256) else None  # a backup that runs meanwhile may delete some

    changed = await asyncio.gather(*(one(key) for key in keys))
    return [f"{key} was changed: it has not the content that was backed up." for key in changed if key]


async def _check_log(place: Destination, known: list[Snapshot]) -> list[str]:
    """Whether the log goes on from the newest snapshot to where it is said to reach."""
    try:
        reach, histories = await reach_of(place), await log_archive.histories(place)
    except BackupRefused as refusal:
        return [str(refusal)]
    if reach is None or not known or known[-1].kind == "dump" or reach <= known[-1].finished_at:
        return []
    history = histories[max(histories)] if histories else []
    first = segment_of(known[-1].timeline, position(known[-1].start))
    if log_archive.is_unbroken(await log_archive.files_of(place, history), first, history):
        return []
    return [f"A file of the log since {known[-1].label} is missing: later moments cannot be restored."]


async def _check_media(place: Destination, known: list[Snapshot]) -> list[str]:
    wanted: set[str] = set()
    for snapshot in known:
        content = await place.get(snapshot.media_ids.key)
        if content is not None:
            try:
                wanted.update(gzip.decompress(content).decode().split())
            except (OSError, EOFError, UnicodeDecodeError):
                continue  # reported with its snapshot
    for prefix in await place.folders(MEDIA):
        for each in await place.stored(f"{MEDIA}{prefix}/"):
            if f"/{ORIGINAL}." in each.key:
                wanted.discard(medium_of(each.key))
    return [f"The photo of the medium {media_id} is missing." for media_id in sorted(wanted)]


async def _refusal_of(work: Awaitable[object]) -> list[str]:
    try:
        await work
    except BackupRefused as refusal:
        return [str(refusal)]
    return []
