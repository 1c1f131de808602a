"""The engine is a distribution of its own. The README's example runs from its wheel alone."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from tests.conftest import NewDatabase
from tests.reflow.library.example import Example
from tests.reflow.library.test_extras import BASE, EXTRAS

from architecture.sources import SERVER

ENGINE = SERVER / "src" / "reflow"
NAME = re.compile(r"[\w-]+")


def build(source: Path, folder: Path) -> Path:
    """Build the wheel of the pyproject.toml in `source`."""
    command = [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ENGINE, tmp_path_factory.mktemp("wheel"))


def test_it_has_the_whole_engine_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = [path for path in ENGINE.rglob("*") if path.suffix in (".py", ".pyi") and "__pycache__" not in path.parts]

    assert names == {f"reflow/{path.relative_to(ENGINE)}" for path in [*modules, ENGINE / "py.typed"]}


async def test_the_example_runs_from_the_wheel(wheel: Path, new_database: NewDatabase, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    example = Example.write(tmp_path, await new_database(), schema="public", path=[site])
    where = await example.run("-c", "import reflow; print(reflow.__file__)")
    said = await example.run("-m", "reflow", "schema")

    async with example.serving() as address:
        printed = await example.run("page.py", address)

    assert Path(where.strip()) == site / "reflow" / "__init__.py"
    assert said.startswith("The engine's tables in the schema public are now at version")
    assert printed == "[]\n['Hello']\n"


def test_it_needs_what_the_base_imports_and_has_the_extras_that_errors_name() -> None:
    engine = tomllib.loads((ENGINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = engine["optional-dependencies"]

    assert {_name(each) for each in engine["dependencies"]} == BASE
    assert extras.keys() == {*EXTRAS.values(), "embedded"}


def test_the_product_installs_the_engine_with_the_same_versions() -> None:
    ours, engine = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"] for folder in (SERVER, ENGINE)
    )
    needed = [*engine["dependencies"], *(each for extra in engine["optional-dependencies"].values() for each in extra)]
    by_name = {_name(each): each for each in ours["dependencies"]}

    assert [each for each in needed if by_name.get(_name(each), each) != each] == []


def test_the_products_wheel_has_no_files_of_the_engines_distribution(tmp_path: Path) -> None:
    names = zipfile.ZipFile(build(SERVER, tmp_path)).namelist()

    assert "reflow/live/engine.py" in names
    assert [name for name in names if name.startswith("reflow/") and name.endswith((".md", ".toml"))] == []


def _name(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found is not None
    return found[0].lower()
