"""The keys of a deployment in its backup: in a place of their own, or beside it, encrypted in the format of age."""

from __future__ import annotations

import base64
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pyrage  # type: ignore[import-untyped]  # it has no types of its own

from inflow.backup.destination import Destination, sha256_of
from inflow.backup.failure import BackupRefused

Keys = Mapping[str, bytes]
"""The contents of the files of keys, by name: ``secret`` and ``messages``."""

_FOLDER = "keys/"


class KeyKeeper(Protocol):
    """Where the keys of a backup are."""

    async def keep(self, to: Destination, keys: Keys) -> str:
        """Add the keys, if they are not there yet; returns their id."""
        ...

    async def find(self, place: Destination, wanted: str, /) -> Keys:
        """The keys with this id.

        Raises:
            BackupRefused: They are not there, or cannot be decrypted.
        """
        ...


class InFolder:
    """Keys in a folder outside of the backup, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser().absolute()

    async def keep(self, to: Destination, keys: Keys) -> str:
        if to.folder is not None and (self._folder == to.folder or to.folder in self._folder.parents):
            raise BackupRefused(
                f"{self._folder} is inside the backup. A thief of both could read everything: choose another place for "
                "the keys, or encrypt them with --recipient or --passphrase-file."
            )
        if not self._folder.is_dir():
            raise BackupRefused(f"{self._folder}: there is no such folder. Create it, or mount its disk.")
        made = id_of(keys)
        folder = self._folder / made
        folder.mkdir(mode=0o700, exist_ok=True)
        for name, content in keys.items():
            _write(folder / name, content)
        return made

    async def find(self, _place: Destination, wanted: str, /) -> Keys:
        folder = self._folder / wanted
        if not folder.is_dir():
            raise BackupRefused(f"{self._folder} has no folder {wanted} with the keys of this backup.")
        keys = {each.name: each.read_bytes() for each in folder.iterdir() if not each.name.startswith(".")}
        return _checked(keys, wanted)


class Encrypted:
    """Keys beside the backup, encrypted to a recipient of age, or with a passphrase.

    Args:
        recipient: A public key of age, ``age1…``.
        identity: The text of a file of identities of age, to decrypt.
        passphrase: Instead of both.
    """

    def __init__(self, *, recipient: str = "", identity: str = "", passphrase: str = "") -> None:
        self._recipient = recipient
        self._identity = identity
        self._passphrase = passphrase

    async def keep(self, to: Destination, keys: Keys) -> str:
        made = id_of(keys)
        plain = json.dumps({name: base64.b64encode(content).decode() for name, content in keys.items()}).encode()
        # Each time: the passphrase or the recipient may be another one than before.
        await to.put(f"{_FOLDER}{made}.age", self._encrypt(plain))
        return made

    async def find(self, place: Destination, wanted: str, /) -> Keys:
        sealed = await place.get(f"{_FOLDER}{wanted}.age")
        if sealed is None:
            raise BackupRefused(f"This backup has no encrypted keys {wanted}. Name their folder with --keys.")
        try:
            plain = self._decrypt(sealed)
        except (pyrage.DecryptError, pyrage.IdentityError) as error:
            raise BackupRefused(f"The keys of this backup cannot be decrypted: {error}.") from None
        keys = {name: base64.b64decode(content) for name, content in json.loads(plain).items()}
        return _checked(keys, wanted)

    def _encrypt(self, plain: bytes) -> bytes:
        if self._passphrase:
            return bytes(pyrage.passphrase.encrypt(plain, self._passphrase))
        try:
            return bytes(pyrage.encrypt(plain, [pyrage.x25519.Recipient.from_str(self._recipient)]))
        except pyrage.RecipientError as error:
            raise BackupRefused(f"--recipient: {error}; it looks like age1….") from None

    def _decrypt(self, sealed: bytes) -> bytes:
        if self._passphrase:
            return bytes(pyrage.passphrase.decrypt(sealed, self._passphrase))
        lines = [line for line in self._identity.splitlines() if line.startswith("AGE-SECRET-KEY-")]
        return bytes(pyrage.decrypt(sealed, [pyrage.x25519.Identity.from_str(line) for line in lines]))


def id_of(keys: Keys) -> str:
    """An id of these keys that tells nothing about them."""
    return sha256_of(b"".join(len(keys[name]).to_bytes(8, "big") + keys[name] for name in sorted(keys)))[:16]


def _checked(keys: Keys, wanted: str) -> Keys:
    if id_of(keys) != wanted:
        raise BackupRefused(f"The keys {wanted} were changed: they are not those of this backup.")
    return keys


def _write(path: Path, content: bytes) -> None:
    if path.exists() and path.read_bytes() == content:
        return
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
