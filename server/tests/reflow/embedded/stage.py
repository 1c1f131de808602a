"""App processes that share a home, and a view of every process of its cluster."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

DEADLINE_SECONDS = 60.0

# The accounts that can run an app: root (whose server runs as nobody) and an ordinary one, or the one that runs the
# tests.
ACCOUNTS = ["root", "nobody"] if os.geteuid() == 0 else ["ourselves"]


def wait_until(what: str, condition: Callable[[], object], within: float = DEADLINE_SECONDS) -> None:
    """Return once the condition holds; fail with the description `what` if it does not hold in time."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {within} s in vain: {what}")
        select.select([], [], [], 0.005)


@dataclass
class Interpreter:
    """How an account runs Python with the package."""

    command: list[str]
    environment: dict[str, str]
    identity: dict[str, Any]


class App:
    """One running app process."""

    def __init__(self, interpreter: Interpreter, home: Path, elsewhere: Path) -> None:
        self.process = subprocess.Popen(
            [*interpreter.command, str(home), str(elsewhere)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            env=interpreter.environment,
            **interpreter.identity,
        )
        self._ready: dict[str, Any] | None = None

    @property
    def ready(self) -> dict[str, Any]:
        """The message that it printed when its server was ready, or why it has none."""
        if self._ready is None:
            self._ready = self._hear()
        return self._ready

    @property
    def dsn(self) -> str:
        assert "dsn" in self.ready, self.ready
        return str(self.ready["dsn"])

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def stop(self) -> None:
        assert self.ready
        self._say("stop")
        assert self._hear() == {"stopped": True}

    def ensure(self) -> None:
        self._say("ensure")
        self._ready = {**self.ready, **self._hear()}

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _say(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        heard, _, _ = select.select([self.process.stdout], [], [], DEADLINE_SECONDS)
        assert heard, "the app process says nothing"
        said: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"error": "the app process has ended"}')
        return said


class Stage:
    """A home, the apps that use it, and a view of every process of its cluster."""

    def __init__(self, interpreter: Interpreter, base: Path) -> None:
        self.home = base / "a home"
        self.base = base
        self._interpreter = interpreter
        self._apps: list[App] = []

    def app(self, home: Path | None = None) -> App:
        """Start an app process; read its `ready` to wait for it."""
        self._apps.append(App(self._interpreter, home or self.home, self.base / "elsewhere"))
        return self._apps[-1]

    def make_home(self) -> None:
        """Make the home as its app would."""
        self.home.mkdir()
        owner = self.base.stat()
        os.chown(self.home, owner.st_uid, owner.st_gid)

    def move_home(self, name: str) -> None:
        """Rename the home while no process uses it."""
        self.home = self.home.rename(self.base / name)

    @property
    def root(self) -> Path:
        """The cluster's directory."""
        return (self.home / "cluster").resolve()

    @property
    def log(self) -> str:
        return (self.root / "postgres.log").read_text()

    @property
    def postmaster(self) -> int:
        return int((self.root / "data/postmaster.pid").read_text().split()[0])

    def servers(self) -> list[int]:
        """The PostgreSQL processes whose working directory is below the stage. Zombies have none."""
        return [pid for pid in _pids() if _link(pid, "cwd").startswith(f"{self.base}/")]

    def reapers(self) -> list[int]:
        script, base = b"reaper.py", os.fsencode(self.base)
        return [pid for pid in _pids() if script in (line := _command_line(pid)) and base in line]

    def is_empty(self) -> bool:
        return not self.servers() and not self.reapers()

    def sockets(self, app: App) -> Path:
        """The path of the app's socket."""
        return Path(str(conninfo_to_dict(app.dsn)["host"])) / ".s.PGSQL.5432"

    def kill_apps(self) -> None:
        for app in self._apps:
            app.kill()

    def kill_everything(self) -> None:
        """End every process at once, as a power cut does: no process can clean up."""
        for pid in (*self.reapers(), *self.servers()):
            os.kill(pid, signal.SIGKILL)
        self.kill_apps()
        wait_until("everything has gone", self.is_empty)

    def clear(self) -> None:
        """Kill the apps; the processes that they started must end by themselves."""
        for app in self._apps:
            app.close()
        try:
            wait_until("every server and reaper has gone", self.is_empty)
        finally:
            for pid in (*self.reapers(), *self.servers()):
                os.kill(pid, signal.SIGKILL)


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _link(pid: int, name: str) -> str:
    try:
        return str(Path(f"/proc/{pid}/{name}").readlink())
    except OSError:
        return ""


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
