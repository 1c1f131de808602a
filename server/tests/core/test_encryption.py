"""The deployment's secret, and encryption with it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from inflow.core.encryption import DecryptionFailed, Secret
from inflow.core.ids import new_id

ROOT = b"a secret of at least 32 bytes..."


def test_it_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "identity.key"

    first, second = Secret.from_file(path), Secret.from_file(path)

    assert first.key("x") == second.key("x")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in path.parent.iterdir()] == ["identity.key"]


def test_processes_that_start_at_once_end_up_with_one(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: Secret.from_file(tmp_path / "identity.key").key("x"), range(32)))

    assert len(set(keys)) == 1


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    path.write_bytes(ROOT)
    path.chmod(0o644)

    with pytest.raises(PermissionError, match="chmod 600"):
        Secret.from_file(path)


def test_a_short_one_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Secret(b"hunter2")


def test_a_ciphertext_is_decrypted_only_where_it_belongs() -> None:
    secret = Secret(ROOT)
    encrypted = secret.encrypt("letter", "one", b"low tide")

    assert secret.decrypt("letter", "one", encrypted) == b"low tide"
    assert secret.encrypt("letter", "one", b"low tide") != encrypted
    changed = bytes([*encrypted[:-1], encrypted[-1] ^ 1])
    for purpose, about, content in [
        ("letter", "two", encrypted), ("key", "one", encrypted), ("letter", "one", changed), ("letter", "one", b""),
    ]:  # fmt: skip
        with pytest.raises(DecryptionFailed):
            secret.decrypt(purpose, about, content)
    with pytest.raises(DecryptionFailed):
        Secret(ROOT[::-1]).decrypt("letter", "one", encrypted)


def test_texts_cannot_be_moved_between_the_parts_of_a_mac() -> None:
    secret = Secret(ROOT)

    assert secret.mac("x", "ab", "c") != secret.mac("x", "a", "bc")
    assert secret.mac("x", "a") != secret.mac("y", "a")


def test_ids_are_26_characters_that_never_repeat() -> None:
    ids = {new_id() for _ in range(1_000)}

    assert len(ids) == 1_000
    assert all(re.fullmatch("[a-z2-7]{26}", one) for one in ids)
