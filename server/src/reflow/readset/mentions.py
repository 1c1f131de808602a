"""The columns of a table that a statement mentions: an update that changes none of them cannot change its result.

This helps only where the log contains old rows as a whole, so such a table says so: `info=REPLICA_IDENTITY_FULL`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import elements, selectable

REPLICA_IDENTITY_FULL = {"replica_identity": "full"}
"""The `info` of a table whose replica identity is FULL."""

_TEXTS = (elements.TextClause, elements._textual_label_reference, selectable.TextualSelect)


def mentioned_columns(source: Any) -> dict[str, frozenset[str]]:
    """For each table whose replica identity is FULL, the columns that a select mentions anywhere, by the table's name.

    A table is missing if the select may mention other columns of it, as text for example.
    """
    found: dict[str, set[str]] = {}
    unknown: set[str] = set()
    for node in _parts(source):
        if _is_text(node):
            return {}
        table = node if isinstance(node, sa.TableClause) else _base(getattr(node, "table", None))
        if not isinstance(table, sa.TableClause):
            continue
        if isinstance(table, sa.Table) and table.info == REPLICA_IDENTITY_FULL:
            columns = found.setdefault(table_name(table), set())
            if isinstance(node, elements.ColumnClause):
                columns.add(node.name)
        else:
            unknown.add(table_name(table))
    return {table: frozenset(columns) for table, columns in found.items() if table not in unknown}


def table_name(table: sa.TableClause) -> str:
    """The table's name as the decoder of the log gives it."""
    schema = table.schema
    return table.name if schema in (None, "public") else f"{schema}.{table.name}"


def _parts(source: Any) -> Iterator[Any]:
    """All parts of a select and of those nested in it; of a table only the columns that something mentions."""
    stack, seen = [source], set[int]()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, elements.ColumnClause):
            stack.extend([] if node.table is None else [_base(node.table)])
        elif not isinstance(node, sa.Table):
            stack.extend(node.get_children())
            stack.extend(node.selected_columns if isinstance(node, sa.Select) else [])


def _is_text(node: Any) -> bool:
    """Whether it may mention columns without being one."""
    if isinstance(node, elements.ColumnClause):
        return node.table is None
    is_other_column = isinstance(node, elements.NamedColumn) and not isinstance(node, sa.Label)
    return is_other_column or isinstance(node, _TEXTS)


def _base(table: Any) -> Any:
    """The table behind its aliases."""
    while isinstance(table, selectable.Alias):
        table = table.element
    return table
