"""The `inflow` command."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path
from typing import Literal

from cyclopts import App
from cyclopts.types import ExistingFile, ExistingPath
from uvicorn import Config, Server

from inflow import VERSION
from inflow.app.backup_commands import backup, restore, verify
from inflow.app.host_commands import host
from inflow.app.logs import log_warnings_only
from inflow.app.operator_commands import audit, content, member, role, storage
from inflow.app.policy_commands import policy
from inflow.app.serving import BACKLOG, SERVING
from inflow.app.settings import BadSetting, Settings
from inflow.app.supervisor.control import control_path
from inflow.app.supervisor.serving import start
from inflow.app.upgrade_command import upgrade
from reflow import AppError
from reflow.codegen import typescript, typescript_limits
from reflow.embedded import EmbeddedPostgresError

_NOT_STARTED = 3

app = App(name="inflow", version=VERSION, help="A social app for photos that anybody can host.")


@app.command
def run(*, workers: int = 1, alone: bool = False) -> None:
    """Serve Inflow. Settings come from the environment; see docs/self-hosting.md.

    Args:
        workers: How many processes serve; with more than one, a further process reads the database's log for them.
        alone: Serve in this process, without a supervisor, where something else starts it again. `inflow upgrade` does
            not work then.
    """
    settings = Settings.from_environment()
    ours = _listening(settings)
    if alone:
        _serve(settings, ours)
        return
    if workers < 1:
        raise BadSetting("--workers: at least one process must serve")
    _greet(settings)
    start(ours, control_path(settings.home_path, settings.port), workers)


def _greet(settings: Settings) -> None:
    print(f"\n  {settings.name} is starting at {settings.origin}\n", flush=True)  # noqa: T201  # for the operator
    if settings.is_development:
        print(f"  Emails with codes appear at {settings.origin}/dev/mailbox\n", flush=True)  # noqa: T201  # likewise


def _serve(settings: Settings, ours: socket.socket) -> None:
    # uvicorn stops properly on SIGTERM and then raises the signal again for the former handler. That is this process,
    # and a requested stop is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    _greet(settings)
    server = Server(Config("inflow.app.web:application", factory=True, **SERVING))
    server.run(sockets=[ours])
    if not server.started:
        sys.exit(_NOT_STARTED)


def _listening(settings: Settings) -> socket.socket:
    """The listening socket, opened before anything is started, so that early connections wait.

    Raises:
        BadSetting: Another program uses the port, or this machine does not have the address.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, int(settings.port)), family=family, backlog=BACKLOG)
    except OSError as error:
        raise BadSetting(f"INFLOW_HOST, INFLOW_PORT: {settings.host} port {settings.port}: {error.strerror}") from None


@app.command
def demo() -> None:
    """Serve a community of made-up members, to look at Inflow with; `make demo` gives it a home of its own.

    It comes into being at the first start. A database that has members is refused, and so is any other machine.
    """
    from inflow.app.demo.opening import prepare  # noqa: PLC0415  # the product, only where it is needed
    from inflow.app.demo.people import CHARACTERS, PASSWORD  # noqa: PLC0415  # likewise
    from inflow.app.startup_errors import operator_message  # noqa: PLC0415  # likewise

    settings = Settings.from_environment()
    ours = _listening(settings)
    log_warnings_only()
    print("\n  Two dozen members move in. The first time that takes a minute or two.", flush=True)  # noqa: T201  # for the operator
    try:
        asyncio.run(prepare(settings))
    except Exception as error:
        if (message := operator_message(error)) is None:
            raise
        sys.exit(message)
    names = "".join(f"    {each.email:<24} {each.full_name}, {each.nook}\n" for each in CHARACTERS)
    print(f"\n  Log in as any of them; the password is {PASSWORD}\n\n{names}", flush=True)  # noqa: T201  # likewise
    _serve(settings, ours)


@app.command
def rotate_message_keys(*, conversations: bool = False) -> None:
    """Encrypt the keys of all conversations with a new key of this deployment, while it runs.

    The new key is added to the file. Where INFLOW_MESSAGE_KEYS holds the keys themselves, add one at its end and
    restart before. Keep the old ones as long as there are backups of the database.

    Args:
        conversations: Also give every conversation a new key for its future messages. Earlier messages stay encrypted
            with their keys, and readable.
    """
    from inflow.app.rotation import rotate  # noqa: PLC0415  # the product, only where it is needed

    newest, count = asyncio.run(rotate(Settings.from_environment(), conversations=conversations))
    print(f"The newest key is {newest}; conversations that had an older one: {count}.")  # noqa: T201  # for the operator


@app.command
def emails(*, to: str = "", most: int = 10) -> None:
    """Print the newest emails of a deployment without a mail server, codes included, the newest last.

    It works beside a running Inflow whose INFLOW_SMTP_URL is `command-line`, or one in development.

    Args:
        to: Only those to this address.
        most: How many to print.
    """
    from inflow.app.emails import newest_emails  # noqa: PLC0415  # the product, only where it is needed

    for each in reversed(asyncio.run(newest_emails(Settings.from_environment(), to=to.lower(), most=most))):
        head = f"{each.sent_at:%Y-%m-%d %H:%M:%S} UTC, to {each.email.to}: {each.email.subject}"
        print(f"{head}\n\n{each.email.text}\n")  # noqa: T201  # for the operator


@app.command
def import_flick(
    *,
    member: str,
    video: ExistingFile,
    thumbnail: ExistingFile,
    duration: int,
    caption: str = "",
    alt_text: str = "",
    cue: bool = False,
    view_count: int = 0,
    highlight_count: int = 0,
) -> None:
    """Post a video for a member, beside a running Inflow, as the user that it runs as; see docs/self-hosting.md.

    Args:
        member: The username of the flick's author.
        video: An MP4 or WebM that browsers play, at most 500 MB. It is served as it is.
        thumbnail: A photograph, checked and screened like any other.
        duration: In whole seconds.
        caption: At most 300 characters.
        alt_text: A description of the picture, for people who cannot see it.
        cue: For the member's connections only, instead of everybody.
        view_count: How often it was watched so far.
        highlight_count: How often it was highlighted so far.
    """
    from inflow.app.importing import import_into  # noqa: PLC0415  # the product, only where it is needed
    from inflow.posts.flicks import Flick  # noqa: PLC0415  # likewise

    flick = Flick(
        username=member,
        video=video,
        thumbnail=thumbnail,
        duration=duration,
        caption=caption,
        alt_text=alt_text,
        post_type="cue" if cue else "sphere",
        view_count=view_count,
        highlight_count=highlight_count,
    )
    log_warnings_only()
    try:
        post_id = asyncio.run(import_into(Settings.from_environment(), flick))
    except AppError as refusal:
        sys.exit(refusal.message)
    print(f"The flick is posted: {post_id}")  # noqa: T201  # for the operator


@app.command(name="import")
def import_archive(
    path: ExistingPath, *, member: str, audience: Literal["cue", "sphere"] = "cue", dry_run: bool = False
) -> None:
    """Bring an archive along for a member, beside a running Inflow, as the user that it runs as; see docs/moving-in.md.

    Every photo is checked like an upload. A command that was interrupted goes on where it was: repeat it.

    Args:
        path: A ZIP, or the folder that it was unpacked to.
        member: The username of the posts' author.
        audience: Who sees the posts: the member's connections, or all members. Of an archive of Inflow, `sphere` leaves
            each post its own audience.
        dry_run: Only say what is in the archive.
    """
    from inflow.app import moving_in  # noqa: PLC0415  # the product, only where it is needed

    log_warnings_only()
    try:
        asyncio.run(moving_in.move_in(Settings.from_environment(), path, member, audience, dry_run=dry_run))
    except AppError as refusal:
        sys.exit(refusal.message)


@app.command
def codegen(path: Path, *, check: bool = False) -> None:
    """Write the TypeScript side of the calls: their types, and beside them the limits of their arguments.

    Args:
        path: The file of the types to write.
        check: Write nothing; fail if a file is not what it should be.
    """
    from inflow.app.functions import ERROR_CODES, registry  # noqa: PLC0415  # the product, only where it is needed

    wanted = {
        path: typescript(registry(), error_codes=ERROR_CODES),
        path.with_name("callLimits.ts"): typescript_limits(registry()),
    }
    for each, text in wanted.items():
        if not check:
            each.write_text(text, encoding="utf-8")
        elif not each.is_file() or each.read_text(encoding="utf-8") != text:
            sys.exit(f"{each} does not fit the Python signatures. Run: make codegen")


app.command(backup)
app.command(restore)
app.command(verify)
app.command(upgrade)
app.command(role)
app.command(member)
app.command(content)
app.command(storage)
app.command(host)
app.command(policy)
app.command(audit)


def main() -> None:
    """The command's entry."""
    try:
        app()
    except (BadSetting, EmbeddedPostgresError) as error:
        sys.exit(str(error))
