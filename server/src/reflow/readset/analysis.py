"""Derives a select's dependencies from its structure.

Why this is sound, for one alias X in one alternative of WHERE: a row of X that contradicts the known facts about X is
in no combination of rows that contributes to the result, before a change or after it. So a change from one such row to
another cannot affect the result, and the known equalities of X are keys. A nested select contributes only for those
outer rows that contribute. So facts about these rows hold inside it as well, but facts known inside it do not hold
outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import selectable

from reflow.readset.atoms import Alias, Alternative, bare, certain
from reflow.readset.display import NOTHING_SHOWN, Display, displayed
from reflow.readset.facts import Facts, Known
from reflow.readset.kinds import key_kind_of
from reflow.readset.mentions import mentioned_columns, table_name
from reflow.readset.reads import (
    AnyOf,
    DependsOnWholeTable,
    KeyColumn,
    Literal,
    Parameter,
    Read,
    Residual,
    Result,
    Source,
)
from reflow.readset.scope import Outer, Scope
from reflow.readset.seen import is_relation, nested_selects


def reads_of(source: Any, *, whole_table: str | None, names: Iterable[str] = ()) -> tuple[Read, ...]:
    """The rows that the result of a select depends on.

    Args:
        source: The select. For anything else, the answer is empty.
        whole_table: Why it may depend on every row of a table, if it may.
        names: The names of the result's columns, in order.

    Raises:
        DependsOnWholeTable: A table could only be watched as a whole and no reason was given, or it cannot be
            determined what a part of the statement reads.
    """
    if not isinstance(source, selectable.SelectBase):
        return ()
    analysis = _Analysis()
    analysis.top(source, list(names))
    reads = _without_covered(analysis.reads)
    for read in reads:
        if whole_table is None and not _is_selective(read, analysis.tables[read.table]):
            raise DependsOnWholeTable(analysis.complaint(read))
    mentioned = mentioned_columns(source)
    return tuple(replace(read, mentioned=mentioned.get(read.table)) for read in reads)


class _Analysis:
    """The reads found so far."""

    def __init__(self) -> None:
        self.reads: dict[Read, None] = {}
        self.tables: dict[str, sa.TableClause] = {}
        self._missing: dict[str, list[str]] = {}
        self._common: set[int] = set()

    def complaint(self, read: Read) -> str:
        columns = " or ".join(self._missing.get(read.table, ()))
        remedy = f"Have {columns} in the result" if columns else "Bind a column of it to a parameter"
        return (
            f"The result depends on every row of {read.table}. {remedy}, so that it can be watched by key,"
            " or say why that is fine with whole_table=."
        )

    def top(self, source: selectable.SelectBase, names: list[str]) -> None:
        """Analyse the outermost select, whose columns are the result's."""
        if isinstance(source, sa.Select):
            scope = Scope(source, Outer())
            self._select(scope, displayed(scope, names))
        else:
            self._any(source, Outer())

    def _any(self, source: Any, outer: Outer) -> None:
        source = bare(source)
        if isinstance(source, selectable.SelectStatementGrouping):
            self._any(source.element, outer)
        elif isinstance(source, sa.Select):
            self._select(Scope(source, outer), NOTHING_SHOWN)
        elif isinstance(source, sa.CompoundSelect):
            for part in source.selects:
                self._any(part, outer)
            self._inside(_clauses(source), Outer())
            self._common_tables(source)
        else:
            raise DependsOnWholeTable(f"It cannot be seen what this reads: {source}")

    def _select(self, scope: Scope, display: Display) -> None:
        select = scope.select
        if select._prefixes or select._suffixes or select._statement_hints:
            raise DependsOnWholeTable("It cannot be seen what the prefixes, suffixes and hints of a select do.")
        self._common_tables(select)
        for inner, is_common in scope.derived:
            if not is_common:
                self._any(inner, scope.beside())
            else:
                self._once(inner)
        for facts in scope.facts():
            for alias in scope.aliases:
                self._alias(alias, facts, scope, display)
            self._expressions(scope, facts, display)

    def _expressions(self, scope: Scope, facts: Facts, display: Display) -> None:
        """The selects nested in each clause, with the facts that hold where their value contributes."""
        select = scope.select
        self._inside(scope.expressions, Outer())
        self._inside(scope.others, scope.inside(Facts()))
        self._inside(scope.conditions, scope.inside(facts))
        for group in scope.groups:
            conditions = group.inner if group.on is None else [group.on, *group.inner]
            here: Alternative = certain(conditions, scope.environment)
            self._inside(conditions, scope.inside(facts.also(here)))
        self._inside((*_clauses(select), *select._having_criteria, *select._distinct_on), scope.inside(facts))
        self._inside(select._raw_columns, scope.inside(facts, display.labels))

    def _inside(self, expressions: Iterable[Any], outer: Outer) -> None:
        for expression in expressions:
            if not is_relation(expression):
                for inner in nested_selects(expression):
                    self._any(inner, outer)

    def _common_tables(self, source: Any) -> None:
        """CTEs that are added to a statement without being joined."""
        for common in getattr(source, "_independent_ctes", ()):
            self._once(common.element)

    def _once(self, source: Any) -> None:
        if id(source) not in self._common:
            self._common.add(id(source))
            self._any(source, Outer())

    def _alias(self, alias: Alias, facts: Facts, scope: Scope, display: Display) -> None:
        if alias.table is None:
            return
        table = alias.table
        name = table_name(table)
        self.tables[name] = table
        known = facts.about(alias)
        sources: dict[str, Source] = dict(known.constants())
        if not any(isinstance(source, (Parameter, AnyOf)) for source in sources.values()):
            labels = {**(scope.outer.labels or {}), **display.labels_for(alias)}
            sources |= {
                column: Result(label) for column, label in known.labelled(labels).items() if column not in sources
            }
        if not sources:
            self._missing[name] = display.wanted(alias, known) if scope.outer.labels is None else _outside(known, scope)
        key = [_key_column(table, column, source) for column, source in sources.items()]
        read = Read(name, tuple(sorted(filter(None, key))), _residuals(known, table))
        self.reads[read] = None


def _clauses(source: Any) -> tuple[Any, ...]:
    """The clauses that order, group and limit a select."""
    limits = (source._limit_clause, source._offset_clause, source._fetch_clause)
    return (*source._order_by_clauses, *source._group_by_clauses, *(one for one in limits if one is not None))


def _outside(known: Known, scope: Scope) -> list[str]:
    """The columns of enclosing selects to which a displayed-only select is tied."""
    refs = {ref for equals in known.equalities().values() for ref in equals if ref.alias not in scope.aliases}
    return sorted(f"{ref.alias.name}.{ref.column}" for ref in refs)


def column_named(table: sa.TableClause, name: str) -> Any:
    """The table's column with this name in the database."""
    return next(column for column in table.columns if column.name == name)


def _key_column(table: sa.TableClause, name: str, source: Source) -> KeyColumn | None:
    kind = key_kind_of(column_named(table, name))
    return None if kind is None else KeyColumn(name, source, kind)


def _residuals(known: Known, table: sa.TableClause) -> tuple[Residual, ...]:
    """The comparisons that exclude changes. They use only columns that are never null: others cannot be in a replica
    identity, so their value before a change would be unknown.
    """
    found = set()
    for compared in known.compared:
        names = tuple(ref.column for ref in compared.refs)
        columns = [column_named(table, name) for name in names]
        if all(isinstance(column, sa.Column) and not column.nullable for column in columns):
            found.add(Residual(names, compared.kinds, compared.operator, compared.sources))
    return tuple(sorted(found, key=repr))


def _without_covered(reads: Mapping[Read, None]) -> tuple[Read, ...]:
    kept: list[Read] = []
    for read in sorted(reads, key=lambda read: (len(read.key) + len(read.residuals), repr(read))):
        if not any(other.covers(read) for other in kept):
            kept.append(read)
    return tuple(sorted(kept, key=repr))


def _is_selective(read: Read, table: sa.TableClause) -> bool:
    """Whether the key selects few of the table's rows. A key of constants does so only if it identifies a single
    row.
    """
    if any(not isinstance(part.source, Literal) for part in read.key):
        return True
    fixed = {part.column for part in read.key}
    return any(columns <= fixed for columns in _unique_sets(table)) if fixed else False


def _unique_sets(table: sa.TableClause) -> list[set[str]]:
    if not isinstance(table, sa.Table):
        return []
    found = [{column.name for column in table.primary_key.columns}]
    found += [
        {column.name for column in one.columns} for one in table.constraints if isinstance(one, sa.UniqueConstraint)
    ]
    found += [{column.name} for column in table.columns if column.unique]
    return [columns for columns in found if columns]
