"""`make run` makes `inflow` a command of this user."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from architecture.sources import SERVER

ROOT = SERVER.parent
TOOLS = "/usr/local/bin:/usr/bin:/bin"


class User:
    """The home of a user, and a checkout whose program only says its arguments."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "home" / ".local" / "bin"
        self.command = self.folder / "inflow"
        self.program = folder / "checkout" / "inflow"
        self._home = folder / "home"
        self._home.mkdir()
        _program(self.program, "this checkout's")

    def runs_make(self, path: str = TOOLS) -> str:
        """Type `make run`; what it prints."""
        built = [word for file in (".venv/.ready", "web/dist/index.html") for word in ("-o", file)]
        programs = f"BIN={os.path.relpath(self.program.parent, ROOT)}"
        ended = subprocess.run(
            ["make", "-s", *built, "run", programs],
            cwd=ROOT,
            env={"HOME": str(self._home), "PATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "this checkout's run" in ended.stdout
        return ended.stdout

    def types(self, words: str) -> str:
        """Type words into a shell that finds programs in `~/.local/bin`; what it prints."""
        path = f"{self.folder}:{TOOLS}"
        return subprocess.run(
            ["sh", "-c", words], env={"PATH": path}, capture_output=True, text=True, check=True
        ).stdout


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path)


def test_inflow_is_a_command_after_make_run(user: User) -> None:
    said = user.runs_make(f"{user.folder}:{TOOLS}")

    assert "`inflow` is a command now" in said
    assert user.types("inflow backup /mnt/backup") == "this checkout's backup /mnt/backup\n"
    assert "command" not in user.runs_make(), "it is said once"


def test_a_user_whose_path_lacks_the_folder_is_told_so(user: User) -> None:
    assert f"Add {user.folder} to your PATH" in user.runs_make()


def test_another_program_of_this_name_stays(user: User) -> None:
    _program(user.command, "a program of other people's")

    user.runs_make()

    assert user.types("inflow run") == "a program of other people's run\n"


def test_the_link_of_another_checkout_stays_and_one_to_a_checkout_that_is_gone_does_not(
    user: User, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "inflow"
    _program(other, "another checkout's")
    user.folder.mkdir(parents=True)
    user.command.symlink_to(other)

    user.runs_make()
    assert user.types("inflow run") == "another checkout's run\n"

    shutil.rmtree(other.parent)
    user.runs_make()
    assert user.types("inflow run") == "this checkout's run\n"


def test_inflow_runs_where_the_home_cannot_be_written(user: User) -> None:
    user.folder.parents[1].joinpath(".local").write_text("a file where the folder would be")

    said = user.runs_make()

    assert "command" not in said


def _program(file: Path, owner: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(f'#!/bin/sh\necho "{owner}" "$@"\n')
    file.chmod(0o755)
