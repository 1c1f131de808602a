"""The operators' page names every setting, and no setting that does not exist."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from architecture.sources import SERVER
from inflow.app.settings import Settings

VARIABLES = {each.metadata["variable"]: each.default for each in fields(Settings)}


@pytest.fixture(scope="module")
def page() -> str:
    """The text of docs/self-hosting.md."""
    return (SERVER.parent / "docs" / "self-hosting.md").read_text(encoding="utf-8")


def test_every_setting_is_on_the_page(page: str) -> None:
    assert [name for name in VARIABLES if f"`{name}`" not in page] == []


def test_the_page_promises_no_setting_that_does_not_exist(page: str) -> None:
    assert set(re.findall(r"\bINFLOW_[A-Z_]+\b", page)) - set(VARIABLES) == set()


def test_every_default_is_on_the_page(page: str) -> None:
    assert [name for name, default in VARIABLES.items() if default and f"`{default}`" not in page] == []
