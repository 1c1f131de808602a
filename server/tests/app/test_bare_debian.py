"""A new user of Debian installs the wheel from the package index, and then its next version."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import httpx
import pytest
from tests.app.debian import Debian, build_wheel, missing_tools, next_wheel
from tests.app.documented import documented
from tests.app.house import until
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

if TYPE_CHECKING:
    from tests.app.house import House

needs_tools = pytest.mark.skipif(bool(missing_tools()), reason="needs root and scripts/debian-packages.sh")


@needs_tools
@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_a_new_user_installs_the_wheel_and_its_next_version_as_the_page_says(
    tmp_path: Path, mail_server: MailServer
) -> None:
    wheel = build_wheel(tmp_path)
    async with Debian(tmp_path / "debian") as debian:
        debian.trust_what_this_machine_trusts()
        await debian.succeed(f"apt-get -qq update && {documented('apt install python3-venv')} --yes")
        settings = {
            "INFLOW_HOME": "/var/lib/inflow",
            "INFLOW_PORT": str(debian.port),
            "INFLOW_PUBLIC_URL": debian.origin,
            "INFLOW_SMTP_URL": mail_server.url,
        }
        began = time.monotonic()

        await debian.succeed(documented("python3 -m venv /opt/inflow"))
        await _installs(debian, documented("/opt/inflow/bin/pip"), wheel)
        installed = time.monotonic()
        given = " ".join(f"--setenv={name}={value}" for name, value in settings.items())
        await debian.succeed(f"systemd-run --quiet --unit=served {given} {documented('/opt/inflow/bin/inflow run')}")
        await until(lambda: _serves(debian), seconds=120)
        print(f"installed in {installed - began:.0f} s, and it serves {time.monotonic() - installed:.0f} s later")

        mara = await Member.sign_up(cast("House", debian), mail_server, "mara")
        await mara.does("posts:createPost", **mara.foto(await mara.photo(photographs.plain((1, 90, 10)))))

        await debian.succeed(documented("python3 -m venv /opt/inflow-"))
        await _installs(debian, documented("/opt/inflow-0.2/bin/pip"), next_wheel(wheel, tmp_path))
        await debian.succeed("mkdir -m 700 /mnt/backup /mnt/keys")
        given = " ".join(f"{name}={value}" for name, value in settings.items())
        said = await debian.succeed(f"{given} {documented('/opt/inflow-0.2/bin/inflow upgrade')}")
        assert "from /opt/inflow-0.2 now" in said
        async with mara.page() as page:
            await (await page.feed()).shows("Low tide")


async def _installs(debian: Debian, line: str, wheel: Path) -> None:
    """Run a line of the page that installs a wheel, with the wheel of this version."""
    *words, file = shlex.split(line)
    assert file.startswith("inflow_photos-"), line
    assert file.endswith("-py3-none-any.whl"), line
    await debian.succeed(shlex.join([*words, debian.put(wheel)]))


async def _serves(debian: Debian) -> bool:
    async with httpx.AsyncClient(base_url=debian.address, trust_env=False) as http:
        try:
            return (await http.get("/healthz")).status_code == 200
        except httpx.TransportError:
            return False
