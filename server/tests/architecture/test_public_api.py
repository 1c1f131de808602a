"""The engine's public API is one import, and a name of it loads only the module that it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

import reflow
from architecture.sources import SERVER, Source

DRIVERS = ("asyncpg", "sqlalchemy", "starlette")
STUB = SERVER / "src" / "reflow" / "__init__.pyi"


def test_type_checkers_know_the_same_names_from_the_same_modules() -> None:
    lines = STUB.read_text(encoding="utf-8").splitlines()
    stub = {name: module for line in lines for module, name in re.findall(r"^from (\S+) import (\w+) as \w+$", line)}

    assert stub == reflow._MODULES
    assert all(getattr(reflow, name) is not None for name in stub)


def test_features_import_public_names_from_the_engine_itself(sources: list[Source]) -> None:
    strays = [
        f"{source.path}: from {node.module} import {alias.name}"
        for source in sources
        if source.path.startswith("src/inflow/") and "/migrations/" not in source.path
        for node in source.nodes()
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if node.module != "reflow" and reflow._MODULES.get(alias.name) == node.module
    ]

    assert strays == []


@pytest.mark.parametrize(
    "needs", ["from reflow import AppError", "import inflow.posts.rules", "import inflow.media.worker.main"]
)
def test_what_needs_no_database_loads_no_driver(needs: str) -> None:
    program = f"{needs}\nimport sys\nprint(*(name for name in {DRIVERS} if name in sys.modules))"
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=SERVER / "src"
    )

    assert made.stdout.split() == []
