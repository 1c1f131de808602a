"""Snapshots: the moments of which the backup has a whole copy of the database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, TypeVar

import msgspec

from inflow.backup.destination import Destination, sha256_of
from inflow.backup.failure import BackupRefused
from inflow.backup.rules import position
from inflow.core.ids import new_id

FORMAT: Final = 1
_FOLDER = "snapshots/"
_NAME = re.compile(r"\w+\.([0-9a-f]{64})\.json")
_DEPLOYMENT = "deployment.json"

_T = TypeVar("_T")
Kind = Literal["full", "incremental", "dump"]


class StoredFile(msgspec.Struct, frozen=True):
    """One object of a snapshot."""

    key: str
    size: int
    sha256: str


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """One moment.

    Attributes:
        label: Its name, which is when it began, in UTC.
        parent: For an incremental one, the label of the snapshot that it continues.
        finished_at: By the database's clock. The snapshot has everything that was committed when it began, and
            recovery can stop at any moment after its end.
        system_id: PostgreSQL's identifier of the cluster.
        timeline: PostgreSQL's number of the history that the cluster was in.
        start: The position of the log from which recovery begins.
        end: The position at which the copy is consistent.
        postgres: The version of the server, such as 180001.
        inflow: The version of Inflow.
        revision: The newest migration of the database.
        media_ids: The list of the media that it has.
        counts: How many rows each table had shortly after its end.
        keys: The id of the keys that decrypt it.
        database: In the copy of a PostgreSQL that is not the built-in one: the name of Inflow's database.
    """

    format: int = FORMAT
    label: str
    kind: Kind
    parent: str | None
    started_at: datetime
    finished_at: datetime
    system_id: str
    timeline: int
    start: str
    end: str
    postgres: int
    inflow: str
    revision: str
    files: list[StoredFile]
    media_ids: StoredFile
    counts: dict[str, int]
    keys: str
    database: str | None = None


class Deployment(msgspec.Struct, frozen=True):
    """Whose backup it is.

    Attributes:
        id: Of this backup: a deployment may have several.
    """

    format: int
    system_id: str
    id: str


async def claim(to: Destination, system_id: str) -> str:
    """Make the destination this deployment's. Returns the id of the backup.

    Raises:
        BackupRefused: It has another deployment's backup, or a newer Inflow's.
    """
    found = await to.get(_DEPLOYMENT)
    if found is None:
        made = new_id()
        await to.put(_DEPLOYMENT, msgspec.json.encode(Deployment(FORMAT, system_id, made)))
        return made
    deployment = _decoded(found, Deployment, _DEPLOYMENT)
    if deployment.format > FORMAT:
        raise BackupRefused("A newer Inflow made this backup. Use that one.")
    if deployment.system_id != system_id:
        raise BackupRefused("There is the backup of another deployment here. Choose another place.")
    return deployment.id


async def write(to: Destination, snapshot: Snapshot) -> None:
    """Write a snapshot: from now on it exists."""
    content = msgspec.json.format(msgspec.json.encode(snapshot))
    await to.put(f"{_FOLDER}{snapshot.label}.{sha256_of(content)}.json", content)


async def read_all(place: Destination) -> list[Snapshot]:
    """All snapshots, the oldest first.

    Raises:
        BackupRefused: One of them was changed.
    """
    found = []
    for each in await place.stored(_FOLDER):
        named = _NAME.fullmatch(each.key.removeprefix(_FOLDER))
        if named is None:
            continue  # not ours
        sha256 = named[1]
        content = await place.require(each.key, sha256)
        found.append(_decoded(content, Snapshot, each.key))
    return sorted(found, key=lambda each: each.finished_at)


async def remove(place: Destination, snapshot: Snapshot) -> None:
    """Delete a snapshot and its copy of the database. Its media stay: other snapshots may have them too."""
    named = [each.key for each in await place.stored(_FOLDER) if each.key.startswith(f"{_FOLDER}{snapshot.label}.")]
    # First its description, so that no snapshot is ever incomplete.
    await place.remove([*named, *(each.key for each in snapshot.files), snapshot.media_ids.key])


def chain_of(snapshots: Sequence[Snapshot], last: Snapshot) -> list[Snapshot]:
    """The snapshots that are needed for one: a full one first, and itself last.

    Raises:
        BackupRefused: One of them is missing.
    """
    by_label = {each.label: each for each in snapshots}
    chain = [last]
    while (parent := chain[0].parent) is not None:
        if parent not in by_label:
            raise BackupRefused(f"The snapshot {parent}, which {chain[0].label} needs, is missing.")
        chain.insert(0, by_label[parent])
    return chain


def newest_before(
    snapshots: Sequence[Snapshot], at: datetime | None, history: Sequence[tuple[int, int]] = ()
) -> Snapshot:
    """The newest snapshot from which this moment can be reached; without a moment, the newest of all.

    Args:
        history: The former timelines of the newest one, and the position at which each was left.

    Raises:
        BackupRefused: There is none.
    """
    reachable = not_abandoned(snapshots, history)
    early = [each for each in reachable if at is None or each.finished_at <= at]
    if not early:
        first = min((each.finished_at for each in reachable), default=None)
        raise BackupRefused(
            "There is no snapshot in this backup."
            if first is None
            else f"The backup begins at {first:%Y-%m-%d %H:%M:%S} UTC, after that moment."
        )
    return max(early, key=lambda each: each.finished_at)


def not_abandoned(snapshots: Sequence[Snapshot], history: Sequence[tuple[int, int]]) -> list[Snapshot]:
    """The snapshots of the history that a restore went on with, and none of what came after its moment before."""
    left_at = dict(history)
    return [each for each in snapshots if each.timeline not in left_at or position(each.end) <= left_at[each.timeline]]


def _decoded(content: bytes, of: type[_T], key: str) -> _T:
    try:
        return msgspec.json.decode(content, type=of)
    except msgspec.MsgspecError as error:
        raise BackupRefused(f"{key} cannot be read: {error}") from None
