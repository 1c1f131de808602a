"""A feature joins any table of the features below it, and writes only its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import visitors

from architecture.sources import sources_in
from inflow.audit.tables import audit_entries
from reflow.statements import Statement

PARTS_OF_OTHERS = {("inflow.messages.send_statement", "SEND_MESSAGE"): {"notifications"}}
"""Statements with a part that the feature which owns the table has made (`notify.upsert_notification`)."""


def test_every_statement_writes_only_its_features_tables(product: list[ModuleType]) -> None:
    own = _tables_by_feature(product)

    strays = [
        (module.__name__, name, sorted(_written(statement) - own.get(_feature(module), set()) - parts))
        for module in product
        for name, statement in _statements(module)
        for parts in [PARTS_OF_OTHERS.get((module.__name__, name), set())]
    ]

    assert [stray for stray in strays if stray[2]] == []


def test_no_table_has_two_features(product: list[ModuleType]) -> None:
    names = [name for tables in _tables_by_feature(product).values() for name in tables]

    assert len(names) == len(set(names))


def test_entries_of_the_audit_log_are_never_changed_or_deleted(product: list[ModuleType]) -> None:
    changes = [
        (module.__name__, name)
        for module in product
        for name, statement in _statements(module)
        for part in visitors.iterate(statement.source)
        if isinstance(part, (sa.Update, sa.Delete)) and part.table is audit_entries
    ]

    assert changes == []


def test_the_product_is_looked_at_at_all(product: list[ModuleType]) -> None:
    """Without any statement these tests would prove nothing, so there must be some."""
    assert any(_written(statement) for module in product for _, statement in _statements(module))


def _feature(module: ModuleType) -> str:
    return module.__name__.split(".")[1]


def _statements(module: ModuleType) -> Iterator[tuple[str, Statement]]:
    """The module's statements, imported ones included: a feature that runs another feature's write writes its table."""
    for name, value in vars(module).items():
        values = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else (value,)
        for each in values:
            if isinstance(each, Statement):
                yield name, each


def _written(statement: Statement) -> set[str]:
    """The tables it writes, also those in its common table expressions."""
    inside = {
        part.table.name
        for part in visitors.iterate(statement.source)
        if isinstance(part, sa.sql.expression.UpdateBase) and isinstance(part.table, sa.Table)
    }
    return inside | set(statement.writes)


def _tables_by_feature(product: list[ModuleType]) -> dict[str, set[str]]:
    """Names of the tables that each feature's ``tables.py`` assigns; imported tables belong to other features."""
    assigned = {source.path: _assigned(source.tree) for source in sources_in("src/inflow")}
    found: dict[str, set[str]] = {}
    for module in product:
        if module.__name__.endswith(".tables"):
            names = assigned[f"src/{module.__name__.replace('.', '/')}.py"]
            tables: list[Any] = [value for name, value in vars(module).items() if name in names]
            found[_feature(module)] = {table.name for table in tables if isinstance(table, sa.Table)}
    return found


def _assigned(tree: ast.Module) -> set[str]:
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}
