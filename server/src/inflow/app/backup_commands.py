"""The commands of backups: `inflow backup`, `inflow restore` and `inflow verify`."""

from __future__ import annotations

import asyncio
import re
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import Parameter
from cyclopts.types import ExistingFile

from inflow.app.settings import BadSetting, Settings

if TYPE_CHECKING:
    from inflow.backup.making import Made

KEEP = "7d,3w"
_LABEL = re.compile(r"\d{8}T\d{6}Z")

KeysOption = Annotated[str, Parameter(name="--keys")]


def backup(
    to: str,
    *,
    keys: KeysOption = "",
    recipient: str = "",
    passphrase_file: ExistingFile | None = None,
    keep: str = KEEP,
    full: bool = False,
    follow: bool = False,
    stop_following: bool = False,
) -> None:
    """Back up the database, the media and the keys, beside a running Inflow.

    The first backup copies everything, later ones only changes.

    Args:
        to: A folder on another disk, or `s3://bucket/prefix` (also `gs://`, `az://`).
        keys: A folder for the keys, outside of the backup.
        recipient: Instead: a public key of age. The keys are stored in the backup, encrypted to it.
        passphrase_file: Instead: a file with a passphrase that the keys are encrypted with.
        keep: Which backups are kept: `7d,4w,12m` is one a day for 7 days, one a week for 4 weeks, one a month for 12
            months. For the first of these spans, `--follow` lets every moment be restored.
        full: Copy the whole database, and not only what changed since the last backup.
        follow: Do not end. Copy the database's log and new media every two seconds, and make a backup every day.
        stop_following: End for good what --follow began: PostgreSQL no longer keeps its log for it.
    """
    from inflow.app import backing_up  # noqa: PLC0415  # the product, only where it is needed
    from inflow.app.logs import configure_logging, log_warnings_only  # noqa: PLC0415  # likewise
    from inflow.backup.rules import KeepRule  # noqa: PLC0415  # likewise

    settings = Settings.from_environment()
    configure_logging()
    log_warnings_only()
    try:
        if stop_following:
            asyncio.run(backing_up.stop_keeping(settings))
            say("PostgreSQL keeps no log for backups any more.")
            return
        rule = KeepRule.parsed(keep)
        keeper = backing_up.keeper_of(keys=keys, recipient=recipient, identity=None, passphrase_file=passphrase_file)
        if follow:
            say(f"Backing up to {to}, and following the database's log. Stop with Ctrl+C.")
            asyncio.run(backing_up.keep_up(settings, to, keeper, rule, _report_made))
        else:
            _report_made(asyncio.run(backing_up.back_up(settings, to, keeper, rule, full=full)))
    except _failures() as error:
        _end(error)


def restore(
    source: str = "",
    *,
    at: str = "",
    keys: KeysOption = "",
    identity: ExistingFile | None = None,
    passphrase_file: ExistingFile | None = None,
    go_live: bool = False,
) -> None:
    """Restore a backup into an empty INFLOW_HOME, and keep it in quarantine.

    In quarantine, Inflow serves pages, and sends no email and no push, runs no jobs and deletes nothing. Look at it,
    then end the quarantine with --go-live.

    Args:
        source: The folder or bucket of the backup.
        at: The moment, such as `2026-11-26T09:30:00Z`, or the label of a snapshot; without it, the newest moment.
        keys: The folder with the keys.
        identity: Instead: the file with the private key of age.
        passphrase_file: Instead: the file with the passphrase.
        go_live: End the quarantine of INFLOW_HOME, beside a running Inflow. Then restart Inflow.
    """
    from inflow.app import backing_up, quarantine, restoring  # noqa: PLC0415  # the product, only where it is needed
    from inflow.app.logs import configure_logging, log_warnings_only  # noqa: PLC0415  # likewise

    settings = Settings.from_environment()
    configure_logging()
    log_warnings_only()
    if go_live:
        dropped = asyncio.run(quarantine.go_live(settings))
        say(f"The quarantine is over. Restart Inflow. Dropped: {dropped.emails} emails, {dropped.pushes} pushes.")
        return
    if not source:
        sys.exit("Say where the backup is, or --go-live.")
    try:
        keeper = backing_up.keeper_of(keys=keys, recipient="", identity=identity, passphrase_file=passphrase_file)
        label = at if _LABEL.fullmatch(at) else ""
        done = asyncio.run(restoring.restore(settings, source, keeper, None if label else _moment(at), label))
    except _failures() as error:
        _end(error)
    erased = ", ".join(f"{kind}s: {count}" for kind, count in done.erased.items()) or "nothing"
    say(f"Restored {at or 'the newest moment'} from the backup {done.label}.")
    say(f"Media: {done.media.objects} files, {done.media.bytes / 1e6:.1f} MB. Erased again: {erased}.")
    for line in done.problems:
        say(line)
    for key in done.changed:
        say(f"{key} was changed in the backup and is not restored.")
    if done.missing:
        say(f"No photo for these media: {', '.join(done.missing)}")
    if settings.media_url:
        say("The bucket is left as it is. After --go-live, copy missing files: inflow verify --repair --from BACKUP")
    say(f"{settings.home_path} is in quarantine. Start Inflow, look at it, then run: inflow restore --go-live")


def verify(
    backup: str = "",
    *,
    keys: KeysOption = "",
    identity: ExistingFile | None = None,
    passphrase_file: ExistingFile | None = None,
    rehearse: bool = False,
    repair: bool = False,
    source: Annotated[str, Parameter(name="--from")] = "",
) -> None:
    """Check a backup; or, without one, a running Inflow: its media, its messages and its audit log.

    Args:
        backup: The folder or bucket of the backup.
        keys: The folder with its keys, to check them too.
        identity: Instead: the file with the private key of age.
        passphrase_file: Instead: the file with the passphrase.
        rehearse: Also restore the newest moment of the backup into a temporary folder, and count its rows.
        repair: Of a running Inflow: delete files without rows, and copy missing files out of a backup.
        source: That backup.
    """
    from inflow.app import backing_up, rehearsing, verifying  # noqa: PLC0415  # the product, only where it is needed
    from inflow.app.logs import configure_logging, log_warnings_only  # noqa: PLC0415  # likewise

    configure_logging()
    log_warnings_only()
    try:
        if backup:
            keeper = None
            if keys or identity or passphrase_file:
                keeper = backing_up.keeper_of(
                    keys=keys, recipient="", identity=identity, passphrase_file=passphrase_file
                )
            report = asyncio.run(rehearsing.verify_backup(backup, keeper, rehearse=rehearse))
            for line in report.lines:
                say(line)
            problems = report.problems
        else:
            found = asyncio.run(verifying.verify_running(Settings.from_environment(), repair=repair, source=source))
            say(f"Checked: {found.media} media, {found.messages} messages, the audit log.")
            for line in found.repaired:
                say(line)
            problems = found.problems
    except _failures() as error:
        _end(error)
    for line in problems:
        say(line)
    if problems:
        sys.exit(f"Problems: {len(problems)}.")
    say("No problems.")


def _failures() -> tuple[type[Exception], ...]:
    """What the disk, the bucket, the network and the database may raise, and a backup itself."""
    from inflow.backup.failure import FAILURES  # noqa: PLC0415  # the product, only where it is needed

    return FAILURES


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise BadSetting(f"--at: {text!r} is no moment such as 2026-11-26T09:30:00Z") from None
    # PostgreSQL's clock is UTC here, and so are the times that backups print.
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _report_made(made: Made) -> None:
    size = sum(each.size for each in made.snapshot.files) / 1e6
    copied = f"{made.media.objects} media files, {made.media.bytes / 1e6:.1f} MB"
    say(f"Backup {made.snapshot.label} ({made.snapshot.kind}): database {size:.1f} MB; {copied}.")
    if made.obstacle:
        say(f"The database was dumped, because its server cannot be copied as a whole. {made.obstacle}")
    if made.removed:
        say(f"No longer kept: {', '.join(made.removed)}")


def say(line: str) -> None:
    """Print a line for the operator."""
    print(line, flush=True)  # noqa: T201  # for the operator


def _end(error: Exception) -> NoReturn:
    sys.exit(str(error) or type(error).__name__)
