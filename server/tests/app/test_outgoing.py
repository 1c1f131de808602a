"""Inflow connects to no machine that its operator did not name."""

from __future__ import annotations

from pathlib import Path

from tests.app.outgoing import OURS
from tests.app.own_network import found_by


def test_an_ordinary_day_on_a_server_is_told_to_no_other_machine(home: Path) -> None:
    """A library that calls its publisher, or a service that looks up a name, would be seen."""
    assert found_by("tests.app.outgoing", home.parent) == ["{}:{}".format(*OURS)]
