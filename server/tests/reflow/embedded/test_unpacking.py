"""A base backup is unpacked into its folder, and a forged one writes nothing elsewhere."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from reflow.embedded import base_backup


def _backup(folder: Path, member: tarfile.TarInfo) -> Path:
    folder.mkdir()
    (folder / base_backup.MANIFEST).write_text("{}")
    for name in (base_backup.BASE, base_backup.WAL):
        with tarfile.open(folder / name, "w:gz") as archive:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return folder


@pytest.mark.parametrize("python", ["of today", "of Debian 12"])
def test_files_are_unpacked_with_every_python(tmp_path: Path, python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if python == "of Debian 12":
        monkeypatch.delattr(tarfile, "data_filter")
    file = tarfile.TarInfo("1259")
    file.size = 3

    base_backup.unpack(_backup(tmp_path / "backup", file), tmp_path / "cluster")

    assert (tmp_path / "cluster" / "1259").read_bytes() == b"xxx"


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil"])
def test_a_file_outside_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(tarfile.TarError):
        base_backup.unpack(_backup(tmp_path / "backup", tarfile.TarInfo(name)), tmp_path / "cluster")


def test_a_link_is_refused(tmp_path: Path) -> None:
    link = tarfile.TarInfo("pg_wal")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc"

    with pytest.raises(tarfile.TarError):
        base_backup.unpack(_backup(tmp_path / "backup", link), tmp_path / "cluster")
