"""Restoring this deployment from a backup into an empty home."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inflow.app import quarantine
from inflow.app.backing_up import MESSAGES, SECRET
from inflow.app.migrate import migrate
from inflow.app.moderating import note_deployment
from inflow.app.replaying import replay
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import AuditLog
from inflow.backup import ledger
from inflow.backup.destination import Destination
from inflow.backup.failure import BackupRefused
from inflow.backup.fetching import Plan, bring_back_database, bring_back_dump, plan
from inflow.backup.keys import KeyKeeper, Keys
from inflow.backup.media_copies import Copied, bring_back
from inflow.core.encryption import Secret
from inflow.media.storage.store import ORIGINAL, MediaStore
from inflow.messages.rotation import unopenable
from reflow import Database
from reflow.embedded import embedded_postgres
from reflow.embedded.recovery import place_of, recover

ELSEWHERE = Path("/var/lib/inflow")
_ALLOWED = {"keys", "backup"}  # a home may have these before
_MEDIA = "SELECT id FROM media"


@dataclass(frozen=True)
class Restored:
    """What a restore did.

    Attributes:
        label: The snapshot that it began from.
        media: How many files were copied.
        missing: The ids of media whose photos are missing now: the backup does not have them, or the bucket.
        changed: The keys of objects of the backup that were changed, and so not copied.
        erased: How many of each kind were erased again, because they were erased after the moment.
        problems: What could not be erased again, as sentences.
    """

    label: str
    media: Copied
    missing: list[str]
    changed: list[str]
    erased: dict[str, int]
    problems: list[str]


async def restore(settings: Settings, source: str, keeper: KeyKeeper, at: datetime | None, label: str = "") -> Restored:
    """Restore a moment, a snapshot, or the newest moment. The home is in quarantine afterwards.

    Raises:
        BackupRefused: The backup cannot be restored to that moment, or a part of it was changed.
        BadSetting: The home is not empty, or the settings do not fit.
    """
    if settings.database_url:
        raise BadSetting("INFLOW_DATABASE_URL: `inflow restore` makes a built-in database. Unset it for the restore.")
    place = Destination.at(source)
    _require_empty(settings)
    planned = await plan(place, at, label)
    keys = await keeper.find(place, planned.snapshot.keys)
    settings.home_path.mkdir(mode=0o700, parents=True, exist_ok=True)
    quarantine.begin(settings)
    _write_keys(settings, keys)
    home = settings.home_path / "postgres"
    with tempfile.TemporaryDirectory(dir=settings.home_path, prefix="restore-") as scratch:
        await bring_back_into(home, place, planned, Path(scratch))
    async with embedded_postgres(home, elsewhere=ELSEWHERE) as dsn:
        await migrate(dsn)
        await _require_keys(settings, dsn)
        erased, problems = await replay(settings, await ledger.read(place))
        await _note(settings, dsn, planned.snapshot.label, at, erased)
        copied, changed, missing = await _bring_back_media(settings, place, await _media_ids(dsn))
    quarantine.finish(settings)
    return Restored(planned.snapshot.label, copied, missing, changed, erased, problems)


async def bring_back_into(
    home: Path, place: Destination, planned: Plan, scratch: Path, *, elsewhere: Path = ELSEWHERE
) -> None:
    """Restore the database of a moment into a home without one.

    Raises:
        BackupRefused: A part of the backup is missing or was changed.
    """

    async def recover_into(unpacked: list[Path], log: Path, until: datetime | None) -> None:
        _forget_cluster(home, elsewhere)
        database = planned.snapshot.database
        await recover(home, unpacked, log, until=until, database=database, elsewhere=elsewhere)

    if planned.snapshot.kind == "dump":
        async with embedded_postgres(home, elsewhere=elsewhere) as dsn:
            await bring_back_dump(place, planned.snapshot, scratch, dsn)
            await _count_transactions_anew(dsn)
    else:
        await bring_back_database(place, planned, scratch, recover_into)


async def _count_transactions_anew(dsn: str) -> None:
    """Let the ledger's rows have transactions of this server: those of the dumped one may be far ahead."""
    database = Database(dsn, size=1)
    try:
        async with database.connection() as connection:
            await connection.text("UPDATE erasures SET transaction = pg_current_xact_id()::text::bigint")
    finally:
        await database.close()


async def _note(settings: Settings, dsn: str, label: str, at: datetime | None, erased: dict[str, int]) -> None:
    log, moment = AuditLog(Secret.from_file(settings.secret_path)), at.isoformat() if at else ""
    database = Database(dsn, size=1)
    try:
        async with database.transaction() as connection:
            await note_deployment(log, connection, "backup restored", label, moment=moment, erased=erased)
    finally:
        await database.close()


async def _bring_back_media(
    settings: Settings, place: Destination, wanted: list[str]
) -> tuple[Copied, list[str], list[str]]:
    """Copy the media, unless they are in a bucket, which may be that of the deployment that runs.

    Returns:
        How much was copied, the keys of changed objects, and the ids of media whose photo is missing.
    """
    store = MediaStore.at(settings.media_url or None, settings.home_path / "media", leave_bucket=True)
    copied, changed = (Copied(), []) if settings.media_url else await bring_back(place, store, wanted)
    return copied, changed, await _without_originals(store, wanted)


def _require_empty(settings: Settings) -> None:
    """Refuse to overwrite anything. What an interrupted restore left is removed."""
    home = settings.home_path
    if quarantine.was_interrupted(settings):
        _forget_cluster(home / "postgres")
        for left in home.glob("restore-*"):
            shutil.rmtree(left)
        return
    found = sorted(each.name for each in home.iterdir() if each.name not in _ALLOWED) if home.exists() else []
    if found:
        raise BadSetting(f"INFLOW_HOME: {home} is not empty ({', '.join(found[:3])}). Restore into an empty folder.")


def _forget_cluster(home: Path, elsewhere: Path = ELSEWHERE) -> None:
    if home.exists():
        shutil.rmtree(place_of(home, elsewhere=elsewhere).root)
        shutil.rmtree(home)


def _write_keys(settings: Settings, keys: Keys) -> None:
    for path, content in ((settings.secret_path, keys[SECRET]), (_message_keys_path(settings), keys[MESSAGES])):
        if path is None:
            continue
        if path.exists() and path.read_bytes() != content:
            raise BackupRefused(f"{path} has other keys than the backup. Move it away first.")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(content)


def _message_keys_path(settings: Settings) -> Path | None:
    """The file of the messages' keys; None if the setting has the keys themselves."""
    given = settings.message_keys
    if ":" in given:
        return None
    return Path(given).expanduser() if given else settings.home_path / "keys" / "messages"


async def _require_keys(settings: Settings, dsn: str) -> None:
    database = Database(dsn, size=1)
    try:
        if missing := await unopenable(database, settings.key_ring()):
            raise BackupRefused(f"Messages were encrypted with keys that are not in the backup: {', '.join(missing)}.")
    finally:
        await database.close()


async def _media_ids(dsn: str) -> list[str]:
    database = Database(dsn, size=1)
    try:
        async with database.connection() as connection:
            return [row.id for row in await connection.text(_MEDIA)]
    finally:
        await database.close()


async def _without_originals(store: MediaStore, wanted: list[str]) -> list[str]:
    have = {
        media_id
        for prefix in await store.prefixes()
        for media_id, name in await store.objects(prefix)
        if name == ORIGINAL
    }
    return sorted(set(wanted) - have)
