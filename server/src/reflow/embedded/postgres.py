"""Use of the embedded server: start or join it, keep it running, leave it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from reflow.embedded.account import server_account
from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.locks import Lock, held
from reflow.embedded.place import Place, settle
from reflow.embedded.programs import wheel_programs
from reflow.embedded.reaper import PAUSE_SECONDS
from reflow.embedded.server import Server, end, ensure_reaper, part, reap

ELSEWHERE = Path("/var/lib/reflow")
"""The directory for root's clusters, by default, if their account cannot reach the home."""


class EmbeddedPostgres:
    """One process's use of the server of a home.

    Attributes:
        dsn: A ``postgresql://`` URI of the database ``postgres``, for asyncpg and psycopg, as its superuser.
    """

    def __init__(self, server: Server, users: Lock) -> None:
        self.dsn = server.place.dsn
        self._server = server
        self._users = users

    @property
    def place(self) -> Place:
        """The paths of the cluster and its log."""
        return self._server.place

    async def ensure(self) -> None:
        """Start the server again if it has died. Raises as `start` does."""
        await asyncio.to_thread(self._ensure)
        self.dsn = self.place.dsn

    async def stop(self) -> None:
        """Leave the server; the last user stops it and returns when none of its processes is left. A second call does
        nothing.
        """
        await asyncio.to_thread(self.leave)

    def leave(self) -> None:
        """The same as `stop`, blocking, for a thread."""
        if self._users.closed:
            return
        with held(self.place.start_lock):
            self._users.close()
            _end_if_unused(self.place)

    def _ensure(self) -> None:
        with held(self.place.start_lock):
            ensure_reaper(self.place)
            self._server.ensure()


async def start(
    home: Path,
    *,
    settings: Mapping[str, str] | None = None,
    account: str = "nobody",
    elsewhere: Path = ELSEWHERE,
    otherwise: str = "Use a PostgreSQL server of your own instead.",
) -> EmbeddedPostgres:
    """Start the home's server, or join it if it runs.

    Args:
        home: The directory below which the cluster is kept; created if missing.
        settings: PostgreSQL settings in addition to ours or instead of them. They apply if this call starts the server,
            and not if it joins one.
        account: The account that the server runs as if this process is root.
        elsewhere: The directory for root's clusters if that account cannot reach their home.
        otherwise: The advice at the end of an error's text.

    Raises:
        EmbeddedPostgresError: The server cannot run here.
    """

    def enter() -> EmbeddedPostgres:
        try:
            programs = wheel_programs()
            lent = server_account(account)
            return _join(Server(settle(home, elsewhere=elsewhere, account=lent), programs, lent, settings or {}))
        except (EmbeddedPostgresError, OSError) as error:
            raise EmbeddedPostgresError(f"{error}\n{otherwise}") from error

    # All of it waits for files and processes, so it runs in a thread, and completes even if the caller is cancelled:
    # half a start would leave locks behind.
    entering = asyncio.ensure_future(asyncio.to_thread(enter))
    try:
        return await asyncio.shield(entering)
    except asyncio.CancelledError:
        entering.add_done_callback(_leave_at_once)
        raise


@asynccontextmanager
async def embedded_postgres(
    home: Path,
    *,
    settings: Mapping[str, str] | None = None,
    account: str = "nobody",
    elsewhere: Path = ELSEWHERE,
    otherwise: str = "Use a PostgreSQL server of your own instead.",
) -> AsyncIterator[str]:
    """The DSN of the home's server, which runs at least as long as the block. Arguments and errors as for `start`."""
    postgres = await start(home, settings=settings, account=account, elsewhere=elsewhere, otherwise=otherwise)
    try:
        yield postgres.dsn
    finally:
        await postgres.stop()


def _join(server: Server) -> EmbeddedPostgres:
    reap()
    with held(server.place.start_lock):
        users = Lock(server.place.users_lock)
        try:
            # Waits for a reaper that is stopping the server at the moment.
            users.shared()
            # The reaper starts first: if this process dies before the server is up, the reaper stops what it started.
            ensure_reaper(server.place)
            server.ensure()
        except BaseException:
            users.close()
            raise
        return EmbeddedPostgres(server, users)


def _leave_at_once(entered: asyncio.Future[EmbeddedPostgres]) -> None:
    """Leave a server whose start was cancelled by its caller."""
    if not entered.cancelled() and entered.exception() is None:
        asyncio.get_running_loop().run_in_executor(None, entered.result().leave)


def _end_if_unused(place: Place) -> None:
    """Stop the server if this was its last user. The caller holds ``start.lock``, so no new user can come."""
    users = Lock(place.users_lock)
    try:
        while not users.try_exclusive():
            if users.try_shared():
                return
            # The reaper holds the lock, and is stopping the server.
            time.sleep(PAUSE_SECONDS)
        end(place)
    finally:
        users.close()
    # The reaper sees that its work is done, and exits.
    with held(place.reaper_lock):
        part(place)
