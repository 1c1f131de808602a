"""The container image and the compose file: an operator builds the one and starts it by the other."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import httpx
import pytest
from tests.app.container import Container, build_image, configuration, missing_tools, remove_images, volume
from tests.app.debian import ROOT
from tests.app.house import until
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

if TYPE_CHECKING:
    from tests.app.house import House

PACKAGING = ROOT / "packaging" / "container"
BESIDE = Path(sys.executable).parent
DATA = "/var/lib/inflow"
BACKUP = ("/mnt/backup", "--keys", "/mnt/keys")
# To the processes that serve. The pattern does not match the shell that runs this.
SIGNAL = r"""for each in /proc/[0-9]*; do
    if grep -qs "inflow[.]app[.]worker" "$each/cmdline"; then kill -{} "${{each##*/}}"; fi
done"""
_VARIABLE = re.compile(r"\$\{(\w+):\?")

needs_tools = pytest.mark.skipif(bool(missing_tools()), reason="needs root and scripts/debian-packages.sh")


def test_a_linter_finds_nothing_in_the_definition_of_the_image() -> None:
    subprocess.run([BESIDE / "hadolint", PACKAGING / "Dockerfile"], check=True)


def test_the_compose_file_is_as_its_specification_wants_it() -> None:
    schema = ["--builtin-schema", "vendor.compose-spec"]
    subprocess.run([BESIDE / "check-jsonschema", *schema, PACKAGING / "compose.yaml"], check=True)


def test_an_operator_finds_each_value_that_compose_asks_for_in_the_example() -> None:
    asked = set(_VARIABLE.findall((PACKAGING / "compose.yaml").read_text(encoding="utf-8")))
    lines = (PACKAGING / ".env.example").read_text(encoding="utf-8").splitlines()

    assert asked == {line.partition("=")[0] for line in lines if line and not line.startswith("#")}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    build_image(tmp_path_factory.mktemp("image"))
    yield
    remove_images()


@pytest.fixture
async def http(image: None) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield http


@needs_tools
@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_a_replaced_and_a_restored_container_have_what_members_did(
    http: httpx.AsyncClient, tmp_path: Path, mail_server: MailServer
) -> None:
    backup = {path: volume(tmp_path / path[5:]) for path in ("/mnt/backup", "/mnt/keys")}
    volumes = {DATA: volume(tmp_path / "data"), **backup}
    assert configuration()["User"] == "10001:10001"
    assert configuration()["Volumes"].keys() == {DATA}

    async with Container(volumes, INFLOW_SMTP_URL=mail_server.url) as former:
        await until(lambda: _is_ready(http, former), seconds=120)
        assert await former.health() == 0
        assert _writers_of_programs(former.root) == []
        mara = await Member.sign_up(cast("House", former), mail_server, "mara")
        await mara.does("posts:createPost", **mara.foto(await mara.photo(photographs.plain((1, 90, 10)))))
        assert (await former.execute("sh", "-c", SIGNAL.format("STOP"))).code == 0
        assert await former.health() == 1
        assert (await former.execute("sh", "-c", SIGNAL.format("CONT"))).code == 0
        assert (await former.stop()).code == 0

    async with Container(volumes, INFLOW_SMTP_URL=mail_server.url) as replaced:
        await _shows_her_foto(http, replaced, mara)
        made = await replaced.execute("inflow", "backup", *BACKUP)
        assert made.code == 0, made.said

    empty = {**volumes, DATA: volume(tmp_path / "empty")}
    async with Container(empty, INFLOW_SMTP_URL=mail_server.url).instead("restore", *BACKUP) as restoring:
        ended = await restoring.ended()
        assert ended.code == 0, ended.said
    async with Container(empty, INFLOW_SMTP_URL=mail_server.url) as restored:
        await _shows_her_foto(http, restored, mara)


async def _shows_her_foto(http: httpx.AsyncClient, container: Container, mara: Member) -> None:
    await until(lambda: _is_ready(http, container), seconds=120)
    async with mara.at(cast("House", container)).page() as page:
        await (await page.feed()).shows("Low tide")


async def _is_ready(http: httpx.AsyncClient, container: Container) -> bool:
    assert container.runs
    try:
        return (await http.get(f"{container.address}/readyz")).status_code == 200
    except httpx.TransportError:
        return False


def _writers_of_programs(root: Path) -> list[str]:
    """Compilers and installers in the image. An intruder would have use for them, and Inflow has none."""
    return [name for name in ("cc", "gcc", "make", "pip", "pip3", "uv") if (root / "usr" / "bin" / name).exists()]
