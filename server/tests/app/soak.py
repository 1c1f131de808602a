"""`make soak`: everything that is tried for long. `make soak SOAK="faults --seed 7"` runs the parts that it names.

Prints the seed first and the findings last; histories of messages are kept in files, one event in a line. Exits with 1
if a message was lost, doubled, out of order or shown wrongly, if a restore was wrong, if a call failed during an
upgrade, if the server grew, if pages were not current in time, or if a test failed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from bench.stalls.storm import storm_of_stalls
from tests.app import drills

from architecture.sources import SERVER

Drill = Callable[[argparse.Namespace, Path], Coroutine[Any, Any, list[str]]]


async def _stalls(given: argparse.Namespace, _: Path) -> list[str]:
    return await storm_of_stalls(given.stalls)


DRILLS: Final[Mapping[str, Drill]] = {
    "faults": drills.faults,
    "lost-answers": drills.lost_answers,
    "lost-commits": drills.lost_commits,
    "storm": drills.storm,
    "idle": drills.idle,
    "restores": drills.restored,
    "upgrades": drills.upgraded,
    "steady": drills.steadily,
    "stalls": _stalls,
}
TESTS: Final[Mapping[str, tuple[str, ...]]] = {
    "relations": ("tests/flow_requests/test_model.py", "tests/moderation/test_schedules.py"),
    "queries": ("tests/app/test_live_queries.py", "tests/reflow/readset/test_soundness.py"),
    "plans": ("tests/app/test_plans.py",),
    "packages": ("tests/app/test_debian_package.py", "tests/app/test_container.py", "tests/app/test_bare_debian.py"),
    "network": ("tests/app/test_partition.py", "tests/app/test_half_open.py"),
    "failovers": ("tests/app/test_failovers.py",),
    "partitions": ("tests/app/test_partitions.py",),
    "pooler": ("tests/app/test_pooler.py",),
    "services": ("tests/app/test_services_away.py",),
    "disk": ("tests/app/test_full_disk.py",),
    "clocks": ("tests/app/test_clock_jumps.py",),
    "frames": ("tests/app/test_any_frames.py",),
    "arguments": ("tests/app/test_any_arguments.py",),
    "requests": ("tests/app/test_described_calls.py",),
}
"""Tests with a long form, which `INFLOW_SOAK` asks for."""


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parts = [*DRILLS, *TESTS]
    parser.add_argument("parts", nargs="*", metavar="part", help=f"all, or some of {', '.join(parts)}")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of the order and times of faults")
    parser.add_argument("--serving", type=int, default=2, help="processes of the server")
    parser.add_argument("--clients", type=int, default=100, help="faults: pages of as many members")
    parser.add_argument("--rate", type=float, default=200, help="faults: messages in a second, of all of them")
    parser.add_argument("--kills", type=int, default=50, help="faults: of one process")
    parser.add_argument("--ends", type=int, default=5, help="faults: of the whole server")
    parser.add_argument("--restarts", type=int, default=20, help="faults: of PostgreSQL")
    parser.add_argument("--cuts", type=int, default=100, help="faults: of the log's connection")
    parser.add_argument("--calm", type=float, default=6.0, help="faults: seconds between two, at most")
    parser.add_argument("--slow", type=int, default=50, help="faults: pages that hardly read, all the time")
    parser.add_argument("--lost", type=int, default=1_000, help="lost-answers, lost-commits: so many")
    parser.add_argument("--pages", type=int, default=10_000, help="storm: pages that come back at once")
    parser.add_argument("--idle", type=int, default=5_000, help="idle: pages that are open")
    parser.add_argument("--restores", type=int, default=20, help="restores: moments")
    parser.add_argument("--disks", type=int, default=10, help="restores: lost disks")
    parser.add_argument("--upgrades", type=int, default=20, help="upgrades: exchanges, of which half go back")
    parser.add_argument("--steady", type=float, default=3_600.0, help="steady: seconds")
    parser.add_argument("--stalls", type=float, default=600.0, help="stalls: seconds")
    parser.add_argument("--history", type=Path, default=Path(tempfile.gettempdir()), help="the folder of histories")
    given = parser.parse_args()
    unknown = sorted(set(given.parts) - set(parts))
    if unknown:
        parser.error(f"{', '.join(unknown)}: no such part; there are {', '.join(parts)}")
    given.parts = given.parts or parts
    return given


def _drilled(name: str, given: argparse.Namespace) -> list[str]:
    folder = Path(tempfile.mkdtemp(prefix="inflow-soak-"))
    folder.chmod(0o711)  # when root starts it, PostgreSQL runs as another user, who must be able to enter
    try:
        return asyncio.run(DRILLS[name](given, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _tested(name: str) -> list[str]:
    """Run the tests of a part; the problems found. A test that was skipped has tried nothing."""
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        command = [sys.executable, "-m", "pytest", "-rs", f"--junitxml={report.name}", *TESTS[name]]
        ended = subprocess.run(command, cwd=SERVER, env={**os.environ, "INFLOW_SOAK": "1"}, check=False)
        skipped = sum(int(suite.get("skipped", 0)) for suite in ElementTree.parse(report.name).iter("testsuite"))
    failed = [f"tests failed: {name}"] if ended.returncode else []
    return [*failed, *([f"not run: {skipped} of {name}, see scripts/*-packages.sh"] if skipped else [])]


def main() -> None:
    given = _asked()
    print(f"seed {given.seed}", flush=True)
    # Ten thousand pages are ten thousand sockets, here and in the server.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    problems: list[str] = []
    for name in given.parts:
        print(f"\n{name}", flush=True)
        began = time.monotonic()
        found = _drilled(name, given) if name in DRILLS else _tested(name)
        print("\n".join(found[:20]) or "all was well", flush=True)
        print(f"{name} took {(time.monotonic() - began) / 60:.1f} min", flush=True)
        problems += found
    print("\n".join(problems[:20]) or "all was well")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
