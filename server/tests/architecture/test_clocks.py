"""Tests do not depend on the machine's speed: they count steps, bytes or statements, or compare the order of events."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import hypothesis

from architecture.sources import WEB, Source, sources_in

CLOCKS = re.compile(
    r"^time\.(time|monotonic|perf_counter|process_time|thread_time)(_ns)?$|^timeit\.|^resource\.getrusage$"
    r"|^(loop|get_running_loop\(\)|get_event_loop\(\)|asyncio\.get_running_loop\(\))\.time$"
)
"""Clocks that measure durations. `datetime.now` is not among them: today's date in a token or a row is data."""
CLOCKS_OF_BROWSERS = re.compile(r"\bperformance\.(now|timeOrigin|timing)\b|\bDate\.now\b|\bconsole\.time\b|\bhrtime\b")
SHORT_PATIENCE = re.compile(r"\btimeout: *([0-9_]+|[A-Z_]*AT_ONCE[A-Z_]*)")
LEAST_PATIENCE = 60.0
LEAST_PATIENCE_OF_BROWSERS = 10_000

AT_LEAST = "a lower bound: something waits so long at least, and a slow machine only waits longer"
DEADLINE = "how long a test waits before it gives up, and no assertion"
TOKEN = "when a token ends: the product reads that date"
LOAD = "the pace at which it writes, or what `make soak` reports; no test asserts it"

MAY_READ_A_CLOCK = {
    "tests/app/clock_jumps.py": "how many hours the clocks that it moves are ahead of it",
    "tests/app/correspondents.py": LOAD,
    "tests/app/failovers.py": LOAD,
    "tests/app/full_disk.py": LOAD,
    "tests/app/half_open.py": LOAD,
    "tests/app/lost_disks.py": LOAD,
    "tests/app/partitions.py": LOAD,
    "tests/app/restores.py": LOAD,
    "tests/app/drills.py": LOAD,
    "tests/app/soak.py": LOAD,
    "tests/app/steady.py": LOAD,
    "tests/app/storm.py": LOAD,
    "tests/app/test_bare_debian.py": "prints how long an installation takes; no test asserts it",
    "tests/app/test_leftovers.py": "the age of a file, which is set to two hours",
    "tests/app/test_one_too_many.py": "works out how many calls came back while the machine was busy",
    "tests/app/test_tokens.py": TOKEN,
    "tests/oidc/test_id_tokens.py": TOKEN,
    "tests/oidc/test_running.py": TOKEN,
    "tests/identity/timing.py": "a measurement that is run by hand, and no test",
    "tests/media/test_slow_images.py": "the product's clock, half a minute ahead",
    "tests/reflow/conformance/servers.py": TOKEN,
    "tests/reflow/conformance/test_too_many.py": AT_LEAST,
    "tests/reflow/embedded/stage.py": DEADLINE,
    "tests/reflow/live/test_busy_machine.py": "moves the loop's clock",
    "tests/reflow/live/test_query_rate_limits.py": AT_LEAST,
    "tests/reflow/wire/test_limits.py": AT_LEAST,
    "tests/reflow/wire/test_rate_limit_middleware.py": "the product's clock where the test does not stop it",
    "tests/reflow/wire/toy.py": TOKEN,
}
BROWSERS_MAY_READ_A_CLOCK = {
    "e2e/factorTools.ts": "the code of an authenticator app is made of the time",
    "e2e/account.spec.ts": AT_LEAST,
    "e2e/circles.spec.ts": "how long a finger rests; what is asserted meanwhile holds at any moment",
    "e2e/clock.ts": "stops the page's own clock",
    "e2e/inflow.ts": DEADLINE,
    "e2e/composing.spec.ts": "sets the page's own clock",
    "e2e/long-chat.spec.ts": "sets the page's own clock",
    "e2e/navigating.spec.ts": "sets the page's own clock",
    "e2e/notifications.spec.ts": "sets the page's own clock",
    "e2e/profiles.spec.ts": "sets the page's own clock",
    "src/app/client.test.ts": "when a token ends: the client reads that date",
}
BROWSERS_MAY_BE_IMPATIENT = {
    "e2e/everybody.spec.ts": "one try of several",
    "e2e/screen-states/seat.ts": "one try of several",
    "e2e/feeds.spec.ts": "one try of several",
}


def test_no_test_measures_time() -> None:
    assert [source.path for source in sources_in("tests") if _clocks_in(source)] == sorted(MAY_READ_A_CLOCK)


def test_no_test_fails_because_something_took_a_few_seconds() -> None:
    assert [source.path for source in sources_in("tests") if _is_impatient(source)] == []


def test_no_property_fails_because_an_example_took_long() -> None:
    assert hypothesis.settings().deadline is None
    assert hypothesis.HealthCheck.too_slow in hypothesis.settings().suppress_health_check


def test_no_browser_test_measures_time() -> None:
    found = [_name(path) for path in _browser_tests() if CLOCKS_OF_BROWSERS.search(_text(path))]

    assert found == sorted(BROWSERS_MAY_READ_A_CLOCK)


def test_no_browser_test_fails_because_something_took_a_few_seconds() -> None:
    found = [_name(path) for path in _browser_tests() if any(map(_is_short, SHORT_PATIENCE.findall(_text(path))))]

    assert found == sorted(BROWSERS_MAY_BE_IMPATIENT)


def _clocks_in(source: Source) -> bool:
    return any(CLOCKS.match(name) for name in source.dotted_names() | set(_attributes(source.tree)))


def _attributes(tree: ast.AST) -> Iterator[str]:
    return (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _is_impatient(source: Source) -> bool:
    """Whether it gives the loop less than a few seconds. If the number is a constant, the function looks it up in the
    file.
    """
    constants = {
        target.id: node.value.value
        for node in source.tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return any(
        isinstance(seconds := _patience(node, constants), int | float) and 0 < seconds < LEAST_PATIENCE
        for node in source.nodes()
    )


def _patience(node: ast.AST, constants: dict[str, object]) -> object:
    if not isinstance(node, ast.Call):
        return None
    name = ast.unparse(node.func)
    place = {"asyncio.timeout": 0, "timeout": 0, "asyncio.wait_for": 1, "wait_for": 1}.get(name)
    if place is None or len(node.args) <= place:
        return None
    given = node.args[place]
    return given.value if isinstance(given, ast.Constant) else constants.get(ast.unparse(given))


def _browser_tests() -> list[Path]:
    tests = [path for suffix in ("ts", "tsx") for path in (WEB / "src").rglob(f"*.test.{suffix}")]
    return sorted([*tests, *(WEB / "e2e").rglob("*.ts")])


def _is_short(given: str) -> bool:
    return not given.replace("_", "").isdigit() or int(given.replace("_", "")) < LEAST_PATIENCE_OF_BROWSERS


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _name(path: Path) -> str:
    return path.relative_to(WEB).as_posix()
