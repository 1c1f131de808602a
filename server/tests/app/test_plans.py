"""Every statement finds its rows through an index, among tens of thousands of them."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import psycopg
import pytest
from tests.app.crowd import FILL
from tests.conftest import NewDatabase

import inflow.app.wiring
from inflow.app.migrate import migrate
from reflow.pagination import Pages
from reflow.statements import Statement

LARGE = {
    "comments", "connections", "media", "notifications", "posts", "profile_words", "profiles", "reactions", "users",
}  # fmt: skip
READ_WHOLE = {
    "inflow.media.jobs.UNFINISHED_MEDIA": "A sweep every hour.",
    "inflow.media.tables.UNFINISHED_MEDIA": "A sweep every hour.",
    "inflow.notifications.jobs.FORGET_OLD": "A sweep every hour.",
}
"""Statements that may read a table whole, with the reason."""
SIGNALS = {"inflow.messages.typing"}
"""Modules whose statements name no table: they are watched, and never sent."""


@pytest.fixture(scope="module")
async def crowd(new_database: NewDatabase) -> AsyncIterator[Any]:
    """A database with many members, posts and comments."""
    dsn = await new_database()
    await migrate(dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        _run(connection, FILL)
        _run(connection, "ANALYZE")
        yield connection


async def test_no_statement_reads_a_large_table_from_end_to_end(crowd: Any) -> None:
    assert inflow.app.wiring
    scans = {
        name: tables for name, text in _statements() if name not in READ_WHOLE and (tables := _read_whole(crowd, text))
    }

    assert scans == {}


def _read_whole(connection: Any, text: str) -> list[str]:
    answer = _run(connection, f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {text}")
    return sorted({node["Relation Name"] for node in _nodes(msgspec.json.decode(answer)[0]["Plan"]) if _is_whole(node)})


def _run(connection: psycopg.Connection[Any], sql: str) -> bytes:
    """Send SQL by itself, as only the simple protocol does: a plan for any parameters has none."""
    result = connection.pgconn.exec_(sql.encode())
    assert not result.error_message, result.error_message
    return result.get_value(0, 0) or b""


def _is_whole(node: dict[str, Any]) -> bool:
    return node["Node Type"] == "Seq Scan" and node["Relation Name"] in LARGE


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _statements() -> Iterator[tuple[str, str]]:
    """All statements of the product with their names, as they are sent."""
    for module in [module for name, module in sorted(sys.modules.items()) if name.startswith("inflow.")]:
        for name, value in list(vars(module).items()):
            found = value.statements if isinstance(value, Pages) else [value]
            for each in found:
                if isinstance(each, Statement) and module.__name__ not in SIGNALS:
                    limit = {} if each.limit_parameter is None else {each.limit_parameter: 21}
                    yield f"{module.__name__}.{name}", each.text(limit)
