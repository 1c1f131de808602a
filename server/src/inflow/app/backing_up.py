"""Backups of this deployment, beside a running Inflow."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from inflow import VERSION
from inflow.app import quarantine
from inflow.app.beside import dsn_of, running_database
from inflow.app.settings import BadSetting, Settings
from inflow.backup.copying import BUILT_IN, copying_of
from inflow.backup.destination import Destination
from inflow.backup.failure import BackupRefused
from inflow.backup.following import SLOT, Follower
from inflow.backup.keys import Encrypted, InFolder, KeyKeeper, Keys
from inflow.backup.making import Made, Source, make
from inflow.backup.rules import KeepRule
from inflow.media.storage.store import MediaStore
from reflow.embedded.wal_receiver import forget_slot

SECRET = "secret"  # noqa: S105  # the name of a file
MESSAGES = "messages"


async def back_up(settings: Settings, to: str, keeper: KeyKeeper, rule: KeepRule | None, *, full: bool = False) -> Made:
    """Make a snapshot of the running deployment.

    Raises:
        BackupRefused: See `make`.
        BackupFailed: PostgreSQL refuses.
        BadSetting: The database does not answer.
    """
    async with _source(settings) as source:
        return await make(source, Destination.at(to), keeper, rule, full=full)


async def keep_up(settings: Settings, to: str, keeper: KeyKeeper, rule: KeepRule, made: Callable[[Made], None]) -> None:
    """Keep the backup up to date until SIGTERM or SIGINT.

    Raises:
        BackupRefused: Only dumps of the database can be made; or see `Follower.run`.
        BadSetting: The database does not answer.
    """
    async with _source(settings) as source:
        if source.copying.follow_obstacle:
            raise BackupRefused(
                f"This PostgreSQL cannot be followed. {source.copying.follow_obstacle} "
                "Make backups without --follow, as often as you need."
            )
        following = asyncio.ensure_future(Follower(source, Destination.at(to), keeper, rule, made).run())
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, following.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await following


async def stop_keeping(settings: Settings) -> None:
    """Let PostgreSQL keep no log for a backup that is no longer kept up to date.

    Raises:
        BackupFailed: One is being kept up to date.
        BadSetting: The database does not answer.
    """
    async with running_database(settings):
        await forget_slot(dsn_of(settings), SLOT)


def keeper_of(*, keys: str, recipient: str, identity: Path | None, passphrase_file: Path | None) -> KeyKeeper:
    """Where the keys are, as a command's options say.

    Raises:
        BackupRefused: None of the options is given, or more than one.
    """
    given = [each for each in (keys, recipient, identity, passphrase_file) if each]
    if len(given) != 1:
        raise BackupRefused(
            "Without its keys a backup cannot be read, and beside them a thief could read it. Say where they are: "
            "--keys FOLDER outside of the backup; or encrypted beside it, with --passphrase-file FILE or a key of age "
            "(--recipient to make a backup, --identity to restore it)."
        )
    if keys:
        return InFolder(Path(keys))
    if passphrase_file is not None:
        passphrase = passphrase_file.read_text(encoding="utf-8").strip()
        if not passphrase:
            raise BackupRefused(f"{passphrase_file} is empty.")
        return Encrypted(passphrase=passphrase)
    return Encrypted(recipient=recipient, identity=identity.read_text(encoding="utf-8") if identity else "")


def keys_of(settings: Settings) -> Keys:
    """The contents of the files of this deployment's keys.

    Raises:
        BadSetting: It has none yet.
    """
    if not settings.secret_path.is_file():
        raise BadSetting(f"{settings.secret_path}: there is no secret; start Inflow first.")
    ring = settings.key_ring()
    messages = settings.message_keys.replace(",", "\n").encode() if ring.path is None else ring.path.read_bytes()
    return {SECRET: settings.secret_path.read_bytes(), MESSAGES: messages}


@asynccontextmanager
async def _source(settings: Settings) -> AsyncIterator[Source]:
    if quarantine.is_quarantined(settings):
        raise BadSetting("This copy is in quarantine. Back it up once it is the deployment, after --go-live.")
    async with running_database(settings, size=4) as database:
        scratch = settings.home_path / "backup"
        scratch.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield Source(
            database=database,
            dsn=dsn_of(settings),
            media=MediaStore.at(settings.media_url or None, settings.home_path / "media"),
            keys=keys_of(settings),
            version=VERSION,
            scratch=scratch,
            copying=await copying_of(database, settings.database_url) if settings.database_url else BUILT_IN,
        )
