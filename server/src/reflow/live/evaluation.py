"""One run of a query, and its dependencies."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from reflow.errors import AppError, PlainError
from reflow.pagination import Cursors
from reflow.results import Failure
from reflow.values import encode

if TYPE_CHECKING:
    from reflow.functions import Query
    from reflow.identity import Identity
    from reflow.live.index import Watch
    from reflow.live.nodes import Node
    from reflow.live.recompute import RecomputePass
    from reflow.postgres.database import Connection, Row
    from reflow.row_views import RowViews
    from reflow.statements import Statement

log = logging.getLogger(__name__)

T = TypeVar("T")


class CallerScope(IntEnum):
    """How much of the caller a query has read. Results are shared by all callers who are equal in that respect."""

    NOTHING = 0
    SIGNED_IN = 1
    PERSON = 2

    def of(self, identity: Identity | None) -> object:
        """The value that two callers must have in common to share a result."""
        if self is CallerScope.NOTHING:
            return None
        if self is CallerScope.SIGNED_IN or identity is None:
            return identity is not None
        return (identity.issuer, identity.subject)


class NeedsNarrowerScope(Exception):
    """The query reads more of its caller than its node distinguishes, so it must run again in a narrower node."""

    def __init__(self, caller_scope: CallerScope) -> None:
        super().__init__(caller_scope)
        self.caller_scope = caller_scope


class TooSlow(Exception):
    """The query is built on one that is too slow for a cycle, so it must run in a slow lane."""


class CallCycle(Exception):
    """The query is built on itself."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} waits for its own result")


class Evaluation:
    """The outcome of a run.

    Attributes:
        returned: The Python value, for queries that build on this one; None after a failure.
        raised: The exception of the query, for the same readers; None after success.
        journal: The text that the client must send when it requests the same page again.
        watches: The rows in the database that the outcome depends on.
        children: The queries that it is built on.
        annotation: The query's return annotation; it makes encoding fast.
        same_as: The outcome of another query whose value this one returns unchanged, so that it is encoded only once.
        is_timed: Whether it may change with time alone.
        rows_read: How many rows it read from the database itself.
        rows_below: How many rows the queries read that it is built on.
        views: The views of its rows, for the next run.
    """

    def __init__(
        self,
        returned: Any,
        raised: Exception | None,
        journal: str | None,
        watches: Sequence[Watch],
        children: frozenset[Node],
        annotation: Any = None,
        same_as: Evaluation | None = None,
        *,
        is_timed: bool = False,
        rows_read: int = 0,
        rows_below: int = 0,
        views: RowViews[Any] | None = None,
    ) -> None:
        self.views = views
        self.rows_read = rows_read
        self.rows_below = rows_below
        self.returned = returned
        self.raised = raised
        self.journal = journal
        self.watches = watches
        self.children = children
        self.is_timed = is_timed
        self._annotation = annotation
        self._same_as: Evaluation | None = None if same_as is None else same_as._same_as or same_as
        self._compared: tuple[Evaluation | None, bool] | None = None

    def differs(self, other: Evaluation | None) -> bool:
        """Whether this outcome looks different to a reader of the other one. Compared once for each other one."""
        if self._compared is None or self._compared[0] is not other:
            self._compared = other, self._differs(other)
        return self._compared[1]

    def _differs(self, other: Evaluation | None) -> bool:
        if other is None or (self.raised is None) != (other.raised is None):
            return True
        if self.is_accident and other.is_accident:
            return type(self.raised) is not type(other.raised)
        if self.raised is not None:
            return self.failure != other.failure
        try:
            return bool(self.returned != other.returned)
        except Exception:  # a result that cannot be compared is sent, and affects no other query
            of_type = type(self.returned).__name__
            log.exception("two results of a query cannot be compared", extra={"type": of_type})
            return True

    def share(self, before: Evaluation | None) -> None:
        """Return the same object as the outcome before, if it does not differ: queries that are built on either share
        its encoded text then.
        """
        if before is not None and not self.differs(before):
            self.returned, self._same_as = before.returned, before._same_as or before

    def take_views(self, other: Evaluation) -> None:
        """Keep the views of an outcome that does not differ from this one, with the rows as they are now."""
        self.views = other.views
        if self.views is not None:
            self.views.complete(self.returned)

    def forget_comparison(self) -> None:
        """Release the outcome that this one was compared with."""
        self._compared = None

    @property
    def is_accident(self) -> bool:
        """Whether it failed unintentionally, so that a retry may succeed."""
        return self.raised is not None and not isinstance(self.raised, (AppError, PlainError))

    def forget_traces(self) -> None:
        """Log the exception, and drop its traceback, which would keep the whole cycle in memory."""
        if self.raised is not None:
            _ = self.error
            self.raised.__traceback__ = self.raised.__context__ = self.raised.__cause__ = None

    @cached_property
    def _encoded(self) -> tuple[str | None, Failure | None]:
        if self.raised is not None:
            return None, failure_of(self.raised)
        if self._same_as is not None:
            return self._same_as._encoded
        try:
            joined = None if self.views is None else self.views.encoded(self.returned, self._annotation)
            return joined or encode(self.returned, self._annotation), None
        except (TypeError, ValueError) as error:
            return None, failure_of(error)

    @property
    def encoded_size(self) -> int:
        """How many characters of encoded text only this outcome holds."""
        if self._same_as is not None or "_encoded" not in self.__dict__:
            return 0
        return len(self._encoded[0] or "")

    @property
    def value(self) -> str | None:
        """The result as JSON text, encoded once for all receivers."""
        return self._encoded[0]

    @property
    def error(self) -> Failure | None:
        """The failure to send instead of a value."""
        return self._encoded[1]

    failure = error


def failure_of(error: BaseException) -> Failure:
    """The part of an exception that a client gets: everything of a refusal, nothing of a bug."""
    if isinstance(error, AppError):
        return Failure(error.message, {"code": error.code, "message": error.message, **error.data})
    if isinstance(error, PlainError):
        return Failure(str(error))
    incident = secrets.token_hex(6)
    log.error("function failed", extra={"incident": incident}, exc_info=error)
    return Failure(f"Server Error (incident {incident})")


class EvaluationCtx:
    """The context of a query in the graph. It records the query's dependencies."""

    def __init__(self, run: RecomputePass, node: Node, connection: Connection) -> None:
        self._run = run
        self._node = node
        self._connection = connection
        self.cursors = Cursors(run.graph.secret, node.scope)
        self.journal = node.page_bounds
        self.views: RowViews[Any] | None = None
        self.views_before = node.evaluation.views if node.evaluation is not None else None
        self.watches: list[Watch] = []
        self.children: set[Node] = set()
        self.answers: list[Evaluation] = []
        self.is_timed = False
        self.rows_read = 0
        self.rows_below = 0
        self._caught: Exception | None = None

    @property
    def paging(self) -> EvaluationCtx:
        return self

    @property
    def identity(self) -> Identity | None:
        self._require(CallerScope.PERSON)
        return self._node.identity

    @property
    def signed_in(self) -> bool:
        self._require(CallerScope.SIGNED_IN)
        return self._node.identity is not None

    def get(self, kind: type[T]) -> T:
        return self._run.graph.dependencies.of(kind)

    async def rows(self, statement: Statement, /, **given: object) -> list[Row]:
        rows = await self.rows_unwatched(statement, **given)
        self.watch(statement, given, rows)
        return rows

    async def row(self, statement: Statement, /, **given: object) -> Row | None:
        self.is_timed |= statement.is_timed
        try:
            row = await self._connection.row(statement, given)
        except asyncpg.PostgresError as error:
            self._fail(error, statement, given)
            raise
        self._count(0 if row is None else 1)
        self.watch(statement, given, [] if row is None else [row])
        return row

    async def value(self, statement: Statement, /, **given: object) -> Any:
        row = await self.row(statement, **given)
        return None if row is None else row[0]

    async def rows_unwatched(self, statement: Statement, /, **given: object) -> list[Row]:
        self.is_timed |= statement.is_timed
        try:
            rows = await self._connection.rows(statement, given)
        except asyncpg.PostgresError as error:
            self._fail(error, statement, given)
            raise
        self._count(len(rows))
        return rows

    def watch(self, statement: Statement, given: Mapping[str, object], rows: Sequence[Row], /) -> None:
        self.watches += statement.watches(given, rows)

    async def run(self, query: Query[Any, Any], /, **given: Any) -> Any:
        if query.is_serializable and not self._node.function.is_serializable:
            self._caught = TypeError(f"{self._node.function.path} must be serializable to run {query.path}, which is")
            raise self._caught
        # A page made from another query's page covers the same range of keys, so it passes its own pin on.
        is_page = given.get("pagination_opts") is not None
        page_bounds = self.journal if is_page else None
        try:
            child, evaluation = await self._run.child(query, given, self._node, self._connection, page_bounds)
        except TooSlow as error:
            self._caught = error
            raise
        self.children.add(child)
        self._require(child.caller_scope)
        self.is_timed |= evaluation.is_timed
        self.rows_below += evaluation.rows_read + evaluation.rows_below
        if evaluation.raised is not None:
            raise evaluation.raised.with_traceback(None)
        if is_page:
            self.journal = evaluation.journal
        self.answers.append(evaluation)
        return evaluation.returned

    def raise_caught(self) -> None:
        """Raise an error after which a function must not continue, if the function caught it."""
        if self._caught is not None:
            raise self._caught

    def _count(self, rows: int) -> None:
        self.rows_read += rows

    def _fail(self, error: asyncpg.PostgresError, statement: Statement, given: Mapping[str, object]) -> None:
        self._caught = error
        with suppress(TypeError):  # the rows that it reads decide when a retry makes sense
            self.watch(statement, given, ())

    def _require(self, caller_scope: CallerScope) -> None:
        if caller_scope > self._node.caller_scope:
            self._caught = NeedsNarrowerScope(caller_scope)
            raise self._caught
