"""Secrets of the deployment: one 32-byte key outside the database, and what is derived from it.

Whoever reads the database (a backup, a leaked dump) must not thereby hold signing keys, codes or mails.
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


class CannotOpen(Exception):
    """The sealed bytes were changed, belong elsewhere, or were sealed with another key."""


class Secret:
    """A deployment's secret. Every purpose gets a key of its own, so that none can be used for another.

    Args:
        root: At least 32 bytes that nobody else knows.
    """

    def __init__(self, root: bytes) -> None:
        if len(root) < 32:
            raise ValueError("A secret needs at least 32 bytes")
        self._root = root

    @classmethod
    def kept_in(cls, path: Path) -> Secret:
        """The secret in this file, which is made on first use, readable by its owner only.

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
        """What only a holder of the secret can say about these texts: 32 bytes."""
        framed = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
        return hmac.digest(self.key(purpose), framed, hashlib.sha256)

    def seal(self, purpose: str, about: str, content: bytes) -> bytes:
        """The content, encrypted and bound to what it is about (a row's id): AES-256-GCM."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.key(purpose)).encrypt(nonce, content, about.encode())

    def open(self, purpose: str, about: str, sealed: bytes) -> bytes:
        """The content again.

        Raises:
            CannotOpen: See there.
        """
        try:
            return AESGCM(self.key(purpose)).decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode())
        except (InvalidTag, ValueError):
            raise CannotOpen(purpose) from None


def _write_once(path: Path, content: bytes) -> None:
    """Create the file whole or not at all; of several processes doing so at once, the first one's content stays."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
