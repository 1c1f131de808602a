"""The compose file with a filled .env: Inflow accepts its settings, and its PostgreSQL is ready for Inflow."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.app.documented import documented
from tests.app.house import House, free_port

from architecture.sources import SERVER
from inflow.app.settings import Settings
from reflow.embedded import embedded_postgres

ROOT = SERVER.parent
PACKAGING = ROOT / "packaging" / "container"
FILLED = {
    "IMAGE": "inflow:0.1.0",
    "INFLOW_PUBLIC_URL": "https://photos.example.org",
    "INFLOW_SMTP_URL": "command-line",
    "POSTGRES_PASSWORD": "low-tide",
    "BACKUP": "/mnt/backup",
    "KEYS": "/mnt/keys",
}
_VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?P<rule>:?[-?])(?P<rest>[^${}]*)\}")


def test_an_operator_s_settings_are_accepted() -> None:
    settings = Settings.from_environment(services(FILLED)["inflow"]["environment"])

    assert settings.database_url == "postgresql://inflow:low-tide@postgres/inflow"


def test_an_operator_gets_a_file_to_fill_in_that_no_other_user_reads(tmp_path: Path) -> None:
    folder = documented("cd ").removeprefix("cd ")
    shutil.copytree(ROOT / folder, tmp_path / folder)

    subprocess.run(["sh", "-ec", f"{documented('cd ')}\n{documented('install -m')}"], cwd=tmp_path, check=True)

    made = tmp_path / folder / ".env"
    assert made.stat().st_mode & 0o777 == 0o600
    assert all(f"\n{name}=" in f"\n{made.read_text()}" for name in FILLED)


def test_an_operator_who_tries_it_on_one_machine_publishes_no_page_with_codes() -> None:
    variables = {**FILLED, "INFLOW_PUBLIC_URL": "http://localhost:8080"}

    assert not Settings.from_environment(services(variables)["inflow"]["environment"]).is_development


def test_an_operator_who_restores_gets_the_built_in_database_by_an_empty_value() -> None:
    environment = services({**FILLED, "INFLOW_DATABASE_URL": ""})["inflow"]["environment"]

    assert environment["INFLOW_DATABASE_URL"] is None
    assert "POSTGRES_PASSWORD" not in environment


@pytest.mark.parametrize("name", ["inflow", "postgres"])
def test_an_operator_s_containers_can_change_nothing_but_their_volumes(name: str) -> None:
    service = services(FILLED)[name]

    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_an_operator_who_stops_it_gives_inflow_as_long_as_systemd_does() -> None:
    unit = (ROOT / "packaging" / "debian" / "inflow.service").read_text(encoding="utf-8")
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)

    assert services(FILLED)["inflow"]["stop_grace_period"] == f"{seconds}s"


async def test_an_operator_s_postgresql_is_ready_for_inflow_and_the_health_check_passes(home: Path) -> None:
    options = dict(word.split("=") for word in services(FILLED)["postgres"]["command"] if "=" in word)

    async with (
        embedded_postgres(home, settings={"fsync": "off", **options}) as dsn,
        House(home / "inflow", INFLOW_DATABASE_URL=dsn) as house,
    ):
        assert _health(house.port) == 0


def test_the_health_check_fails_where_no_server_listens() -> None:
    assert _health(free_port()) == 1


def test_an_operator_s_passwords_are_not_committed() -> None:
    assert "packaging/container/.env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def services(variables: dict[str, str]) -> dict[str, Any]:
    """The services of the compose file, with these variables in their places as Docker Compose puts them there."""
    text = (PACKAGING / "compose.yaml").read_text(encoding="utf-8")
    while _VARIABLE.search(text):  # the innermost ones first
        text = _VARIABLE.sub(lambda found: _value(found, variables), text)
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def _value(found: re.Match[str], variables: dict[str, str]) -> str:
    value = variables.get(found["name"])
    if value or (value is not None and ":" not in found["rule"]):
        return value
    assert "?" not in found["rule"], found["rest"]
    return found["rest"]


def _health(port: int) -> int:
    """The exit code of the health check, beside a server at this port."""
    check = [sys.executable, "-I", str(PACKAGING / "healthcheck.py")]
    return subprocess.run(check, env={"INFLOW_PORT": str(port)}, check=False).returncode
