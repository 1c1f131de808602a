"""The log says what failed, once, in one form, and contains no text that members wrote."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import asyncpg
import psycopg
import pytest
import structlog
from tests.conftest import NewDatabase

from inflow.app import logs
from inflow.app.logs import configure_logging
from inflow.app.outage import BACK, LOST, DatabaseOutage
from inflow.app.tracebacks import TracebackLimit

FAILURES = 100


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The log as a server configures it, without an outage in progress."""
    monkeypatch.setattr(logs, "OUTAGE", DatabaseOutage())
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = list(root.handlers), root.level
    configure_logging()
    yield structlog.get_logger()
    structlog.configure(**before)
    root.handlers = handlers
    root.setLevel(level)


class Engine:
    """Follows the log, or not."""

    healthy = True


async def test_a_row_that_was_refused_is_not_in_the_log(
    log: Any, new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = await asyncpg.connect(await new_database())
    await connection.execute("CREATE TABLE people (name text CHECK (length(name) < 5))")
    name = " ".join(["Alice", "Canary"])  # no line of a traceback contains the whole name

    for logger in (log, logging.getLogger("asyncio")):
        try:
            await connection.execute("INSERT INTO people VALUES ($1)", name)
        except asyncpg.CheckViolationError:
            logger.exception("not stored")
    await connection.close()

    written = capsys.readouterr().out
    assert written.count("people_name_check") >= 2
    assert "Alice Canary" not in written


def test_lines_of_libraries_have_the_same_form(log: Any, capsys: pytest.CaptureFixture[str]) -> None:
    log.info("of ours")
    logging.getLogger("procrastinate.worker").warning("Starting %s", "a job", extra={"job": {"arguments": "secret"}})

    ours, theirs = _lines(capsys)
    assert (ours["event"], ours["level"]) == ("of ours", "info")
    assert theirs | {"timestamp": 0} == {
        "event": "Starting a job",
        "level": "warning",
        "logger": "procrastinate.worker",
        "timestamp": 0,
    }
    assert ours["timestamp"] <= theirs["timestamp"]


def test_lines_of_the_engine_keep_their_fields(log: Any, capsys: pytest.CaptureFixture[str]) -> None:
    engine = logging.getLogger("reflow.live.engine")
    try:
        raise ValueError("a bug")
    except ValueError as error:
        engine.error("function failed", extra={"incident": "4f2a"}, exc_info=error)
    engine.warning("Not followed: %s", "gone", extra={"reason": psycopg.OperationalError("gone"), "epoch": 3})

    failed, lost = _lines(capsys)
    assert failed["exception"].endswith("ValueError: a bug")
    assert (failed["event"], failed["level"], failed["incident"]) == ("function failed", "error", "4f2a")
    assert lost.keys() == {"event", "level", "logger", "timestamp", "noticed_by", "error", "epoch"}


def test_a_failure_with_an_incident_is_in_the_log_during_an_outage(
    log: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    engine, gone = logging.getLogger("reflow.live.engine"), psycopg.OperationalError("gone")
    engine.error("cycle failed", exc_info=gone)
    engine.error("cycle failed", exc_info=gone)
    engine.error("function failed", extra={"incident": "4f2a"}, exc_info=gone)

    assert [line.get("incident") for line in _lines(capsys)] == [None, "4f2a"]


def test_a_hundred_failures_of_one_place_give_three_tracebacks(log: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(FAILURES):
        _fail(log, number)
        _fail(logging.getLogger("theirs"), number)
    _fail_elsewhere(log)

    lines = _lines(capsys)
    assert len(lines) == 2 * FAILURES + 1
    assert sum("exception" in line for line in lines) == 3 + 1
    assert [line["error"] for line in lines if "error" in line][-1] == f"ValueError: number {FAILURES - 1}"


def test_the_next_traceback_of_a_place_says_how_many_were_dropped() -> None:
    now = [0.0]
    limit = TracebackLimit(most=3, seconds=60, now=lambda: now[0])

    def fails() -> dict[str, Any]:
        return dict(limit(None, "error", {"event": "failed", "exc_info": ValueError("x")}))

    first = [fails() for _ in range(FAILURES)]
    now[0] = 60
    after, last = fails(), fails()

    assert ["exc_info" in event for event in first] == [True] * 3 + [False] * (FAILURES - 3)
    assert after["tracebacks_dropped"] == FAILURES - 3
    assert "exc_info" in last
    assert "tracebacks_dropped" not in last


def test_an_outage_is_two_lines_whichever_part_notices_it(log: Any, capsys: pytest.CaptureFixture[str]) -> None:
    engine = Engine()
    outage = DatabaseOutage(now=lambda: 0.0)
    outage.follow(engine)

    went = outage(None, "error", {"event": "cycle failed", "exc_info": asyncpg.ConnectionDoesNotExistError("gone")})
    again = [_is_dropped(outage, asyncpg.ConnectionDoesNotExistError("gone")) for _ in range(2)]
    engine.healthy = False
    again += [_is_dropped(outage, _chained(psycopg.OperationalError("refused"))) for _ in range(3)]
    kept = outage(None, "error", {"event": "function failed", "incident": "1", "exc_info": psycopg.OperationalError()})
    other = outage(None, "error", {"event": "not stored", "exc_info": OSError("No space left on device")})
    engine.healthy = True
    outage(None, "info", {"event": "Following changes."})

    assert went == {
        "event": LOST,
        "noticed_by": "cycle failed",
        "error": "ConnectionDoesNotExistError: gone",
    }
    assert all(again)
    assert kept["event"] == "function failed"
    assert other["event"] == "not stored"
    (back,) = _lines(capsys)
    assert (back["event"], back["lines_dropped"]) == (BACK, 5)


@pytest.mark.parametrize(
    "error",
    [
        OSError("No space left on device"),
        ConnectionRefusedError("of a mail server"),
        asyncpg.InterfaceError("another operation is in progress"),
        psycopg.errors.LockNotAvailable("canceling statement due to lock timeout"),
        ValueError("a bug"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_other_failures_are_no_outage(error: Exception) -> None:
    outage = DatabaseOutage()

    for _ in range(2):
        assert outage(None, "error", {"event": "failed", "exc_info": error})["event"] == "failed"


async def test_a_database_that_cannot_be_connected_to_is_an_outage() -> None:
    for dsn in ("postgresql://inflow@127.0.0.1:1/inflow", "postgresql:///inflow?host=/nowhere"):
        with pytest.raises(OSError) as refused:  # whichever the system chooses
            await asyncpg.connect(dsn)

        assert DatabaseOutage()(None, "error", {"event": "failed", "exc_info": refused.value})["event"] == LOST


def _fail(logger: Any, number: int) -> None:
    try:
        raise ValueError(f"number {number}")
    except ValueError:
        logger.exception("failed")


def _fail_elsewhere(logger: Any) -> None:
    try:
        raise ValueError("elsewhere")
    except ValueError:
        logger.exception("failed")


def _chained(cause: Exception) -> Exception:
    error = RuntimeError("the worker ended")
    error.__cause__ = cause
    return ExceptionGroup("several", [error])


def _is_dropped(outage: DatabaseOutage, error: Exception) -> bool:
    try:
        outage(None, "error", {"event": "failed", "exc_info": error})
    except structlog.DropEvent:
        return True
    return False


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]
