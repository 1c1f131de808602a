"""The contexts that functions get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from reflow.functions import Mutation, Query
    from reflow.identity import Identity
    from reflow.pagination import Paging
    from reflow.postgres.database import Row
    from reflow.statements import Statement

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Ctx(Protocol):
    """The part that all contexts have in common."""

    @property
    def identity(self) -> Identity | None:
        """The caller. In a query, reading it makes the result that person's own, and it has only the issuer and
        subject, because sessions and tokens change while the result stays.
        """

    def get(self, kind: type[T]) -> T:
        """An object that the deployment gives to functions, by its type. See
        :class:`reflow.dependencies.Dependencies`.
        """

    @property
    def signed_in(self) -> bool:
        """Whether the caller is authenticated. All authenticated callers share the result."""


class ReadCtx(Ctx, Protocol):
    """A context that reads the database, in one snapshot or transaction."""

    async def rows(self, statement: Statement, /, **given: object) -> list[Row]:
        """Every row of the result."""

    async def row(self, statement: Statement, /, **given: object) -> Row | None:
        """The first row, or None."""

    async def value(self, statement: Statement, /, **given: object) -> Any:
        """The first column of the first row, or None."""

    async def run(self, query: Query[P, R], /, *_: P.args, **given: P.kwargs) -> R:
        """Another query's result, from the same snapshot. If the query is live, the result is shared and cached."""


class QueryCtx(ReadCtx, Protocol):
    """The context of a query."""

    paging: Paging

    async def rows_unwatched(self, statement: Statement, /, **given: object) -> list[Row]:
        """Every row, without depending on them; the caller must :meth:`watch` the actual dependencies of the result."""

    def watch(self, statement: Statement, given: Mapping[str, object], rows: Sequence[Row], /) -> None:
        """Depend on the rows that this statement, run with these parameters, reads."""


class MutationCtx(ReadCtx, Protocol):
    """The context of a mutation: one transaction, committed when the function returns."""

    async def now(self) -> datetime:
        """The transaction's time, by the database's clock, in UTC."""

    async def execute(self, statement: Statement, /, **given: object) -> int:
        """Run a statement that returns no rows; returns how many rows it touched."""

    async def signal(self, name: str, /, **values: str | None) -> None:
        """Send a signal to every process once the transaction is committed, through the log and without a row.

        For queries it counts as an insert of these values into a table of this name; listeners of
        :meth:`reflow.live.graph.Graph.listen` get it too. It is lost if the log is cut, so nothing may rely on it for
        good.
        """

    async def defer(self, job: str, /, **arguments: object) -> None:
        """Run this job once the transaction is committed. Arguments must fit JSON."""

    async def defer_until(self, moment: datetime, job: str, /, **arguments: object) -> None:
        """Run this job at that time, by the database's clock."""


class ActionCtx(Ctx, Protocol):
    """The context of an action. It has no transaction of its own; it calls queries and mutations."""

    @property
    def now(self) -> datetime:
        """The server's time, in UTC."""

    async def query(self, query: Query[P, R], /, *_: P.args, **given: P.kwargs) -> R:
        """A query's result now, as the action's caller."""

    async def mutate(self, mutation: Mutation[P, R], /, *_: P.args, **given: P.kwargs) -> R:
        """Run a mutation as the action's caller, in a transaction of its own."""
