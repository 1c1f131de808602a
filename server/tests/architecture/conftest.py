"""The repository, read once."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import inflow
from architecture.sources import Source, sources_in


@pytest.fixture(scope="session")
def sources() -> list[Source]:
    """The engine's and the product's files."""
    return sources_in("src")


@pytest.fixture(scope="session")
def every_source(sources: list[Source]) -> list[Source]:
    """The engine's, the product's and the tests' files."""
    return [*sources, *sources_in("tests")]


@pytest.fixture(scope="session")
def product() -> list[ModuleType]:
    """Every module of the product, imported, except modules with effects at import: entry points and migrations."""
    found = [module.name for module in pkgutil.walk_packages(inflow.__path__, "inflow.")]
    names = [name for name in found if not name.endswith("__main__") and not name.startswith("inflow.migrations.")]
    return [importlib.import_module(name) for name in names]
