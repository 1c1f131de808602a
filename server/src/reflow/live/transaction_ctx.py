"""The context of a mutation: statements in its transaction, jobs and signals that are part of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from reflow.changes.pgoutput import signals_in
from reflow.pagination import Cursors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from reflow.dependencies import Dependencies
    from reflow.functions import Query
    from reflow.identity import Identity
    from reflow.postgres.database import Connection, Row
    from reflow.row_views import RowViews
    from reflow.statements import Statement

T = TypeVar("T")
Defer = Callable[["Connection", str, Mapping[str, object], "datetime | None"], Awaitable[None]]
"""Writes a job's row in a mutation's transaction: its name, its arguments, and the earliest time to run if not at
once.
"""

_SIGNAL = "SELECT pg_logical_emit_message(true, $1::text, $2::text)::text"


async def _no_jobs(_connection: Connection, job: str, *_: object) -> None:
    raise LookupError(f"No queue was given to the engine, so {job} cannot be deferred")


NO_JOBS: Final[Defer] = _no_jobs
"""For an engine without jobs."""


class TransactionCtx:
    """The context of a mutation, and of the queries it runs in its own transaction."""

    def __init__(
        self, connection: Connection, identity: Identity | None, defer: Defer, secret: bytes, dependencies: Dependencies
    ) -> None:
        self._connection = connection
        self._defer = defer
        self._secret = secret
        self._dependencies = dependencies
        self.identity = identity
        self._now: datetime | None = None
        self.cursors = Cursors(secret, "")
        self.journal: str | None = None
        self.views: RowViews[Any] | None = None
        self.views_before: RowViews[Any] | None = None

    @property
    def signed_in(self) -> bool:
        return self.identity is not None

    @property
    def paging(self) -> TransactionCtx:
        return self

    async def rows(self, statement: Statement, /, **given: object) -> list[Row]:
        return await self._connection.rows(statement, given)

    def get(self, kind: type[T]) -> T:
        return self._dependencies.of(kind)

    rows_unwatched = rows

    def watch(self, statement: Statement, given: Mapping[str, object], rows: Sequence[Row], /) -> None:
        """Does nothing: a transaction is not live."""

    async def row(self, statement: Statement, /, **given: object) -> Row | None:
        return await self._connection.row(statement, given)

    async def value(self, statement: Statement, /, **given: object) -> Any:
        row = await self._connection.row(statement, given)
        return None if row is None else row[0]

    async def execute(self, statement: Statement, /, **given: object) -> int:
        return await self._connection.execute(statement, given)

    async def run(self, query: Query[Any, Any], /, **given: Any) -> Any:
        inner = TransactionCtx(self._connection, self.identity, self._defer, self._secret, self._dependencies)
        return await query.call(inner, **query.complete(given))

    async def now(self) -> datetime:
        if self._now is None:
            (row,) = await self._connection.text("SELECT now()")
            self._now = row[0]
        return self._now

    async def defer(self, job: str, /, **arguments: object) -> None:
        await self._defer(self._connection, job, arguments, None)

    async def defer_until(self, moment: datetime, job: str, /, **arguments: object) -> None:
        await self._defer(self._connection, job, arguments, moment)

    async def signal(self, name: str, /, **values: str | None) -> None:
        await self._connection.text(
            _SIGNAL, signals_in(self._connection.schema), msgspec.json.encode((name, values)).decode()
        )
