"""Encryption of what cases keep: evidence, members' words, and what measures changed."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from inflow.core.encryption import DecryptionFailed, Secret
from reflow import AppError

_PURPOSE = "moderation"
T = TypeVar("T")


class CaseCipher:
    """Encrypts with the deployment's secret, bound to the row that it is stored in.

    Args:
        secret: Not in the database, so that a copy of it shows nothing.
    """

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def seal(self, row: str, content: object) -> bytes:
        """Encrypt a value, as JSON.

        Args:
            row: The name and the id of the row that keeps it.
        """
        return self._secret.encrypt(_PURPOSE, row, msgspec.json.encode(content))

    def open(self, row: str, sealed: bytes, kind: type[T]) -> T:
        """Decrypt what :meth:`seal` returned.

        Raises:
            AppError: `unreadable`.
        """
        try:
            return msgspec.json.decode(self._secret.decrypt(_PURPOSE, row, bytes(sealed)), type=kind)
        except (DecryptionFailed, msgspec.DecodeError):
            raise AppError("unreadable", "This evidence was changed outside of this app and cannot be shown.") from None

    def seal_bytes(self, row: str, content: bytes) -> bytes:
        """Encrypt bytes."""
        return self._secret.encrypt(_PURPOSE, row, content)

    def open_bytes(self, row: str, sealed: bytes) -> bytes:
        """Decrypt what :meth:`seal_bytes` returned.

        Raises:
            DecryptionFailed: It was changed, or belongs to another row.
        """
        return self._secret.decrypt(_PURPOSE, row, bytes(sealed))
