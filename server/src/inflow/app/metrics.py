"""The numbers of one process that count up while it works. `scrape` reads all others when Prometheus asks."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inflow.media.pipeline.moderation import ContentModerator, ModerationResult

_CYCLE_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_EVALUATION_BUCKETS = (0.005, 0.05, 0.25, 1.0)  # few, because each function has its own

# Otherwise each counter of each function has a second number, which Prometheus does not need.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library gives it no types


class ByLabel(dict[str, Counter]):
    """The parts of a counter by the value of its only label. A dictionary finds them in less time than the library."""

    def __init__(self, counter: Counter) -> None:
        super().__init__()
        self._counter = counter

    def __missing__(self, label: str) -> Counter:
        part = self[label] = self._counter.labels(label)
        return part


class EvaluationTimes(Collector):
    """A histogram of the runs of each query. There are thousands in a second, and the library takes 2 µs for each."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(_EVALUATION_BUCKETS) + 1))
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def observe(self, path: str, seconds: float) -> None:
        """Count one run."""
        self._counts[path][bisect_left(_EVALUATION_BUCKETS, seconds)] += 1
        self._seconds[path] += seconds

    def collect(self) -> Iterator[Metric]:
        family = HistogramMetricFamily("inflow_evaluation_seconds", "Time of the runs of queries.", labels=["function"])
        for path, counts in self._counts.items():
            bounds = [*map(str, _EVALUATION_BUCKETS), "+Inf"]
            buckets = [(bound, float(count)) for bound, count in zip(bounds, accumulate(counts), strict=True)]
            family.add_metric([path], buckets, self._seconds[path])
        yield family


class ProcessMetrics:
    """Counters and histograms. Implements :class:`reflow.metrics.Metrics`."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._cycles = Histogram(
            "inflow_cycle_seconds", "Time of the engine's cycles.", registry=registry, buckets=_CYCLE_BUCKETS
        )
        self._resyncs = Counter(
            "inflow_resyncs",
            documentation="Cycles that read every result again, after a gap in the log.",
            registry=registry,
        )
        self._evaluations = EvaluationTimes()
        registry.register(self._evaluations)
        self._slow_lane_runs = self._by("inflow_slow_lane_runs", "Runs of queries in a slow lane.")
        self._deadlines = self._by("inflow_deadlines_reached", "Runs of queries that were stopped at their deadline.")
        self._attempts = self._by("inflow_mutation_attempts", "Transactions of mutations, retries included.")
        self._retries = self._by("inflow_mutation_retries", "Transactions of mutations after a failed one.")
        self._collisions = self._by(
            "inflow_mutation_collisions", "Transactions that PostgreSQL aborted, because they collided with others."
        )
        self._given_up = self._by("inflow_mutations_given_up", "Mutations that failed after their last attempt.")
        self._content_checks = self._by("inflow_content_checks", "Content checks of photos.", "result")
        self._responses = self._by("inflow_http_responses", "Responses to HTTP requests.", "status")

    def cycle(self, seconds: float) -> None:
        """See :meth:`reflow.metrics.Metrics.cycle`."""
        self._cycles.observe(seconds)

    def resynced(self) -> None:
        """See :meth:`reflow.metrics.Metrics.resynced`."""
        self._resyncs.inc()

    def evaluated(self, path: str, seconds: float) -> None:
        """See :meth:`reflow.metrics.Metrics.evaluated`."""
        self._evaluations.observe(path, seconds)

    def slow_lane_entered(self, path: str) -> None:
        """See :meth:`reflow.metrics.Metrics.slow_lane_entered`."""
        self._slow_lane_runs[path].inc()

    def deadline_reached(self, path: str) -> None:
        """See :meth:`reflow.metrics.Metrics.deadline_reached`."""
        self._deadlines[path].inc()

    def mutation_attempted(self, path: str, attempt: int) -> None:
        """See :meth:`reflow.metrics.Metrics.mutation_attempted`."""
        self._attempts[path].inc()
        if attempt > 1:
            self._retries[path].inc()

    def mutation_collided(self, path: str) -> None:
        """See :meth:`reflow.metrics.Metrics.mutation_collided`."""
        self._collisions[path].inc()

    def mutation_given_up(self, path: str) -> None:
        """See :meth:`reflow.metrics.Metrics.mutation_given_up`."""
        self._given_up[path].inc()

    def counting_checks(self, moderator: ContentModerator) -> ContentModerator:
        """The same moderator, whose results are counted."""

        async def counted(jpeg: bytes) -> ModerationResult:
            try:
                result = await moderator(jpeg)
            except asyncio.CancelledError:
                self._content_checks["stopped"].inc()  # it took too long, or the member left
                raise
            except Exception:
                self._content_checks["failed"].inc()
                raise
            self._content_checks["allowed" if result.allowed else "refused"].inc()
            return result

        return counted

    def counting_responses(self, app: ASGIApp) -> ASGIApp:
        """The same application, whose responses to HTTP requests are counted by status."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            async def sending(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._responses[str(message["status"])].inc()
                await send(message)

            await app(scope, receive, sending if scope["type"] == "http" else send)

        return counted

    def _by(self, name: str, documentation: str, label: str = "function") -> ByLabel:
        return ByLabel(Counter(name, documentation, [label], registry=self.registry))
