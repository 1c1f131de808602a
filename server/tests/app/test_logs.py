"""The log says what failed, and contains no text that members wrote."""

from __future__ import annotations

import asyncpg
import pytest
import structlog
from tests.conftest import NewDatabase

from inflow.app.logs import configure_logging


async def test_a_row_that_was_refused_is_not_in_the_log(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    before = structlog.get_config()
    configure_logging()
    connection = await asyncpg.connect(await new_database())
    await connection.execute("CREATE TABLE people (name text CHECK (length(name) < 5))")

    name = " ".join(["Alice", "Canary"])  # no line of a traceback contains the whole name

    try:
        await connection.execute("INSERT INTO people VALUES ($1)", name)
    except asyncpg.CheckViolationError:
        structlog.get_logger().exception("not stored")
    finally:
        structlog.configure(**before)
        await connection.close()

    written = capsys.readouterr().out
    assert "people_name_check" in written
    assert "Alice Canary" not in written
