"""The commands of docs/self-hosting.md, run in a shell as an operator types them, each beside a running Inflow."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from tests.app.documented import documented, languages, shell_lines
from tests.app.house import House
from tests.app.people import Member
from tests.app.processes import Executed
from tests.app.test_second_steps import adds_app

import films
import photographs
from architecture.sources import SERVER
from inflow.backup.destination import Destination
from inflow.backup.snapshots import read_all
from mail.mail_server import MailServer

COMMAND = re.compile(r"^(?:INFLOW_HOME=\S+ )?inflow \S|^/opt/\S+/inflow upgrade")
IN_THE_DOCS = re.compile(r"\b(?:mara|maya|alice)\b")


ASKED_FOR = re.compile(r"""documented\((["'])(.+?)\1\)""")
NOT_RUN = {"docker compose up --detach --wait"}
"""What no test can run: test_compose.py and test_container.py do what it does, without Docker."""


def commands() -> list[str]:
    """All lines of the page's code that run `inflow`."""
    return [line for line in shell_lines() if COMMAND.match(line)]


class Shell:
    """A shell in a folder of its own, where `inflow` is a command.

    Args:
        house: The Inflow beside which the commands run.

    Attributes:
        folder: Where the commands run.
    """

    def __init__(self, house: House, folder: Path) -> None:
        self.folder = folder
        self._settings = house.settings
        program = folder / "bin" / "inflow"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m inflow "$@"\n')
        program.chmod(0o755)
        for name in ("backup", "keys"):
            (folder / name).mkdir()
        (folder / "terms.md").write_text("# Terms\n\nBe kind.\n")
        (folder / "tide.mp4").write_bytes(films.mp4())
        (folder / "tide.jpg").write_bytes(photographs.plain((1, 90, 10)))
        with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
            archive.writestr("ebb.jpg", photographs.plain((1, 90, 140)))

    async def run(self, line: str) -> tuple[int, str]:
        """The exit code of a line, and what it printed."""
        path = f"{self.folder / 'bin'}:/usr/bin:/bin"
        process = await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            line,
            cwd=self.folder,
            env={**self._settings, "PATH": path, "PYTHONPATH": str(SERVER / "src"), "LANG": "C.UTF-8"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()


def test_the_page_has_commands() -> None:
    assert len(commands()) > 25


def test_every_other_command_of_the_page_is_run_by_a_test_that_reads_it_there() -> None:
    tests = (SERVER / "tests" / "app").glob("*.py")
    asked = {found[1] for file in tests for found in ASKED_FOR.findall(file.read_text(encoding="utf-8"))}
    run = {documented(beginning) for beginning in asked}

    assert [line for line in shell_lines() if not COMMAND.match(line) and line not in run | NOT_RUN] == []


def test_each_code_of_the_page_says_whether_a_shell_reads_it() -> None:
    assert languages() == {"sh", "ini", "json", "text", "caddy", "nginx"}


@pytest.mark.long
async def test_every_command_of_the_page_does_what_it_says(home: Path, mail_server: MailServer) -> None:
    house = House(home, Executed, INFLOW_SMTP_URL=mail_server.url, INFLOW_TWO_FACTOR="on")
    restored = House(home.parent / "restored", INFLOW_SMTP_URL=mail_server.url)
    failed = []
    async with house:
        shell = Shell(house, home.parent / "shell")
        owner = await Member.sign_up(house, mail_server, "owner")
        await house.command("role", "grant", owner.username, "owner")  # the only one could not be made a member again
        member, deleted = owner, True
        for line in commands():
            if IN_THE_DOCS.search(line) and deleted:
                member, deleted = await Member.sign_up(house, mail_server, "mara"), False
            if "remove-second-steps" in line:
                await adds_app(member)
            if "emails --to" in line:
                continue  # without a mail server only: see test_without_mail_server.py
            if "inflow restore /mnt" in line and restored.home.exists():
                shutil.rmtree(restored.home)
            if "--go-live" in line:
                await restored.start()
            code, said = await shell.run(await _as_here(line, member, restored, shell.folder))
            deleted = deleted or ("delete" in line and "--yes" in line)
            if code != 0:
                failed.append(f"{line}\n{said}")
        await restored.stop()

    assert failed == []


async def _as_here(line: str, member: Member, restored: House, folder: Path) -> str:
    """The line with the names and places of this test."""
    if "policy publish privacy" in line:
        _fill(folder / "privacy.md")
    if "content delete post" in line:
        photo = await member.photo(photographs.plain((1, 90, 10)))
        post = await member.does("posts:createPost", **member.foto(photo))
        line = line.replace("?post=…", f"?post={post['_id']}")
    if "--go-live" in line:
        line = f"INFLOW_HOME={restored.home} {line}"
    if "--at" in line:
        (snapshot,) = await read_all(Destination.at(str(folder / "backup")))
        line = line.replace("2026-11-26T09:30:00Z", snapshot.label)
    line = re.sub(r"^/opt/\S+/inflow", "inflow", line)
    line = line.replace("/var/lib/inflow-restored", str(restored.home)).replace("/mnt/", "")
    return IN_THE_DOCS.sub(member.username, line)


def _fill(template: Path) -> None:
    """Fill the places that only an operator can."""
    text = template.read_text(encoding="utf-8")
    template.write_text(re.sub(r"\[\[.*?\]\]", "Harbour 1", text, flags=re.DOTALL), encoding="utf-8")
