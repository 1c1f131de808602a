"""A Debian of its own for tests: a container with systemd, and Debian packages of this source.

Needs root and the tools of scripts/debian-packages.sh.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Self

from tests.app.house import free_port

from architecture.sources import SERVER
from inflow import VERSION

ROOT = SERVER.parent
NEXT = "99.0.0"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Of the authorities that this machine trusts."""
_TOOLS = ("mmdebstrap", "systemd-nspawn", "dpkg-buildpackage", "dh", "nsenter")
_PACKAGES = "systemd,systemd-sysv,dbus,python3"


def missing_tools() -> list[str]:
    """What this machine has not, of what is needed."""
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    return missing if os.geteuid() == 0 else ["root", *missing]


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this source."""
    subprocess.run(["make", "-s", "-C", str(ROOT), "wheel", f"DIST={folder}"], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def build(folder: Path, wheel: Path) -> Path:
    """Build the Debian package of a wheel."""
    uv = str(ROOT / ".venv" / "bin" / "uv")
    subprocess.run(["sh", "scripts/build-deb.sh", uv, str(wheel), str(folder)], cwd=ROOT, check=True)
    (package,) = folder.glob("*.deb")
    return package


def next_wheel(wheel: Path, folder: Path) -> Path:
    """The same wheel as of a later version."""
    later = folder / wheel.name.replace(VERSION, NEXT)
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(later, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            name = entry.filename.replace(f"inflow_photos-{VERSION}.dist-info", f"inflow_photos-{NEXT}.dist-info")
            if name == "inflow/__init__.py":
                assert VERSION.encode() in content
            if name.endswith(("inflow/__init__.py", "/METADATA")):
                content = content.replace(VERSION.encode(), NEXT.encode())
            if not name.endswith("/RECORD"):
                new.writestr(name, content)
        new.writestr(f"inflow_photos-{NEXT}.dist-info/RECORD", "")
    return later


class Debian:
    """A bare Debian that has booted. It shares this machine's network.

    Args:
        folder: An empty folder for its files.

    Attributes:
        home: The home of its Inflow, as this machine sees it.
        address: The address that its Inflow listens at, once `configure` was called.
        origin: The origin of its pages' addresses.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "var" / "lib" / "inflow"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.origin = f"http://localhost:{self.port}"
        self._folder = folder
        self._container: asyncio.subprocess.Process | None = None
        self._init = 0

    async def __aenter__(self) -> Self:
        release = _release()
        made = await asyncio.create_subprocess_exec(
            "mmdebstrap", "--quiet", "--variant=minbase", f"--include={_PACKAGES}", release, str(self._folder)
        )
        assert await made.wait() == 0
        self._container = await asyncio.create_subprocess_exec(
            *("systemd-nspawn", "--quiet", f"--directory={self._folder}", "--boot", "--console=pipe"),
            *("--register=no", "--keep-unit", "--resolv-conf=off"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(60):
            while not (self._init and (await self.run("systemctl is-system-running"))[0] == 0):
                self._init = self._init or first_child(self._container.pid)
                await asyncio.sleep(0.2)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._container is not None
        await self.run("systemctl --no-block poweroff")
        await self._container.wait()

    def put(self, file: Path) -> str:
        """Copy a file into it; its path there."""
        shutil.copy(file, self._folder / "root")
        return f"/root/{file.name}"

    def beside(self, file: Path) -> str:
        """Copy a file to where commands are run; its name there, as `apt` wants it."""
        return f"./{Path(self.put(file)).name}"

    def trust_what_this_machine_trusts(self) -> None:
        """Let pip trust the authorities that this machine trusts."""
        (self._folder / "etc" / "pip.conf").write_text(f"[global]\ncert = {self.put(CERTIFICATES)}\n")

    async def run(self, command: str) -> tuple[int, str]:
        """Run a command of root's shell; its exit code and its output."""
        process = await asyncio.create_subprocess_exec(
            *("nsenter", f"--target={self._init}", "--mount", "--pid", "--uts", "--ipc", "--root", "--wd=/"),
            *("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-c", f"cd /root; {command}"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()

    async def succeed(self, command: str) -> str:
        """Run a command that must succeed; its output."""
        code, said = await self.run(command)
        assert code == 0, f"{command}\n{said}"
        return said

    async def configure(self, **settings: str) -> None:
        """Write settings into /etc/inflow/inflow.env, before those that are there, and start Inflow with them."""
        lines = [f"{name}={value}\n" for name, value in {"INFLOW_PORT": str(self.port), **settings}.items()]
        file = self._folder / "etc" / "inflow" / "inflow.env"
        kept = [line for line in file.read_text().splitlines(True) if line.split("=")[0] not in settings]
        file.write_text("".join([*kept, *lines]))
        await self.succeed("systemctl restart inflow")


def first_child(pid: int) -> int:
    """The first process that this one began: 0 if there is none yet."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else 0


def _release() -> str:
    lines = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return lines["VERSION_CODENAME"]
