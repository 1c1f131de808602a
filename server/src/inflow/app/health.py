"""Health checks: `/livez` for a supervisor, `/readyz` and `/healthz` for a load balancer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from inflow.app.migrate import newest_revision, works_on
from inflow.app.operator_access import OperatorAccess
from inflow.media.storage.store import MediaStore
from reflow import Connection, Database
from reflow.live.engine import Engine

OK = "ok"
_UNKNOWN = "Unknown, because the database does not answer"
_PATIENCE = 2.0  # seconds for the database, and for the media
_FRESH = 1.0  # seconds for which all requests share one result
_PASSED_FOR = 15.0  # seconds for which a costly check is not repeated after it passed; a bucket charges for requests
_STUCK_AFTER = 10.0  # seconds for which work may wait for a cycle; one lasts a fraction of a second
_REVISION = """
    SELECT version_num, minimum_revision, extract(epoch FROM clock_timestamp())::float8 AS now
    FROM alembic_version, schema_compatibility"""
MOST_SKEW = 60.0
"""How many seconds this machine's clock and the database's may differ. Sessions, codes and limits use both."""

Checks = Mapping[str, str]
"""The result of each check: `OK`, or the problem."""


class Health:
    """The health checks of one process.

    Args:
        problems: Finds what the publication lacks for live queries, as sentences.
        now: Seconds on a clock that never goes back.
        wall: Seconds of Unix time, by this machine.

    Attributes:
        started_at: When the process started, in seconds of Unix time.
    """

    def __init__(
        self,
        database: Database,
        engine: Engine,
        store: MediaStore,
        problems: Callable[[Connection], Awaitable[list[str]]],
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._engine = engine
        self._problems = problems
        self._now = now
        self._wall = wall
        self._began_at = now()
        self.started_at = wall()
        self._looking: asyncio.Task[Checks] | None = None
        self._looked_at = 0.0
        self._passed_at: dict[str, float] = {}
        self._costly: dict[str, Callable[[], Awaitable[str | None]]] = {"media": store.check}

    def look_at(self, name: str, problem: Callable[[], Awaitable[str]]) -> None:
        """Check something else as well, and no more often than every 15 seconds once it has passed.

        Args:
            problem: Finds what is wrong, as a sentence, or nothing.
        """
        self._costly[name] = problem

    @property
    def uptime(self) -> float:
        """Seconds since the start."""
        return self._now() - self._began_at

    async def checks(self) -> Checks:
        """The result of every check, at most a second old. Requests at the same time share it."""
        looking = self._looking
        if looking is None or (looking.done() and self._now() - self._looked_at >= _FRESH):
            looking = self._looking = asyncio.create_task(self._check_all())
            self._looked_at = self._now()
        return await asyncio.shield(looking)

    async def _check_all(self) -> Checks:
        (database, migrations, publication, clock), costly = await asyncio.gather(
            self._check_database(), asyncio.gather(*map(self._check_costly, self._costly))
        )
        waiting = self._engine.progress.waiting
        return {
            "database": database,
            "migrations": migrations,
            "publication": publication,
            "clock": clock,
            "log": OK if self._engine.healthy else "The database's log is not followed",
            "cycle": OK if waiting < _STUCK_AFTER else f"Work has waited for a cycle for {waiting:.0f} seconds",
            **dict(zip(self._costly, costly, strict=True)),
        }

    async def _check_database(self) -> tuple[str, str, str, str]:
        try:
            async with asyncio.timeout(_PATIENCE), self._database.connection() as connection:
                (row,) = await connection.text(_REVISION)
                publication = await self._check_publication(connection)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is the result
            return _problem(error), _UNKNOWN, _UNKNOWN, _UNKNOWN
        found, minimum = row.version_num, row.minimum_revision
        works = works_on(found, minimum)
        migrations = OK if works else f"The database is at {found}, this version at {newest_revision()}"
        return OK, migrations, publication, clock_problem(row.now, self._wall()) or OK

    async def _check_publication(self, connection: Connection) -> str:
        """Whether changes of all tables still come through the log: an operator may have altered the publication."""
        if self._has_just_passed("publication"):
            return OK
        return self._note("publication", " ".join(await self._problems(connection)) or OK)

    async def _check_costly(self, name: str) -> str:
        if self._has_just_passed(name):
            return OK
        try:
            async with asyncio.timeout(_PATIENCE):
                return self._note(name, await self._costly[name]() or OK)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is the result
            return self._note(name, _problem(error))

    def _has_just_passed(self, check: str) -> bool:
        passed_at = self._passed_at.get(check)
        return passed_at is not None and self._now() - passed_at < _PASSED_FOR

    def _note(self, check: str, result: str) -> str:
        self._passed_at.pop(check, None)
        if result == OK:
            self._passed_at[check] = self._now()
        return result


def clock_problem(theirs: float, ours: float) -> str | None:
    """A sentence if the database's clock and this machine's differ too much.

    Args:
        theirs: The database's time, in seconds of Unix time.
        ours: This machine's.
    """
    skew = ours - theirs
    if abs(skew) <= MOST_SKEW:
        return None
    way = "ahead of" if skew > 0 else "behind"
    return f"This machine's clock is {abs(skew):.0f} seconds {way} the database's; set both by NTP"


def is_ready(checks: Checks) -> bool:
    """Whether all checks passed."""
    return all(result == OK for result in checks.values())


def health_routes(health: Health, access: OperatorAccess) -> list[Route]:
    """The routes of the health checks. Only operators get the details."""

    async def alive(request: Request) -> Response:
        return _answer("alive", 200, {"uptime": round(health.uptime, 1)} if access.admits(request) else {})

    async def ready(request: Request) -> Response:
        checks = await health.checks()
        status, code = ("ready", 200) if is_ready(checks) else ("not ready", 503)
        return _answer(status, code, {"checks": checks} if access.admits(request) else {})

    async def for_proxy(_: Request) -> Response:
        passed = is_ready(await health.checks())
        return PlainTextResponse("ok\n" if passed else "not ready\n", 200 if passed else 503)

    return [Route("/livez", alive), Route("/readyz", ready), Route("/healthz", for_proxy)]


def _answer(status: str, code: int, details: Mapping[str, Any]) -> Response:
    return JSONResponse({"status": status, **details}, code)


def _problem(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
