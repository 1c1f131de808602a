"""Physical backups of a whole server, and dumps of one database, by PostgreSQL's own programs.

A base backup is a directory with ``base.tar.gz``, ``pg_wal.tar.gz`` (the log that makes it consistent) and
``backup_manifest``. An incremental one has only the blocks that changed since an earlier backup.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import ConnStatus, ExecStatus, PGconn

from reflow.embedded.programs import ENVIRONMENT, wheel_programs

MANIFEST = "backup_manifest"
BASE = "base.tar.gz"
WAL = "pg_wal.tar.gz"

_PIECE = 1024 * 1024
_PATIENCE = 10  # seconds
_LAST_WORDS = 600  # characters of a program's output in an error
_OF_ITS_OWN = ("--no-owner", "--no-privileges")  # the other server may not have the same roles


class BackupFailed(Exception):
    """A program of PostgreSQL failed; the text has its last words."""


class WalRange(NamedTuple):
    """The part of the log that a base backup needs to be consistent.

    Attributes:
        start: Where it begins, as PostgreSQL writes positions.
        end: Where it ends: from there on, recovery may stop.
    """

    timeline: int
    start: str
    end: str


async def take(dsn: str, into: Path, *, since: Path | None = None) -> WalRange:
    """Take a base backup of a running server. The server needs no free time for it: calls go on.

    Args:
        into: A directory that does not exist yet.
        since: The manifest of an earlier backup. The new one has only what changed since then; the server needs
            ``summarize_wal``.

    Raises:
        BackupFailed: The server refuses, went away, or no longer knows what changed since then.
    """
    options = ["--format=tar", "--wal-method=stream", "--checkpoint=fast", "--gzip", "--compress=1"]
    options += ["--manifest-checksums=SHA256", "--no-password"]
    if since is not None:
        options.append(f"--incremental={since}")
    plain, password = without_password(dsn)
    await run("pg_basebackup", f"--dbname={plain}", f"--pgdata={into}", *options, password=password)
    return wal_range(into / MANIFEST)


async def refusal(dsn: str) -> str:
    """Why the server refuses to send base backups and its log to this address; empty if it does not."""
    return await asyncio.to_thread(_refusal, make_conninfo(dsn, replication="true", connect_timeout=_PATIENCE))


def _refusal(address: str) -> str:
    connection = PGconn.connect(address.encode())
    try:
        if connection.status != ConnStatus.OK:
            return connection.error_message.decode(errors="replace").strip()
        known = connection.exec_(b"IDENTIFY_SYSTEM")
        return "" if known.status == ExecStatus.TUPLES_OK else known.error_message.decode(errors="replace").strip()
    finally:
        connection.finish()


async def dump(dsn: str, into: Path) -> None:
    """Dump one database of a server that allows no base backups, as of one moment, in pg_dump's own format.

    Raises:
        BackupFailed: The server refuses, or is newer than our programs.
    """
    plain, password = without_password(dsn)
    options = ("--format=custom", "--no-password", *_OF_ITS_OWN)
    await run("pg_dump", f"--dbname={plain}", f"--file={into}", *options, password=password)


async def load(dump: Path, dsn: str) -> None:
    """Load a dump into an empty database, all of it or nothing.

    Raises:
        BackupFailed: The dump was changed, or the database is not empty.
    """
    plain, password = without_password(dsn)
    options = ("--single-transaction", "--no-password", *_OF_ITS_OWN)
    await run("pg_restore", f"--dbname={plain}", *options, str(dump), password=password)


def wal_range(manifest: Path) -> WalRange:
    """The part of the log that the backup with this manifest needs."""
    found = json.loads(manifest.read_bytes())["WAL-Ranges"][-1]
    return WalRange(found["Timeline"], found["Start-LSN"], found["End-LSN"])


def check(backup: Path) -> list[str]:
    """Compare every file of a backup with its manifest, as ``pg_verifybackup`` does, which the wheel's crashes at.

    Returns:
        The problems, as sentences; empty if the backup is as it was made.
    """
    try:
        text = (backup / MANIFEST).read_bytes()
        manifest = json.loads(text)
        said = manifest["Manifest-Checksum"]
        expected = {each["Path"]: (each["Size"], each.get("Checksum", "")) for each in manifest["Files"]}
    except (OSError, ValueError, KeyError) as error:
        return [f"{MANIFEST} cannot be read: {error}"]
    if hashlib.sha256(text[: text.rindex(b"\n", 0, -1) + 1]).hexdigest() != said:
        return [f"{MANIFEST} was changed."]
    try:
        with _opened(backup / BASE) as archive:
            found = {each.name.removeprefix("./"): _sum(archive, each) for each in archive if each.isfile()}
    except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
        return [f"{BASE} cannot be read: {error}"]
    missing = [f"{path} is missing." for path in expected if path not in found]
    changed = [f"{path} was changed." for path, about in expected.items() if path in found and found[path] != about]
    return missing + changed


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    # Not with tarfile's own "r|gz": that reads only the first of several gzip members, as pg_basebackup writes them.
    with gzip.open(path) as plain, tarfile.open(fileobj=plain, mode="r|") as archive:
        yield archive


def _sum(archive: tarfile.TarFile, member: tarfile.TarInfo) -> tuple[int, str]:
    content, digest = archive.extractfile(member), hashlib.sha256()
    assert content is not None
    while piece := content.read(_PIECE):
        digest.update(piece)
    return member.size, digest.hexdigest()


def _safe(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The files and folders of an archive, as this user's own.

    Raises:
        tarfile.ExtractError: A member would be written outside of the folder, or is a link or a device.
    """
    for member in archive:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or not (member.isfile() or member.isdir()):
            raise tarfile.ExtractError(f"{member.name} is no file of a backup")
        member.uid, member.gid, member.uname, member.gname = os.getuid(), os.getgid(), "", ""
        yield member


def unpack(backup: Path, into: Path) -> None:
    """Unpack a backup into a directory that does not exist yet."""
    into.mkdir(mode=0o700)
    for name, folder in ((BASE, into), (WAL, into / "pg_wal")):
        with _opened(backup / name) as archive:
            # Python 3.11.4 and later look at members once more; the Python of Debian 12 is older.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(folder, members=_safe(archive))  # noqa: S202  # every member is checked
    (into / MANIFEST).write_bytes((backup / MANIFEST).read_bytes())


async def combine(backups: Sequence[Path], into: Path) -> None:
    """Make one full backup of a full one and the incremental ones that follow it, all of them unpacked.

    Raises:
        BackupFailed: They do not belong together.
    """
    if len(backups) == 1:
        await asyncio.to_thread(shutil.move, backups[0], into)  # perhaps to another disk
        return
    await run("pg_combinebackup", f"--output={into}", *(str(each) for each in backups))


async def run(program: str, *arguments: str, password: str = "") -> None:
    """Run one of PostgreSQL's programs to its end.

    Args:
        password: Of the database. Every user of the machine can read arguments, but not the environment.

    Raises:
        BackupFailed: It failed.
    """
    process = await asyncio.create_subprocess_exec(
        str(wheel_programs().binaries / program),
        *arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment_with(password),
    )
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        raise BackupFailed(f"{program}: {said.decode(errors='replace').strip()[-_LAST_WORDS:]}")


def environment_with(password: str) -> dict[str, str]:
    """The environment of a program that needs this password; empty for none."""
    return {**ENVIRONMENT, "PGPASSWORD": password} if password else ENVIRONMENT


def without_password(dsn: str) -> tuple[str, str]:
    """The connection string without its password, and that."""
    parts: dict[str, Any] = dict(conninfo_to_dict(dsn))
    password = parts.pop("password", None)
    return make_conninfo(**parts), str(password or "")
