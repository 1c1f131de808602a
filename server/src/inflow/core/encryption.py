"""The deployment's secret: one 32-byte key outside the database, and the keys derived from it.

A reader of the database (a backup, a leaked dump) must not obtain signing keys, codes or emails.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE = 12


class DecryptionFailed(Exception):
    """The ciphertext was changed, belongs to another row, or was encrypted with another key."""


class Secret:
    """Derives a separate key for each purpose, so that no key can be used for another purpose.

    Args:
        root: At least 32 secret bytes.
    """

    def __init__(self, root: bytes) -> None:
        if len(root) < 32:
            raise ValueError("A secret needs at least 32 bytes")
        self._root = root

    @classmethod
    def from_file(cls, path: Path) -> Secret:
        """Read the secret from this file; the first call creates it, readable by its owner only.

        Raises:
            PermissionError: Others may read the file.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _write_once(path, secrets.token_bytes(32))
        if path.stat().st_mode & 0o077:
            raise PermissionError(f"{path} can be read by others; run: chmod 600 '{path}'")
        return cls(path.read_bytes())

    def key(self, purpose: str) -> bytes:
        """The 32-byte key for a purpose."""
        return hmac.digest(self._root, purpose.encode(), hashlib.sha256)

    def mac(self, purpose: str, *parts: str) -> bytes:
        """An HMAC-SHA-256 of these texts: 32 bytes."""
        message = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
        return hmac.digest(self.key(purpose), message, hashlib.sha256)

    def encrypt(self, purpose: str, about: str, content: bytes) -> bytes:
        """Encrypt with AES-256-GCM; `about` (a row's id) is authenticated with it."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.key(purpose)).encrypt(nonce, content, about.encode())

    def decrypt(self, purpose: str, about: str, ciphertext: bytes) -> bytes:
        """Decrypt what :meth:`encrypt` returned.

        Raises:
            DecryptionFailed: See there.
        """
        try:
            return AESGCM(self.key(purpose)).decrypt(ciphertext[:_NONCE], ciphertext[_NONCE:], about.encode())
        except (InvalidTag, ValueError):
            raise DecryptionFailed(purpose) from None


def _write_once(path: Path, content: bytes) -> None:
    """Create the file atomically. If several processes do so at once, the first one's content stays."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
