"""The files for Kubernetes: they fit its schemas, and Inflow runs with what a pod gets from them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.people import Member

from architecture.sources import SERVER
from inflow.app.settings import Settings
from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

ROOT = SERVER.parent
PACKAGING = ROOT / "packaging" / "kubernetes"
GUIDE = ROOT / "docs" / "how-to" / "run-on-kubernetes.md"
VERSIONS = ("1.31", "1.34", "1.37")
FILLED = {
    "INFLOW_PUBLIC_URL": "https://photos.example.org",
    "INFLOW_DATABASE_URL": "postgresql://inflow:low-tide@db.example.org/inflow",
    "INFLOW_MEDIA_URL": "s3://photos/inflow",
    "INFLOW_SMTP_URL": "smtps://inflow:low-tide@mail.example.org",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_an_operator_s_cluster_accepts_each_file(version: str) -> None:
    for name in _listed():
        kubernetes_validate.validate(_read(name), version, strict=True)


def test_an_operator_s_kustomization_lists_each_file() -> None:
    assert {*_listed(), "kustomization.yaml"} == {path.name for path in PACKAGING.glob("*.yaml")}


def test_what_selects_pods_selects_those_of_the_deployment() -> None:
    (labels,) = {tuple(_pod()["metadata"]["labels"].items())}
    (spread,) = _pod()["spec"]["topologySpreadConstraints"]

    assert tuple(_read("deployment.yaml")["spec"]["selector"]["matchLabels"].items()) == labels
    assert tuple(spread["labelSelector"]["matchLabels"].items()) == labels
    assert tuple(_read("service.yaml")["spec"]["selector"].items()) == labels
    assert tuple(_read("disruption-budget.yaml")["spec"]["selector"]["matchLabels"].items()) == labels


def test_a_pod_can_change_nothing_but_its_own_folders_and_is_not_root() -> None:
    spec = _pod()["spec"]

    assert spec["securityContext"]["runAsNonRoot"]
    for container in (*spec["initContainers"], *spec["containers"]):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_an_operator_s_settings_are_accepted(tmp_path: Path) -> None:
    settings = Settings.from_environment(_environment(tmp_path, FILLED))

    assert settings.database_url == FILLED["INFLOW_DATABASE_URL"]
    assert str(settings.secret_path) == "/run/inflow/secret"


def test_an_operator_s_passwords_and_keys_are_not_committed(tmp_path: Path) -> None:
    _begun(tmp_path)

    for name in ("settings.env", "secrets.env", "keys/secret", "keys/messages"):
        path = f"packaging/kubernetes/{name}"
        assert subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT, check=False).returncode == 0
        assert (tmp_path / path).stat().st_mode & 0o077 == 0 or "keys" in name


async def test_members_read_on_another_pod_what_they_wrote_on_one_that_has_ended(
    home: Path, mail_server: MailServer, tmp_path: Path
) -> None:
    """Each pod has an empty folder of its own, and the keys of the secret."""
    _begun(tmp_path)
    async with embedded_postgres(home.parent / "theirs", elsewhere=home.parent / "elsewhere") as dsn:
        given = {
            "INFLOW_DATABASE_URL": dsn,
            "INFLOW_SMTP_URL": mail_server.url,
        }
        async with House(home / "first", **given, **_keys(tmp_path, home / "first-keys")) as first:
            alice, bob = [await Member.sign_up(first, mail_server, name) for name in ("alva", "bert")]
            chat = await Correspondence.between(alice, bob)
            await alice.does("messages:sendMessage", **chat.message(alice, "one"))
            given["INFLOW_PUBLIC_URL"] = first.origin
            async with House(home / "second", **given, **_keys(tmp_path, home / "second-keys")) as second:
                await first.stop()
                await alice.at(second).does("messages:sendMessage", **chat.message(alice, "two"))
                assert [name for _, name in await chat.whole(bob.at(second))] == ["one", "two"]


def _listed() -> list[str]:
    names: list[str] = _read("kustomization.yaml")["resources"]
    return names


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PACKAGING / name).read_text(encoding="utf-8"))
    return found


def _pod() -> dict[str, Any]:
    pod: dict[str, Any] = _read("deployment.yaml")["spec"]["template"]
    return pod


def _environment(folder: Path, filled: dict[str, str]) -> dict[str, str]:
    """What a pod's process gets."""
    _begun(folder)
    (container,) = _pod()["spec"]["containers"]
    made = folder / "packaging" / "kubernetes"
    given = dict(line for name in ("settings.env", "secrets.env") for line in _lines(made / name))
    given |= {name: value for name, value in filled.items() if name in given}
    return given | {one["name"]: one["value"] for one in container["env"]}


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            yield name, value


def _begun(folder: Path) -> None:
    """Do what the guide says, in a copy of the files."""
    copy = folder / "packaging" / "kubernetes"
    if not (copy / "keys").exists():
        ignored = shutil.ignore_patterns("keys", "*.env")
        shutil.copytree(PACKAGING, copy, ignore=ignored)
        (commands,) = [
            code for code in re.findall(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL) if "openssl" in code
        ]
        subprocess.run(["sh", "-euc", commands], cwd=folder, check=True)


def _keys(folder: Path, into: Path) -> dict[str, str]:
    """Run the pod's first container: it copies the keys to where only the process reads them."""
    (container,) = _pod()["spec"]["initContainers"]
    keys = folder / "packaging" / "kubernetes" / "keys"
    into.mkdir(parents=True)
    words = [
        word.replace("/etc/inflow/keys", str(keys)).replace("/run/inflow", str(into)) for word in container["command"]
    ]
    subprocess.run(words, check=True)
    return {"INFLOW_SECRET_FILE": str(into / "secret"), "INFLOW_MESSAGE_KEYS": str(into / "messages")}
