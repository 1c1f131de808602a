"""Pages that stay open through an upgrade get the files of their own version for a week."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.app.house import House
from tests.app.people import Browser

from inflow.app.web_files import forget_assets, keep_assets

DAY = 24 * 3600.0
NOW = 2e9


def built(folder: Path, *names: str) -> Path:
    """A built web app with these files."""
    (folder / "assets").mkdir(parents=True)
    for name in names:
        (folder / "assets" / name).write_text(f"// {name}")
    return folder


def kept(home: Path) -> set[str]:
    return {file.name for file in (home / "web" / "assets").iterdir()}


async def test_a_file_that_only_a_former_version_had_is_served_with_all_guards(house: House) -> None:
    http = Browser(house).http
    (house.home / "web" / "assets" / "Former.js").write_text("// former")

    former, missing = [await http.get(f"/assets/{name}") for name in ("Former.js", "Missing.js")]
    outside = await http.get("/assets/..%2F..%2Fkeys%2Fsecret")

    assert (former.status_code, former.text) == (200, "// former")
    assert former.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in former.headers["cache-control"]
    assert former.headers["content-security-policy"] == missing.headers["content-security-policy"]
    assert (missing.status_code, outside.status_code) == (404, 404)


def test_files_stay_for_a_week_after_the_last_version_that_had_them(tmp_path: Path) -> None:
    home = tmp_path / "home"
    former = built(tmp_path / "former", "Both.js", "Former.js")
    newer = built(tmp_path / "newer", "Both.js", "Newer.js")
    keep_assets(former, home)
    for name in kept(home):
        os.utime(home / "web" / "assets" / name, (0, 0))

    keep_assets(former, home)  # as it does each hour, also after it has run for a month
    keep_assets(newer, home)
    forget_assets(home)
    assert kept(home) == {"Both.js", "Former.js", "Newer.js"}

    for name, days in (("Both.js", 0.0), ("Former.js", 6.9), ("Newer.js", 0.0)):
        os.utime(home / "web" / "assets" / name, (NOW - days * DAY,) * 2)
    forget_assets(home, NOW)
    assert kept(home) == {"Both.js", "Former.js", "Newer.js"}

    forget_assets(home, NOW + 0.2 * DAY)
    assert kept(home) == {"Both.js", "Newer.js"}


def test_a_server_without_room_for_them_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a folder should be")

    keep_assets(built(tmp_path / "built", "Any.js"), home)
    forget_assets(home)

    assert "files of the web app are not kept" in capsys.readouterr().out
