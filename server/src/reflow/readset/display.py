"""Rows that a result only displays, and the columns of the result by which these can be watched.

A row joined for display affects neither which rows the result has nor their order. Exactly the joined rows matter, and
the result contains their keys. That is true of the right side of a LEFT JOIN, and of the target of a foreign key, which
the database keeps from disappearing. Where the key is null, no row is joined, however the target changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import elements

from reflow.readset.atoms import Alias, Equal, Ref, ref_of
from reflow.readset.facts import Known
from reflow.readset.scope import Scope
from reflow.readset.seen import has_window, is_relation, refers_by_place, sources_within


class Display:
    """The parts of a select that are only displayed.

    Attributes:
        labels: Columns that can be read in the result, with their labels.
        aliases: The displayed-only aliases, each with whether its row always exists.
    """

    def __init__(self, labels: Mapping[Ref, str] | None = None, aliases: Mapping[Alias, bool] | None = None) -> None:
        self.labels: Mapping[Ref, str] = labels or {}
        self.aliases: Mapping[Alias, bool] = aliases or {}

    def labels_for(self, alias: Alias) -> dict[Ref, str]:
        """The columns of the result whose values determine which rows of this alias are joined."""
        return {ref: label for ref, label in self.labels.items() if self._tells(ref, alias)}

    def _tells(self, ref: Ref, alias: Alias) -> bool:
        """Whether this column determines the joined row. The right side's own columns are null while there is no such
        row, so they do not determine which one may come; the target of a foreign key always exists.
        """
        always_there = self.aliases.get(alias)
        if always_there is None:
            return False
        return always_there or ref.alias not in alias.groups[-1].members

    def wanted(self, alias: Alias, known: Known) -> list[str]:
        """Columns of which any one would have to be selected to watch this alias by key."""
        refs = {ref for equals in known.equalities().values() for ref in equals if self._tells(ref, alias)}
        return sorted(f"{ref.alias.name}.{ref.column}" for ref in refs)


NOTHING_SHOWN = Display()


def displayed(scope: Scope, names: list[str]) -> Display:
    """The displayed-only parts of the outermost select.

    Args:
        names: The names of its result's columns.
    """
    select = scope.select
    later = (*select._order_by_clauses, *select._group_by_clauses, *select._having_criteria)
    every = (*later, *select._raw_columns)
    windowed = any(has_window(one) for one in every if not is_relation(one))
    if select._distinct or windowed or any(map(refers_by_place, later)):
        return NOTHING_SHOWN
    return Display(_labels(scope, names), _display_only(scope, later))


def _labels(scope: Scope, names: list[str]) -> dict[Ref, str]:
    selected: list[Any] = list(scope.select._all_selected_columns)
    if len(selected) != len(names):
        return {}
    labels: dict[Ref, str] = {}
    for element, name in zip(selected, names, strict=True):
        plain = element.element if isinstance(element, elements.Label) else element
        ref = ref_of(plain, scope.environment)
        if ref is not None:
            labels.setdefault(ref, name)
    return labels


def _display_only(scope: Scope, later: Iterable[Any]) -> dict[Alias, bool]:
    """The displayed-only aliases, each with whether its row always exists."""
    targets = _foreign_targets(scope)
    always = dict.fromkeys(targets.values(), True)
    found = {alias: always.get(alias, False) for alias in scope.aliases if alias.groups or alias in always}
    uses = list(_uses(scope, targets, later))
    while True:
        # An alias in a condition is displayed only if the condition decides only about displayed-only aliases.
        spoilt = {alias for used, decided in uses if not decided or not decided <= found.keys() for alias in used}
        kept = {alias: there for alias, there in found.items() if alias not in spoilt}
        if len(kept) == len(found):
            return kept
        found = kept


def _uses(scope: Scope, targets: Mapping[int, Alias], later: Iterable[Any]) -> Iterable[tuple[set[Alias], set[Alias]]]:
    """For each condition: the aliases that it uses, and those whose rows are all that it decides about."""
    for part in scope.parts():
        yield _used(part, scope), {targets[id(part)]} if id(part) in targets else set()
    for group in scope.groups:
        if group.on is not None:
            yield _used(group.on, scope), group.members
        for part in group.inner:
            yield _used(part, scope), set()
    for part in (*later, *scope.others, *scope.expressions):
        yield _used(part, scope), set()


def _used(part: Any, scope: Scope) -> set[Alias]:
    sources = set(sources_within(part))
    if None in sources:
        return set(scope.aliases)
    return {scope.environment[source] for source in sources if source in scope.environment}


def _foreign_targets(scope: Scope) -> dict[int, Alias]:
    """Conditions, by identity, that follow a foreign key outside all outer joins, with the alias that it leads to."""
    found: dict[int, tuple[Alias, Alias]] = {}
    for part in scope.parts():
        atom = scope.atom_of(part)
        if isinstance(atom, Equal):
            for there, here in ((atom.left, atom.right), (atom.right, atom.left)):
                if _is_foreign_key(here, there):
                    found[id(part)] = (there.alias, here.alias)
    targets = [there for there, _ in found.values()]
    origins = {there: here for there, here in found.values() if targets.count(there) == 1}
    return {part: there for part, (there, _) in found.items() if there in origins and _ends(there, origins)}


def _ends(alias: Alias, origins: Mapping[Alias, Alias]) -> bool:
    """Whether the chain of foreign keys to an alias has a beginning. In a circle they would have to match, which
    decides about rows.
    """
    passed = set()
    while alias in origins:
        if alias in passed:
            return False
        passed.add(alias)
        alias = origins[alias]
    return True


def _is_foreign_key(here: Ref, there: Ref) -> bool:
    if here.alias.groups or there.alias.groups or here.alias is there.alias:
        return False
    if not isinstance(here.alias.table, sa.Table) or not isinstance(there.alias.table, sa.Table):
        return False
    source = next(column for column in here.alias.table.columns if column.name == here.column)
    target = next(column for column in there.alias.table.columns if column.name == there.column)
    single = (key for key in source.foreign_keys if key.constraint is not None and len(key.constraint.elements) == 1)
    return any(key.references(there.alias.table) and key.column is target for key in single)
