"""Tests do not sleep for a guessed time, tests can move all clocks, and only the settings read the environment."""

from __future__ import annotations

import ast
import re

from architecture.sources import Source, sources_in

ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv"}
# The supervisor passes its environment on to its processes, and systemd names its socket there. The engine's own
# command has no settings, and a password in its arguments would be in the list of processes. The detector sets a
# variable of the library that runs its model. The relay of the log gets what libraries need, and no secrets.
MAY_READ_IT = [
    "src/inflow/app/settings.py",
    "src/inflow/app/supervisor/processes.py",
    "src/inflow/app/supervisor/service_manager.py",
    "src/inflow/screening/detector.py",
    "src/reflow/__main__.py",
    "src/reflow/changes/local_relay/starting.py",
]

FIXED_CLOCKS = re.compile(
    r"current_timestamp|current_date|localtimestamp|(transaction|statement)_timestamp", re.IGNORECASE
)
KNOW_THEIR_NAMES = {"src/reflow/readset/seen.py", "src/reflow/statements.py"}

# It starts PostgreSQL before there is an event loop, and a small process without one supervises PostgreSQL.
MAY_BLOCK = "src/reflow/embedded/"


def test_nothing_blocks_the_event_loop_by_sleeping(sources: list[Source]) -> None:
    sleepers = [source.path for source in sources if "time.sleep" in source.dotted_names()]

    assert [path for path in sleepers if not path.startswith(MAY_BLOCK)] == []


def test_statements_ask_a_clock_that_tests_can_move(sources: list[Source]) -> None:
    """tests/clock.py replaces ``now()`` and ``clock_timestamp()`` by their names. It cannot replace the others."""
    asking = [source.path for source in sources if FIXED_CLOCKS.search(source.text)]

    assert [path for path in asking if path not in KNOW_THEIR_NAMES] == []


def test_tests_wait_for_what_they_expect_not_for_time_to_pass() -> None:
    """A pause belongs in a loop that checks a condition each time; a pause alone is a guess."""
    assert [f"{source.path}:{line}" for source in sources_in("tests") for line in _pauses_alone(source.tree)] == []


def test_only_the_settings_read_the_environment(sources: list[Source]) -> None:
    readers = [source.path for source in sources if ENVIRONMENT & source.dotted_names()]

    assert readers == MAY_READ_IT


def _pauses_alone(tree: ast.AST, *, in_loop: bool = False) -> list[int]:
    """Lines with a pause outside every loop. ``asyncio.sleep(0)`` is no pause: it lets other tasks run."""
    found = [tree.lineno] if isinstance(tree, ast.Call) and _is_pause(tree) and not in_loop else []
    in_loop = in_loop or isinstance(tree, (ast.While, ast.For, ast.AsyncFor))
    return found + [line for child in ast.iter_child_nodes(tree) for line in _pauses_alone(child, in_loop=in_loop)]


def _is_pause(call: ast.Call) -> bool:
    named = ast.unparse(call.func) in {"time.sleep", "asyncio.sleep", "sleep"}
    return named and not (isinstance(call.args[0], ast.Constant) and call.args[0].value == 0)
