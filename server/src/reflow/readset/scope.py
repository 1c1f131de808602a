"""The FROM of one select: its aliases, their joins, and the conditions of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import selectable

from reflow.readset.atoms import Alias, Alternative, Atom, Environment, Group, Ref, alternatives, certain, conjuncts
from reflow.readset.facts import Facts
from reflow.readset.reads import DependsOnWholeTable
from reflow.readset.seen import is_expression, require_rows_visible


@dataclass(frozen=True, slots=True, eq=False)
class Outer:
    """The surroundings of a select.

    Attributes:
        environment: FROM element → alias, for the columns of enclosing selects.
        facts: The facts about their rows wherever this select's value contributes.
        labels: Columns that the result contains, by which rows may be watched. None for a select whose value affects
            more than the values displayed beside these columns.
        correlatable: FROM elements of all enclosing selects.
        adjacent: FROM elements of the nearest enclosing select.
        aside: Whether the select is in the FROM of that one, where it cannot refer to its neighbours.
    """

    environment: Environment = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    labels: Mapping[Ref, str] | None = None
    correlatable: frozenset[Any] = frozenset()
    adjacent: frozenset[Any] = frozenset()
    aside: bool = False


class Scope:
    """The FROM and the row conditions of one select.

    Attributes:
        aliases: Every table and derived table joined.
        derived: Selects of the derived tables, each with whether it is a CTE, which cannot refer to its surroundings.
        expressions: Arguments of functions in the FROM.
        conditions: WHERE, and ON of inner joins outside all groups.
        groups: Right sides of outer joins.
        others: ON of full joins, which prove no facts.
    """

    def __init__(self, select: sa.Select[Any], outer: Outer) -> None:
        self.select = select
        self.outer = outer
        self.aliases: list[Alias] = []
        self.derived: list[tuple[Any, bool]] = []
        self.expressions: list[Any] = []
        self.conditions: list[Any] = list(select._where_criteria)
        self.groups: list[Group] = []
        self.others: list[Any] = []
        froms = _display_froms(select, outer)
        for element in froms:
            self._enter(element, ())
        self.adjacent = frozenset(inner for element in froms for inner in element._from_objects)
        self.environment = {**outer.environment, **{alias.source: alias for alias in self.aliases}}

    def inside(self, facts: Facts, labels: Mapping[Ref, str] | None = None) -> Outer:
        """The surroundings of a select in one of this select's expressions."""
        correlatable = self.outer.correlatable | self.adjacent
        known = self.outer.labels if labels is None else {**(self.outer.labels or {}), **labels}
        return Outer(self.environment, facts, known, correlatable, self.adjacent)

    def beside(self) -> Outer:
        """The surroundings of a derived table."""
        outer = self.outer
        correlatable = outer.correlatable | self.adjacent
        return Outer(outer.environment, outer.facts, outer.labels, correlatable, self.adjacent, aside=True)

    def facts(self) -> list[Facts]:
        """The facts about contributing rows, for each alternative of the conditions."""
        guarded = self._guarded()
        return [self.outer.facts.also(atoms, guarded) for atoms in alternatives(self.conditions, self.environment)]

    def parts(self) -> list[Any]:
        """The conditions that must all hold, split at AND."""
        return conjuncts(self.conditions)

    def atom_of(self, part: Any) -> Atom | None:
        """The fact that a condition states, if it states exactly one."""
        atoms = certain([part], self.environment)
        return atoms[0] if len(atoms) == 1 else None

    def _guarded(self) -> list[tuple[Group, Alternative]]:
        found = []
        for group in self.groups:
            conditions = group.inner if group.on is None else [group.on, *group.inner]
            found.append((group, certain(conditions, self.environment)))
        return found

    def _enter(self, element: Any, groups: tuple[Group, ...]) -> None:
        """Add an element of the FROM that is in these groups."""
        if isinstance(element, selectable.FromGrouping):
            self._enter(element.element, groups)
        elif isinstance(element, selectable.Join):
            self._enter_join(element, groups)
        else:
            self._add(Alias(element, self._table_of(element), groups))

    def _enter_join(self, join: selectable.Join, groups: tuple[Group, ...]) -> None:
        if join.full:
            self.others.append(join.onclause)
            self._enter(join.left, (*groups, self._group(None)))
            self._enter(join.right, (*groups, self._group(None)))
            return
        self._enter(join.left, groups)
        if join.isouter:
            self._enter(join.right, (*groups, self._group(join.onclause)))
            return
        self._enter(join.right, groups)
        (groups[-1].inner if groups else self.conditions).append(join.onclause)

    def _group(self, on: Any) -> Group:
        group = Group(on)
        self.groups.append(group)
        return group

    def _add(self, alias: Alias) -> None:
        self.aliases.append(alias)
        for group in alias.groups:
            group.members.add(alias)

    def _table_of(self, element: Any) -> sa.TableClause | None:
        """The table of an element; None for a derived one, whose parts are recorded."""
        if isinstance(element, sa.TableClause):
            return element
        if isinstance(element, selectable.TableValuedAlias):
            require_rows_visible(element.element)
            self.expressions.extend(element.element.clauses)  # type: ignore[attr-defined]  # a function, as just seen
            return None
        if isinstance(element, selectable.Values):
            self.expressions += (
                value for rows in element._data for row in rows for value in row if is_expression(value)
            )
            return None
        inner = element.element if isinstance(element, selectable.AliasedReturnsRows) else None
        if isinstance(inner, sa.TableClause) and type(element) is selectable.Alias:
            return inner
        if isinstance(inner, selectable.SelectBase) and type(element) in (selectable.Subquery, selectable.CTE):
            self.derived.append((inner, type(element) is selectable.CTE))
            return None
        raise DependsOnWholeTable(f"It cannot be seen what this FROM reads: {element}")


def _display_froms(select: sa.Select[Any], outer: Outer) -> list[Any]:
    """The FROM as SQLAlchemy will write it, without elements that correlate to an enclosing select."""
    state: Callable[..., Any] = selectable.SelectState
    visible = outer.correlatable - outer.adjacent if outer.aside else outer.correlatable
    implicit = frozenset() if outer.aside else outer.adjacent
    froms: list[Any] = state(select, None)._get_display_froms(
        explicit_correlate_froms=visible, implicit_correlate_froms=implicit
    )
    return froms
