"""The columns that the log must contain, so that every live query is updated by all changes that concern it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from reflow.changes.publication import PublicationRequirement
from reflow.functions import Query
from reflow.pagination import Pages
from reflow.readset import key_columns, watched_columns
from reflow.statements import Statement

# By these columns the engine recognises its own mutations, and its test writes, when they return in the log.
ENGINES_OWN = {
    "reflow_requests": PublicationRequirement(
        columns=frozenset({"session", "request"}), keys=frozenset({"session", "request"})
    ),
    "reflow_epoch": PublicationRequirement(columns=frozenset({"system_id", "timeline", "beats"}), keys=frozenset()),
}


def live_statements(modules: Iterable[ModuleType]) -> Iterator[Statement]:
    """The statements that live queries run: all constants of the modules that define a query."""
    for module in modules:
        constants = list(vars(module).values())
        if not any(isinstance(each, Query) and each.call.__module__ == module.__name__ for each in constants):
            continue
        for constant in constants:
            if isinstance(constant, Statement) and not constant.writes:
                yield constant
            elif isinstance(constant, Pages):
                yield from constant.watched.statements


def needed(modules: Iterable[ModuleType]) -> Mapping[str, PublicationRequirement]:
    """For each table that a live query reads, the columns that the log must contain."""
    statements = list(live_statements(modules))
    keys, columns = key_columns(statements), watched_columns(statements)
    wanted = {
        table: PublicationRequirement(columns=columns[table], keys=keys.get(table, frozenset())) for table in columns
    }
    return wanted | ENGINES_OWN
