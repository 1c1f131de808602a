"""The wheel of a release: installed by itself, it is the whole app, on a machine without Node, make or a checkout."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import subprocess
import sysconfig
import venv
import zipfile
from pathlib import Path

import httpx
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from tests.app.house import free_port, until

from architecture.sources import SERVER


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(tmp_path_factory.mktemp("first"))


def _built(folder: Path) -> Path:
    subprocess.run(["make", "-s", "-C", str(SERVER.parent), "wheel", f"DIST={folder}"], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.long
def test_the_same_source_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    again = _built(tmp_path)

    assert again.name == wheel.name
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()


@pytest.mark.long
def test_it_has_a_free_name_and_needs_no_opencv(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        text = archive.read(metadata).decode()
    needed = [line for line in text.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]

    assert wheel.name.startswith("inflow_photos-")
    assert "inflow/web/index.html" in names
    assert not any("nudenet" in line or "opencv" in line for line in needed)


@pytest.mark.long
def test_a_scanner_reads_what_is_in_it_and_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        boms = {Path(name).name: archive.read(name).decode() for name in archive.namelist() if "/sboms/" in name}
        bundled = json.loads(archive.read("inflow/web/licenses.json"))

    assert boms.keys() == {"server.cdx.json", "web.cdx.json"}
    for text in boms.values():
        version = SchemaVersion.from_version(json.loads(text)["specVersion"])
        assert JsonStrictValidator(version).validate_str(text) is None
    assert _components(boms["web.cdx.json"]) == {f"{each['name']}@{each['version']}" for each in bundled}
    locked = (SERVER / "locks" / "runtime.txt").read_text(encoding="utf-8")
    pinned = {"@".join(pin) for pin in re.findall(r"^([\w.-]+)==([\w.]+)", locked, re.MULTILINE)}
    assert {each for each in _components(boms["server.cdx.json"]) if not each.startswith("nudenet@")} == pinned


@pytest.mark.long
async def test_installed_by_itself_it_serves_the_app_and_has_the_model(wheel: Path, home: Path, tmp_path: Path) -> None:
    python = _installed(wheel, tmp_path / "venv")
    assert _model_of(python).startswith(str(tmp_path))

    port = free_port()
    settings = {"INFLOW_HOME": str(home), "INFLOW_PORT": str(port), "PATH": os.defpath}
    process = await asyncio.create_subprocess_exec(
        str(python.with_name("inflow")), "run", env=settings, cwd=tmp_path, stdout=subprocess.DEVNULL
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:

            async def answers() -> bool:
                try:
                    return (await http.get("/healthz")).status_code == 200
                except httpx.TransportError:
                    return False

            await until(answers)
            assert '<meta name="application-name" content="Inflow"' in (await http.get("/")).text
    finally:
        process.terminate()
        await process.wait()


def _components(bom: str) -> set[str]:
    return {f"{each['name']}@{each['version']}" for each in json.loads(bom)["components"]}


def _model_of(python: Path) -> str:
    """Where the installed app finds the model of the content check."""
    code = "import inflow.screening.weights as w; print(w._path(), len(w.weights()))"
    return subprocess.run([python, "-I", "-c", code], check=True, capture_output=True, text=True).stdout


def _installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel, with the packages that are here already; the interpreter."""
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = (folder / "lib").glob("*/site-packages")
    # A path that comes from a .pth file is not searched for others, so our sources are not found this way.
    (packages / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python
