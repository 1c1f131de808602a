"""The command of the Debian package, with stand-ins for the programs that need root."""

from __future__ import annotations

import subprocess
from pathlib import Path

from architecture.sources import SERVER

COMMAND = SERVER.parent / "packaging" / "debian" / "inflow"
SETTINGS = """
# The settings of Inflow.
INFLOW_NAME="Our photos"
INFLOW_SMTP_URL=smtp://us:pass=word@mail.example.org:587
INFLOW_SUPPORT_EMAIL=$(touch touched)
INFLOW_PORT=8080
not a setting
"""


def _run(folder: Path, *words: str, user: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as this user; `setpriv` prints its words and the environment."""
    (folder / "inflow.env").write_text(SETTINGS)
    for name, does in {"id": f"echo {user}", "setpriv": 'echo "$@"; case "$*" in *test*) ;; *) env ;; esac'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    command = folder / "inflow"
    command.write_text(COMMAND.read_text().replace("/etc/inflow/inflow.env", str(folder / "inflow.env")))
    return subprocess.run(
        ["sh", str(command), *words],
        cwd=folder,
        env={"PATH": f"{folder}:/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_has_the_settings_of_the_service_and_becomes_its_user(tmp_path: Path) -> None:
    said = _run(tmp_path, "emails", "--to", "mara@example.org").stdout.splitlines()

    assert "INFLOW_NAME=Our photos" in said
    assert "INFLOW_SMTP_URL=smtp://us:pass=word@mail.example.org:587" in said
    assert "INFLOW_HOME=/var/lib/inflow" in said
    became = next(line for line in said if "emails" in line)
    assert became.startswith("--reuid=inflow --regid=inflow --init-groups ")
    assert became.endswith(" emails --to mara@example.org")


def test_a_setting_is_never_run_as_a_command(tmp_path: Path) -> None:
    said = _run(tmp_path, "emails").stdout.splitlines()

    assert "INFLOW_SUPPORT_EMAIL=$(touch touched)" in said
    assert not (tmp_path / "touched").exists()


def test_a_variable_of_the_caller_comes_before_the_file(tmp_path: Path) -> None:
    said = _run(tmp_path, "restore", INFLOW_HOME="/srv/restored", INFLOW_PORT="9090").stdout.splitlines()

    assert "INFLOW_HOME=/srv/restored" in said
    assert "INFLOW_PORT=9090" in said


def test_someone_who_is_not_root_is_told_to_become_root(tmp_path: Path) -> None:
    ended = _run(tmp_path, "emails", user=1000)

    assert ended.returncode == 1
    assert "run this as root" in ended.stderr
