"""SQL statements, written with SQLAlchemy Core and compiled once, at import.

SQLAlchemy serves only as a compiler: at run time a statement is a text, an order of parameters and a read set, and
asyncpg runs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg, dialect
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.elements import BindParameter

from reflow.readset import Read, Watch, reads_of

_MOST_TEXTS = 256
_LIMIT = re.compile(r"/\*limit:(\w+)\*/")
_CLOCKS = re.compile(
    r"\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age)\(|\bCURRENT_|\bLOCALTIME",
    re.IGNORECASE,
)

Source = UpdateBase | sa.Select[Any] | sa.CompoundSelect[Any]


class _Compiler(PGCompiler_asyncpg):
    """Writes LIMIT as a number, because with a bound one PostgreSQL would plan every call again, and records the tables
    that are written.
    """

    written: frozenset[str] = frozenset()

    def visit_insert(self, insert_stmt: Any, *arguments: Any, **options: Any) -> Any:
        self.written |= {insert_stmt.table.name}
        return super().visit_insert(insert_stmt, *arguments, **options)  # type: ignore[no-untyped-call]  # SQLAlchemy's

    def visit_update(self, update_stmt: Any, *arguments: Any, **options: Any) -> Any:
        self.written |= {update_stmt.table.name}
        return super().visit_update(update_stmt, *arguments, **options)

    def visit_delete(self, delete_stmt: Any, *arguments: Any, **options: Any) -> Any:
        self.written |= {delete_stmt.table.name}
        return super().visit_delete(delete_stmt, *arguments, **options)  # type: ignore[no-untyped-call]  # SQLAlchemy's

    def limit_clause(self, select: Any, **_: Any) -> str:
        if select._offset_clause is not None:
            raise TypeError("OFFSET counts rows that others insert and delete; continue behind a key instead")
        limit = select._limit_clause
        if not isinstance(limit, BindParameter):
            raise TypeError(f"LIMIT must be a number or a parameter, not {limit}")
        if limit.value is None:
            return f"\n LIMIT /*limit:{limit.key}*/"
        return f"\n LIMIT {int(limit.value)}"

    def fetch_clause(self, *_: Any, **__: Any) -> str:
        raise TypeError("FETCH FIRST is not supported; use LIMIT")


class _Dialect(dialect):
    statement_compiler = _Compiler
    supports_statement_cache = False


class Statement:
    """One SQL statement, ready to run.

    Attributes:
        source: The Core expression it was made from.
        parameters: Names of the parameters, in the order of ``$1, $2, …``.
        limit_parameter: Name of the parameter in LIMIT, if there is one.
        writes: Names of the tables it inserts into, updates or deletes from.
        whole_table: Why it may depend on every row of a table, if it may.
        is_timed: Whether its result may change with time alone.
    """

    def __init__(self, source: Source, whole_table: str | None) -> None:
        compiled: Any = source.compile(dialect=_PLAIN)
        _require_plain(compiled)
        self.source = source
        self._text = str(compiled)
        self.is_timed = _CLOCKS.search(self._text) is not None
        self.parameters: tuple[str, ...] = tuple(compiled.positiontup or ())
        limits = sorted(set(_LIMIT.findall(self._text)))
        if len(limits) > 1:
            raise TypeError(f"One parameter may stand in LIMIT, not {', '.join(limits)}")
        if any(name in self.parameters and not isinstance(compiled.binds[name].type, sa.Integer) for name in limits):
            raise TypeError("What stands in LIMIT is a whole number, wherever else it stands")
        self.limit_parameter: str | None = limits[0] if limits else None
        self._defaults = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        self.whole_table = whole_table
        self.writes = compiled.written
        self._names = [entry.keyname for entry in compiled._result_columns]
        self._texts: dict[int, str] = {}

    @cached_property
    def reads(self) -> tuple[Read, ...]:
        """The dependencies of the result; see :mod:`reflow.readset`. Empty for a statement that writes.

        Raises:
            reflow.readset.DependsOnWholeTable: It cannot be determined what the statement reads.
        """
        return () if self.writes else reads_of(self.source, whole_table=self.whole_table, names=self._names)

    def watches(self, given: Mapping[str, object], rows: Sequence[Any]) -> list[Watch]:
        """The rows whose change may change this result.

        Args:
            given: The parameters it ran with.
            rows: The result, or the part of it that was used.

        Raises:
            TypeError: A parameter is missing, or not of its column's type.
        """
        if self.writes:
            raise TypeError(f"A statement that writes has no result to watch:\n{self._text}")
        full = {**self._defaults, **given}
        try:
            return list(dict.fromkeys(watch for read in self.reads for watch in read.watches(full, rows)))
        except KeyError as error:
            raise self._missing(error) from None

    def text(self, given: Mapping[str, object]) -> str:
        """The SQL, with LIMIT written as a number.

        Raises:
            TypeError: The limit is missing, or not a whole number from 0.
        """
        if self.limit_parameter is None:
            return self._text
        limit = given.get(self.limit_parameter)
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise TypeError(f"LIMIT needs a whole number in {self.limit_parameter!r}, not {limit!r}")
        text = self._texts.get(limit)
        if text is None:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            text = self._texts[limit] = _LIMIT.sub(str(limit), self._text)
        return text

    def arguments(self, given: Mapping[str, object]) -> list[object]:
        """The values in the order of the parameters; the statement's own constants are filled in.

        Raises:
            TypeError: A parameter is missing.
        """
        defaults = self._defaults
        try:
            return [given[name] if name in given else defaults[name] for name in self.parameters]
        except KeyError as error:
            raise self._missing(error) from None

    def _missing(self, error: KeyError) -> TypeError:
        return TypeError(f"The parameter {error.args[0]!r} is missing; it occurs in:\n{self._text}")

    def __repr__(self) -> str:
        return f"<Statement {self._text}>"


def statement(source: Source, *, whole_table: str | None = None) -> Statement:
    """Compile a Core expression once.

    Args:
        source: A select, insert, update or delete. LIMIT may be a ``bindparam``; it is written as a number.
        whole_table: The reason why this statement may depend on every row of a table. Without one, such a statement
            is refused, here, at import.

    Raises:
        TypeError: It uses something that SQLAlchemy would have to do at run time: ``IN`` with a list, defaults made
            in Python, types that convert values. Or it counts rows with OFFSET.
        reflow.readset.DependsOnWholeTable: It cannot be watched by key, and no reason was given.
    """
    made = Statement(source, whole_table)
    if whole_table is None:
        _ = made.reads
    return made


def _require_plain(compiled: Any) -> None:
    """Refuse everything that SQLAlchemy itself would do at run time."""
    if compiled.post_compile_params or compiled.literal_execute_params:
        raise TypeError(f"IN with a list is expanded at run time; use = ANY(:array):\n{compiled}")
    for column in (*(compiled.insert_prefetch or ()), *(compiled.update_prefetch or ())):
        raise TypeError(
            f"{column} has a default made in Python; give the value, or let the database make it:\n{compiled}"
        )
    for bind in compiled.binds.values():
        _require_bare_type(bind.type, bind.key, "bind_processor")
    for entry in compiled._result_columns:
        _require_bare_type(entry.type, entry.keyname, "result_processor")


def _require_bare_type(of_type: Any, name: str, processor: str) -> None:
    """Refuse a type whose values SQLAlchemy converts.

    asyncpg checks booleans and makes numbers by itself, and its codec for JSON is set on the connection.
    """
    if isinstance(of_type, sa.ARRAY):
        _require_bare_type(of_type.item_type, name, processor)
        return
    here = of_type.dialect_impl(_PLAIN)
    if isinstance(here, (sa.Boolean, sa.Numeric, sa.Float, sa.JSON)) and not isinstance(here, sa.types.TypeDecorator):
        return
    convert = getattr(here, processor)(_PLAIN, *([None] if processor == "result_processor" else []))
    if convert is not None:
        raise TypeError(f"{name!r} has a type whose values are converted in Python: {of_type!r}")


_PLAIN = _Dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's
