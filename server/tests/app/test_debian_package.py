"""A new user of Debian installs the package, backs up, loses everything, restores, and upgrades."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from tests.app.debian import NEXT, Debian, build, build_wheel, missing_tools, next_wheel
from tests.app.documented import documented
from tests.app.people import Member

import photographs
from inflow import VERSION
from mail.mail_server import MailServer

if TYPE_CHECKING:
    from tests.app.house import House

needs_tools = pytest.mark.skipif(bool(missing_tools()), reason="needs root and scripts/debian-packages.sh")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@needs_tools
@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_five_commands_install_back_up_restore_and_upgrade(
    wheel: Path, tmp_path: Path, mail_server: MailServer
) -> None:
    package = build(tmp_path / "now", wheel)
    later = build(tmp_path / "later", next_wheel(wheel, tmp_path))

    async with Debian(tmp_path / "debian") as debian:
        assert f"apt install {debian.beside(package)}" == documented("apt install ./")
        await debian.succeed(f"{documented('apt install ./')} --yes")
        await debian.configure(INFLOW_SMTP_URL=mail_server.url)
        assert await _exposure(debian) < 2.0
        house = cast("House", debian)
        mara = await Member.sign_up(house, mail_server, "mara")
        photo = await mara.photo(photographs.plain((1, 90, 10)))
        await mara.does("posts:createPost", **mara.foto(photo))
        await debian.succeed(documented("install -d"))

        await debian.succeed("inflow backup /mnt/backup --keys /mnt/keys")

        await debian.succeed("systemctl stop inflow && rm -r /var/lib/inflow/* && ls -A /var/lib/inflow")
        await debian.succeed("inflow restore /mnt/backup --keys /mnt/keys")
        await debian.succeed("systemctl start inflow && inflow restore --go-live && systemctl restart inflow")
        await _has_her_foto(mara)

        said = await debian.succeed(f"apt install {debian.beside(later)} --yes")
        assert f"a running {VERSION} goes on" in said
        await _has_her_foto(mara)
        assert await _running(debian) == VERSION

        await debian.succeed("inflow upgrade /mnt/backup --keys /mnt/keys")
        assert await _running(debian) == NEXT
        await _has_her_foto(mara)

        await debian.succeed(f"/usr/lib/inflow/{NEXT}/bin/inflow --version")
        await debian.succeed("apt purge inflow --yes")
        assert (debian.home / "media").exists(), "purging the package keeps the members' photos"


@needs_tools
@pytest.mark.long
def test_the_same_wheel_gives_the_same_package(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(tmp_path / "first", wheel)
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))  # what was compiled here is compiled again

    assert build(tmp_path / "second", wheel).read_bytes() == first.read_bytes()


async def _has_her_foto(member: Member) -> None:
    async with member.page() as page:
        feed = await page.feed()
        await feed.shows("Low tide")


async def _running(debian: Debian) -> str:
    said = await debian.succeed("systemctl show inflow --property=StatusText --value")
    return said.strip().rpartition(" ")[2]


async def _exposure(debian: Debian) -> float:
    """What systemd thinks of the service's sandbox: 0 is the tightest, 10 has none."""
    last = (await debian.succeed("systemd-analyze security inflow --no-pager")).strip().splitlines()[-1]
    return float(last.split(":")[1].split()[0])
