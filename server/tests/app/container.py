"""The container image, built and run on this machine without a registry and without a daemon.

Needs root and the tools of scripts/debian-packages.sh. The image is built on a bare Debian of our own instead of the
published one, and runs as a runtime would run it: with its own user, variables and command, on a read-only root,
without capabilities.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.app.debian import CERTIFICATES, ROOT, first_child
from tests.app.documented import documented
from tests.app.house import Ended, free_port

from inflow import VERSION

IMAGE = f"inflow:{VERSION}"
_BASE = "localhost/debian-for-inflow:bare"
_DOCKERFILE = """\
FROM scratch
ADD debian.tar /
COPY authorities.crt /etc/ssl/certs/ca-certificates.crt
COPY pip.conf /etc/pip.conf
COPY uv.toml /etc/uv/uv.toml
"""
_PIP = f"[global]\ncert = {CERTIFICATES}\n"
_UV = "native-tls = true\n"
_RELEASE = "trixie"  # of the image's base
_TOOLS = ("mmdebstrap", "systemd-nspawn", "nsenter", "buildah")
_USER = 10_001


def missing_tools() -> list[str]:
    """What this machine has not, of what is needed."""
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    return missing if os.geteuid() == 0 else ["root", *missing]


def build_image(folder: Path) -> None:
    """Build the image of this source. The build trusts the authorities that this machine trusts."""
    tar = str(folder / "debian.tar")
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", _RELEASE, tar], check=True
    )
    shutil.copy(CERTIFICATES, folder / "authorities.crt")
    for name, text in {"Dockerfile": _DOCKERFILE, "pip.conf": _PIP, "uv.toml": _UV}.items():
        (folder / name).write_text(text)
    # Both in the network and with the rights of this process: there is no daemon that could give others.
    own = {**os.environ, "BUILDAH_ISOLATION": "chroot"}
    subprocess.run(["buildah", "build", "--quiet", "--tag", _BASE, str(folder)], env=own, check=True)
    words = [*shlex.split(documented("make image")), "-s", "BUILDER=buildah", f"BASE={_BASE}"]
    subprocess.run(words, cwd=ROOT, env=own, check=True)


def remove_images() -> None:
    """Remove both images and all containers of them."""
    subprocess.run(["buildah", "rm", "--all"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["buildah", "rmi", "--force", IMAGE, _BASE], check=True, stdout=subprocess.DEVNULL)


def configuration() -> dict[str, Any]:
    """The configuration of the image, as `docker inspect` prints it."""
    said = subprocess.run(["buildah", "inspect", "--type", "image", IMAGE], check=True, capture_output=True).stdout
    found: dict[str, Any] = json.loads(said)["Docker"]["config"]
    return found


class Container:
    """A container of the image, which shares this machine's network.

    Args:
        volumes: Folders, by their paths in it.
        settings: Settings beside those of the image.

    Attributes:
        address: The address that its Inflow listens at.
        origin: The origin of its pages' addresses.
        root: Its files, as this machine sees them.
    """

    def __init__(self, volumes: Mapping[str, Path], **settings: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.origin = f"http://localhost:{self.port}"
        self._image = configuration()
        given = {"INFLOW_PORT": str(self.port), "INFLOW_PUBLIC_URL": self.origin, **settings}
        self._variables = [*self._image["Env"], *(f"{name}={value}" for name, value in given.items())]
        self._volumes = volumes
        self._words: Sequence[str] = self._image["Cmd"]
        self._process: asyncio.subprocess.Process | None = None

    def instead(self, *words: str) -> Self:
        """Let it run this command of Inflow instead of the image's."""
        self._words = words
        return self

    async def __aenter__(self) -> Self:
        self._name = _said("buildah", "from", "--pull-never", IMAGE)
        self.root = Path(_said("buildah", "mount", self._name))
        for path in self._volumes:
            (self.root / path[1:]).mkdir(parents=True, exist_ok=True)  # runtimes make places for volumes as well
        self._process = await asyncio.create_subprocess_exec(
            *("systemd-nspawn", "--quiet", f"--directory={self.root}", "--read-only", "--tmpfs=/tmp"),
            *("--register=no", "--keep-unit", "--resolv-conf=off", "--console=pipe", f"--machine=inflow{self.port}"),
            *("--drop-capability=all", "--no-new-privileges=yes", f"--kill-signal={self._image['StopSignal']}"),
            *(f"--bind={folder}:{path}" for path, folder in self._volumes.items()),
            *("--user=inflow", *(f"--setenv={variable}" for variable in self._variables)),
            *(*self._image["Entrypoint"], *self._words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            print((await self.stop()).said)  # pytest shows it where a test failed

    async def stop(self) -> Ended:
        """Stop it as a runtime does, by the image's signal to its first process."""
        assert self._process is not None
        if self.runs:
            self._process.terminate()  # systemd-nspawn passes the signal on
        return await self.ended()

    @property
    def runs(self) -> bool:
        """Whether its command has not ended."""
        return self._process is not None and self._process.returncode is None

    async def ended(self) -> Ended:
        """Wait until its command has ended, and remove it."""
        process, self._process = self._process, None
        assert process is not None
        said, _ = await process.communicate()
        _said("buildah", "rm", self._name)
        assert process.returncode is not None
        return Ended(process.returncode, said.decode())

    async def execute(self, *command: str) -> Ended:
        """Run a command beside the first process, as `docker exec` does."""
        assert self._process is not None
        process = await asyncio.create_subprocess_exec(
            *("nsenter", f"--target={first_child(self._process.pid)}", "--mount", "--pid", "--root", "--wd=/"),
            *(f"--setuid={_USER}", f"--setgid={_USER}", "env", "-i", *self._variables, *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return Ended(process.returncode, said.decode())

    async def health(self) -> int:
        """The exit code of the image's health check."""
        kind, *command = self._image["Healthcheck"]["Test"]
        assert kind == "CMD"
        return (await self.execute(*command)).code


def volume(folder: Path) -> Path:
    """An empty volume, which belongs to the user of the image."""
    folder.mkdir(mode=0o700)
    os.chown(folder, _USER, _USER)
    return folder


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
