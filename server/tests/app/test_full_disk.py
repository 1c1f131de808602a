"""The disk with the database is full for a while, and has room again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.own_network import found_by


@pytest.mark.long
def test_who_writes_to_a_full_disk_is_told_to_try_again_and_nothing_is_lost(home: Path) -> None:
    found = found_by("tests.app.full_disk", home.parent)

    print({what: found[what].pop("seconds") for what in ("tables", "log")})
    assert found == {
        "tables": {"codes": ["busy"] * 5, "reads": True, "sign-in": "503 busy", "livez": 200, "readyz": 503},
        "log": {"sign-in": "503 busy", "livez": 200, "readyz": 503},
        "errors": [],
        "anomalies": [],
    }


@pytest.mark.long
def test_who_uploads_to_a_full_disk_is_told_that_there_is_no_room_and_the_rest_goes_on(home: Path) -> None:
    assert found_by("tests.app.full_media", home.parent) == {
        "refusals": ["507 no_room"] * 2,
        "said": True,
        "shown": 200,
        "after": 201,
        "verified": "No problems.",
        "errors": [],
    }
