"""The command `inflow upgrade`."""

from __future__ import annotations

import asyncio
import sys

from cyclopts.types import ExistingFile

from inflow.app.backup_commands import KEEP, KeysOption, backup, say
from inflow.app.settings import Settings


def upgrade(
    to: str = "",
    *,
    keys: KeysOption = "",
    recipient: str = "",
    passphrase_file: ExistingFile | None = None,
    keep: str = KEEP,
    without_backup: bool = False,
) -> None:
    """Exchange the processes of the running Inflow for those of this installation, without a pause.

    Install the new version beside the running one, and run its `inflow upgrade`. It makes a backup, migrates the
    database, and exchanges one process after another as soon as the new one is healthy. If one is not, the former
    version serves on. To go back later, run `inflow upgrade` of the former installation.

    Args:
        to: The folder or bucket of the backup, as for `inflow backup`.
        keys: A folder for the keys, outside of the backup.
        recipient: Instead: a public key of age.
        passphrase_file: Instead: a file with a passphrase.
        keep: Which backups are kept, as for `inflow backup`.
        without_backup: Make no backup.
    """
    from inflow.app.logs import configure_logging, log_warnings_only  # noqa: PLC0415  # the product, only where needed
    from inflow.app.startup_errors import operator_message  # noqa: PLC0415  # likewise
    from inflow.app.supervisor.processes import Program  # noqa: PLC0415  # likewise
    from inflow.app.upgrading import UpgradeRefused, exchange, relink, running_status  # noqa: PLC0415  # likewise

    if bool(to) == without_backup:
        sys.exit("Say where the backup before the upgrade goes, or --without-backup.")
    settings = Settings.from_environment()
    configure_logging()
    log_warnings_only()
    try:
        before = asyncio.run(running_status(settings))
        if not without_backup:
            backup(to, keys=keys, recipient=recipient, passphrase_file=passphrase_file, keep=keep)
        asyncio.run(exchange(settings, say))
    except UpgradeRefused as refusal:
        sys.exit(str(refusal))
    except Exception as error:
        if (message := operator_message(error)) is None:
            raise
        sys.exit(message)
    links = relink(before["python"])
    for link in links:
        say(f"{link} leads to this version now.")
    say(f"Inflow runs from {sys.prefix} now.")
    if not links and before["python"] != Program.ours().python:
        say(f"Let your service start it from there, too: the former version is {before['python']}.")
