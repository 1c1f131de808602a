"""Pages that stay live without sliding.

A page's first run takes the first `num_items` rows and stores their end in the journal, which the client keeps. Later
runs cover that same range of keys: a page grows and shrinks, and no row falls between two of them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from reflow.errors import AppError
from reflow.row_views import RowViews
from reflow.statements import Statement, statement

if TYPE_CHECKING:
    from reflow.context import QueryCtx
    from reflow.postgres.database import Row

T = TypeVar("T")
MOST_ITEMS = 100
LONGEST_CURSOR = 1_024
"""The most characters of a cursor or a journal. Ours are far shorter; they become part of keys that are kept in
memory.
"""
_MOST_ROWS = 1_000
_MOST_KEPT = 200  # rows of a page whose views are kept; clients split pages that have grown long before
_LIMITS = (11, 26, 51, 101)
_BYTES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)
_NO_LIMIT = 1 << 22
_END = "end"

Key = tuple[Any, ...]


class PaginationOpts(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """The page of a list that the client requests; the client's hooks fill it in.

    Decoding clears options without effect and cuts others to their limits, or to few values. So two requests of the
    same page have the same key, and a caller cannot make the server keep the same rows many times over.

    Attributes:
        num_items: How many rows the first run takes, at most 100.
        cursor: The end of the page before; None for the first page.
        end_cursor: The end of this page, when an earlier page is split in two.
        id: The client's own mark, ignored.
        maximum_rows_read: Another limit of `num_items`, into which decoding turns it: a page reads the rows that it
            shows and no others.
        maximum_bytes_read: The first run ends after the row with which its values have this many bytes. Rounded down
            to 16 KiB, 64 KiB, 256 KiB or 1 MiB; a smaller one counts as 16 KiB. From 4 MiB on there is no limit.
    """

    num_items: Annotated[int, msgspec.Meta(ge=1)] = 20
    cursor: Annotated[str, msgspec.Meta(max_length=LONGEST_CURSOR)] | None = None
    end_cursor: Annotated[str, msgspec.Meta(max_length=LONGEST_CURSOR)] | None = None
    id: int | None = None
    maximum_rows_read: int | None = None
    maximum_bytes_read: int | None = None

    def __post_init__(self) -> None:
        rows = MOST_ITEMS if self.maximum_rows_read is None else max(1, self.maximum_rows_read)
        msgspec.structs.force_setattr(self, "num_items", min(self.num_items, rows, MOST_ITEMS))
        for ignored in ("id", "maximum_rows_read"):
            msgspec.structs.force_setattr(self, ignored, None)
        given = self.maximum_bytes_read
        if given is not None:
            steps = (step for step in _BYTES if step <= given)
            most = None if given >= _NO_LIMIT else max(steps, default=_BYTES[0])
            msgspec.structs.force_setattr(self, "maximum_bytes_read", most)


FIRST_PAGE = PaginationOpts()


class Page(msgspec.Struct, Generic[T], rename="camel", kw_only=True):
    """One page of a list.

    Attributes:
        page: The rows.
        is_done: Whether the list ends here.
        continue_cursor: The beginning of the next page.
        split_cursor: Where this page could be split, when it has grown.
        page_status: What the client should do about its size.
    """

    page: list[T]
    is_done: bool
    continue_cursor: str
    split_cursor: str | None = None
    page_status: Literal["SplitRecommended", "SplitRequired"] | None = None


class Cursors:
    """Cursors that only this deployment can make and read, each valid for one list.

    A cursor names a row that may have been hidden from its reader since, so it is encrypted and not only signed. The
    same key makes the same cursor (AES-SIV): cursors are among a query's arguments, and equal calls share a node.

    Args:
        secret: The key they are encrypted with, shared by all processes.
        scope: The list: a query's path and its arguments, without the page.
    """

    def __init__(self, secret: bytes, scope: str) -> None:
        self._key = hmac.digest(secret, scope.encode(), hashlib.sha512)

    def write(self, key: Key | None) -> str:
        """The cursor after a row's key, or after the whole list for None."""
        body = msgspec.json.encode(_END if key is None else list(key))
        return base64.urlsafe_b64encode(AESSIV(self._key).encrypt(body, None)).decode()

    def read(self, cursor: str, types: Sequence[type]) -> Key | None:
        """The key in a cursor.

        Raises:
            AppError: `invalid_cursor`, in the form that makes the client begin again from the first page.
        """
        try:
            values = msgspec.json.decode(AESSIV(self._key).decrypt(base64.urlsafe_b64decode(cursor.encode()), None))
            return None if values == _END else tuple(_revive(*pair) for pair in zip(values, types, strict=True))
        except (InvalidTag, ValueError, msgspec.DecodeError):
            text = "InvalidCursor: this cursor belongs to another list"
            raise AppError("invalid_cursor", text, isConvexSystemError=True, paginationError="InvalidCursor") from None


class Paging(Protocol):
    """The state of paging in a query's context.

    Attributes:
        views: The views of this run's page, if its query lets them be used again.
        views_before: Those of the run before.
    """

    cursors: Cursors
    journal: str | None
    views: RowViews[Any] | None

    @property
    def views_before(self) -> RowViews[Any] | None: ...


class Pages:
    """A list that can be read page by page, in one order, without counting.

    Args:
        source: A select without ORDER BY and LIMIT. It must select the columns of `by`. If the page's bounds belong
            inside it, a function that makes it from the bounds.
        by: The order: columns that together are unique, all ascending or all descending.
        watched: A select of the same rows that the engine can watch. Without it, `source` is watched itself. Of a table
            whose replica identity is FULL it must mention each column that `source` mentions.
    """

    def __init__(
        self,
        source: sa.Select[Any] | Callable[[Sequence[sa.ColumnElement[bool]]], sa.Select[Any]],
        by: Sequence[sa.ColumnElement[Any]],
        *,
        whole_table: str | None = None,
        watched: Pages | None = None,
    ) -> None:
        self.watched = watched or self
        columns = [_bare(element) for element in by]
        descending = {_is_descending(element) for element in by}
        if len(descending) != 1:
            raise TypeError("All columns of a page's order must have the same direction")
        self.names = tuple(column.name for column in columns)
        self.types = tuple(column.type.python_type for column in columns)
        key = sa.tuple_(*columns)
        after, end = _bound(columns, "after"), _bound(columns, "end")
        behind, until = (key < after, key >= end) if descending.pop() else (key > after, key <= end)
        limit = sa.bindparam("limit", type_=sa.Integer)

        def made(*conditions: sa.ColumnElement[bool]) -> Statement:
            bounded = source.where(*conditions).order_by(*by) if isinstance(source, sa.Select) else source(conditions)
            return statement(bounded.limit(limit), whole_table=whole_table)

        self._statements = {
            (False, False): made(),
            (True, False): made(behind),
            (False, True): made(until),
            (True, True): made(behind, until),
        }

    @property
    def statements(self) -> list[Statement]:
        """Every statement that a page may run."""
        return list(self._statements.values())

    def range(self, after: Key | None, end: Key | None) -> tuple[Statement, dict[str, object]]:
        """The statement for the rows after `after` and up to `end`, and its parameters for these."""
        given = {f"after_{i}": value for i, value in enumerate(after or ())}
        given |= {f"end_{i}": value for i, value in enumerate(end or ())}
        return self._statements[after is not None, end is not None], given

    def key(self, row: Row) -> Key:
        """The position of a row in the order."""
        return tuple(row[name] for name in self.names)


async def paginate(
    ctx: QueryCtx,
    pages: Pages,
    opts: PaginationOpts,
    to: Callable[[Row], T],
    /,
    *,
    same_while: object = None,
    **given: object,
) -> Page[T]:
    """One page of a list, pinned to its range from the second run on.

    Args:
        to: Makes the client's view of a row.
        same_while: Everything that a view depends on besides its row. If it is given, a later run with an equal value
            makes and encodes only the views of rows that have changed since. The query must then leave the views as
            they are: a later run gets the same objects.
        given: The parameters of the list's own select.

    Raises:
        AppError: `invalid_cursor`.
    """
    paging = ctx.paging
    after = paging.cursors.read(opts.cursor, pages.types) if opts.cursor is not None else None
    if opts.cursor is not None and after is None:
        return Page(page=[], is_done=True, continue_cursor=opts.cursor)  # after the end of the list
    size = opts.num_items
    try:
        page_bounds = opts.end_cursor or paging.journal
        end = paging.cursors.read(page_bounds, pages.types) if page_bounds is not None else None
    except AppError:
        if opts.end_cursor is not None:
            raise
        # A journal from before a change of the secret cannot be read, so the page is measured again.
        page_bounds = None
    if page_bounds is None:
        rows, end = await _first_run(ctx, pages, after, opts, given)
    else:
        rows = await _pinned_run(ctx, pages, after, end, given)
    end_cursor = paging.cursors.write(end)
    paging.journal = end_cursor
    if same_while is None or len(rows) > _MOST_KEPT:
        views = [to(row) for row in rows]
    else:
        paging.views = RowViews(same_while)
        views = paging.views.show(rows, to, pages.key, paging.views_before)
    page: Page[T] = Page(page=views, is_done=end is None, continue_cursor=end_cursor)
    if len(rows) > max(size + size // 2, 2):
        page.split_cursor = paging.cursors.write(pages.key(rows[len(rows) // 2]))
        page.page_status = "SplitRequired" if len(rows) >= _MOST_ROWS else "SplitRecommended"
    if paging.views is not None:
        paging.views.complete(page)
    return page


async def _first_run(
    ctx: QueryCtx, pages: Pages, after: Key | None, opts: PaginationOpts, given: Mapping[str, object]
) -> tuple[list[Row], Key | None]:
    select, bounds = pages.range(after, None)
    size = opts.num_items
    # Limits are part of the SQL text; few different ones mean few statements to prepare.
    limit = next(most for most in _LIMITS if most > size)
    rows = await ctx.rows_unwatched(select, **given, **bounds, limit=limit)
    if opts.maximum_bytes_read is not None:
        size = min(size, _within(rows, opts.maximum_bytes_read))
    end = pages.key(rows[size - 1]) if len(rows) > size else None
    rows = rows[:size]
    watched, bounds = pages.watched.range(after, end)
    ctx.watch(watched, {**given, **bounds, "limit": size}, rows)
    return rows, end


def _within(rows: Sequence[Row], most: int) -> int:
    """How many rows there are up to the one with which their values have this many bytes."""
    total = 0
    for count, row in enumerate(rows, 1):
        total += sum(len(value) if isinstance(value, (str, bytes)) else 8 for value in row.values())
        if total >= most:
            return count
    return len(rows)


async def _pinned_run(
    ctx: QueryCtx, pages: Pages, after: Key | None, end: Key | None, given: Mapping[str, object]
) -> list[Row]:
    select, bounds = pages.range(after, end)
    rows = await ctx.rows_unwatched(select, **given, **bounds, limit=_MOST_ROWS)
    watched, _ = pages.watched.range(after, end)
    ctx.watch(watched, {**given, **bounds, "limit": _MOST_ROWS}, rows)
    return rows


def _bound(columns: Sequence[sa.ColumnElement[Any]], name: str) -> sa.Tuple:
    return sa.tuple_(*(sa.bindparam(f"{name}_{i}", type_=column.type) for i, column in enumerate(columns)))


def _bare(element: Any) -> Any:
    return element.element if isinstance(element, sa.UnaryExpression) else element


def _is_descending(element: Any) -> bool:
    return isinstance(element, sa.UnaryExpression) and element.modifier is sa.sql.operators.desc_op


def _revive(value: object, kind: type) -> object:
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if not isinstance(value, kind):
        raise ValueError(value)
    return value
