"""`/metrics`: all numbers of one server, in Prometheus' text format. Gauges are read when it is asked."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.app.health import OK, Checks
from inflow.app.limits import HostRateLimits, refusals_of
from inflow.app.numbers_of_processes import merged, offered, read_of
from inflow.app.operator_access import OperatorAccess
from inflow.app.parts import Parts
from inflow.app.supervisor.control import NotRunning, ask, control_path
from inflow.backup import state
from inflow.identity import audit
from inflow.media.storage.quota import free_share
from reflow import Connection
from reflow.contrib.jobs import count_due_jobs, count_jobs

_PATIENCE = 2.0  # seconds for the database; without it, the scrape has all numbers but the database's
_COUNTED = ("users", "posts", "comments", "messages", "media", "grids", "cases")
_ROWS = """
    SELECT relname AS name, greatest(reltuples, 0)::bigint AS rows FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1::text[])
"""
_STORED = """
    SELECT pg_database_size(current_database())::float8 AS database,
           (SELECT coalesce(sum(byte_size), 0)::float8 FROM media) AS originals
"""
_STORED_FOR = 600.0  # seconds for which the bytes are not counted again: it reads every medium's row
_JOB_STATES = {"todo": "waiting", "doing": "running", "failed": "failed"}


def metrics_routes(parts: Parts, host_limits: HostRateLimits, access: OperatorAccess) -> list[Route]:
    """The route for Prometheus. Requests that do not come from an operator get 404."""

    stored = _StoredBytes()

    async def metrics(request: Request) -> Response:
        if not access.admits(request):
            raise HTTPException(404)
        status = await _status_of_supervisor(parts)
        found = await _numbers_of_processes(parts, host_limits, [each["pid"] for each in status.get("processes", [])])
        found += [*_numbers_of_machine(parts), *_numbers_of_supervisor(status)]
        found += await _numbers_in_database(parts, stored)
        return Response(generate_latest(_Scraped(found)), media_type=CONTENT_TYPE_LATEST)

    return [Route("/metrics", metrics)]


@asynccontextmanager
async def offering_numbers(parts: Parts, host_limits: HostRateLimits) -> AsyncIterator[None]:
    """Let the other processes of this server read the numbers of this one."""

    async def numbers() -> bytes:
        return generate_latest(_Scraped(await _own_numbers(parts, host_limits)))

    async with offered(parts.settings.home_path / "run", parts.settings.port, os.getpid(), numbers):
        yield


async def _own_numbers(parts: Parts, host_limits: HostRateLimits) -> list[Metric]:
    refusals = refusals_of(host_limits, parts.members, parts.wire.connections)
    return [
        *parts.metrics.registry.collect(),
        *_numbers_of_engine(parts),
        *_numbers_of_process(parts),
        *_results(await parts.health.checks()),
        *await _lag_of_slot(parts),
        _counters("identity_events", "Sign-ups, sign-ins and the like.", "event", audit.COUNTS),
        _counters("rate_limit_refusals", "Calls and requests beyond a limit.", "limit", refusals),
    ]


async def _numbers_of_processes(parts: Parts, host_limits: HostRateLimits, pids: Sequence[int]) -> list[Metric]:
    """The numbers of this process; if it is one of several, those of all of them, each with its place as a label."""
    if len(pids) == 1 or os.getpid() not in pids:  # alone, or about to be replaced
        return await _own_numbers(parts, host_limits)
    folder, port = parts.settings.home_path / "run", parts.settings.port
    return merged(
        await asyncio.gather(
            *(
                _own_numbers(parts, host_limits) if pid == os.getpid() else read_of(folder, port, pid, _PATIENCE)
                for pid in pids
            )
        )
    )


class _StoredBytes:
    """The bytes of the database, and of the originals of all media; their renditions are about as large again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._read_at = -math.inf
        self._bytes: Mapping[str, float] = {}

    async def read(self, connection: Connection) -> Mapping[str, float]:
        """What is stored, counted now or less than ten minutes ago."""
        if self._now() - self._read_at >= _STORED_FOR:
            (row,) = await connection.text(_STORED)
            self._bytes = {"database": row.database, "originals": row.originals}
            self._read_at = self._now()
        return self._bytes


class _Scraped(Collector):
    """Metrics that were read already."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _numbers_of_engine(parts: Parts) -> Iterator[Metric]:
    graph, progress = parts.engine.graph, parts.engine.progress
    yield _gauge("last_cycle_age_seconds", "Time since the last published cycle.", progress.last_cycle_age)
    yield _gauge("cycle_waiting_seconds", "Time for which work has waited for a cycle.", progress.waiting)
    yield _gauge("nodes", "Query results in memory.", len(graph))
    yield _gauge("nodes_due", "Results that must be computed again.", len(graph.due))
    yield _gauge("nodes_unanswered", "New queries without a result.", len(graph.unanswered))
    yield _gauge("nodes_stale", "Results of an earlier position.", graph.stale_count)
    in_bytes = {"wanted": graph.retention.wanted_bytes, "idle": graph.retention.idle_bytes}
    yield _gauges("node_bytes", "Estimated memory of query results.", "state", in_bytes)
    if parts.settings.reader_url:
        on_standby = int(parts.source.reads_on_standby)
        yield _gauge("reads_on_standby", "Whether the last cycle read on the standby.", on_standby)
    yield _gauge("backlog_transactions", "Decoded transactions that no cycle has processed.", parts.source.backlog)


def _numbers_of_process(parts: Parts) -> Iterator[Metric]:
    workers = parts.pipeline.workers
    pending = {"foreground": workers.pending, "background": workers.background.pending}
    yield _gauge("start_time_seconds", "When the process started, in Unix time.", parts.health.started_at)
    yield _gauge("sockets_open", "Open WebSockets.", len(parts.wire.connections))
    yield _gauge("pool_connections_in_use", "Borrowed database connections.", parts.database.in_use)
    yield _gauge("pool_connections_limit", "The most that may be borrowed.", parts.database.size)
    delivered = {
        "update": parts.wire.connections.transitions,
        "email": parts.outbox.delivered,
        "push": parts.pushes.delivered,
    }
    yield _counters("deliveries", "Updates of open pages, emails and pushes that were sent.", "kind", delivered)
    yield _gauges("images_pending", "Photos that wait for a worker or are with one.", "pool", pending)


def _numbers_of_machine(parts: Parts) -> Iterator[Metric]:
    home, store = parts.settings.home_path, parts.pipeline.store
    folders = dict(zip(("home", "media"), (home, *store.folders), strict=False))
    free = {name: free_share(folder) for name, folder in folders.items()}
    yield _gauges("disk_free_ratio", "The free share of the disk below a folder.", "folder", free)
    backup = state.read(home / "backup")
    times = {"snapshot": backup.snapshot_at, "log": backup.reached}
    known = {kind: at.timestamp() for kind, at in times.items() if at is not None}
    yield _gauges("backup_timestamp_seconds", "The newest moment of the backup, in Unix time.", "kind", known)


async def _status_of_supervisor(parts: Parts) -> Mapping[str, Any]:
    """What the supervisor says of its processes; empty without one."""
    path = control_path(parts.settings.home_path, parts.settings.port)
    try:
        async with asyncio.timeout(_PATIENCE):
            return await ask(path, {"do": "status"})
    except (NotRunning, TimeoutError):
        return {}


def _numbers_of_supervisor(status: Mapping[str, Any]) -> list[Metric]:
    if not status:
        return []
    states = Counter(process["state"] for process in status["processes"])
    return [
        _gauges("processes", "Processes of this server.", "state", states),
        CounterMetricFamily(
            "inflow_processes_replaced", "Processes that ended and were replaced.", value=status.get("replaced", 0)
        ),
    ]


def _results(checks: Checks) -> Iterator[Metric]:
    passed = {name: int(result == OK) for name, result in checks.items()}
    yield _gauges("check_ok", "1 if a health check passes, 0 if it fails.", "check", passed)


async def _numbers_in_database(parts: Parts, stored: _StoredBytes) -> list[Metric]:
    """The numbers that only the database knows; none while it does not answer."""
    try:
        async with asyncio.timeout(_PATIENCE):
            async with parts.database.connection() as connection:
                jobs, due = await count_jobs(connection), await count_due_jobs(connection)
                waiting, given_up = await parts.outbox.count_unsent(connection)
                stored_bytes = await stored.read(connection)
                rows = {row.name: row.rows for row in await connection.text(_ROWS, list(_COUNTED))}
    except Exception:  # noqa: BLE001  # `inflow_check_ok` says that the database does not answer
        return []
    by_state = {state: jobs.get(status, 0) for status, state in _JOB_STATES.items()}
    emails = {"waiting": waiting, "given_up": given_up}
    return [
        _gauges("jobs", "Jobs in the queue.", "state", by_state),
        _gauges("jobs_due", "Jobs that wait for a worker though they are due.", "kind", due),
        _gauges("stored_bytes", "What is stored, as of ten minutes ago at most.", "kind", stored_bytes),
        _gauges("rows", "Rows of a table, as PostgreSQL estimates them.", "table", rows),
        _gauges("emails", "Emails in the outbox that are not sent.", "state", emails),
    ]


async def _lag_of_slot(parts: Parts) -> list[Metric]:
    try:
        async with asyncio.timeout(_PATIENCE / 2):
            lag = await parts.source.lag()
    except Exception:  # noqa: BLE001  # `inflow_check_ok` says that the log is not followed
        return []
    return [_gauge("replication_slot_lag_bytes", "Log that PostgreSQL keeps for this process or its relay.", lag)]


def _gauge(name: str, documentation: str, value: float | None) -> Metric:
    return GaugeMetricFamily(f"inflow_{name}", documentation, value=value)


def _gauges(name: str, documentation: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"inflow_{name}", documentation, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family


def _counters(name: str, documentation: str, label: str, values: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"inflow_{name}", documentation, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family
