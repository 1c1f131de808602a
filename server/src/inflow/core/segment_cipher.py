"""Encrypts the segments of archives in the media store: they may contain messages, which are nowhere else in clear.

AES-256 in counter mode decrypts from any byte on, which ranges need, and adds no bytes. Each segment has a key of its
own, derived from the deployment's secret and the segment's name, so that no counter is used twice: a name contains
random text of the process that writes it, and is written once. It keeps words from readers of the store; it does not
notice changes by those who write there.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes

from inflow.core.encryption import Secret

_BLOCK: Final = 16
_PIECE: Final = 1024 * 1024


class SegmentCipher:
    """Encrypts and decrypts the segments of one kind of archives. In counter mode, both are the same.

    Args:
        purpose: The kind.
    """

    def __init__(self, secret: Secret, purpose: str) -> None:
        self._secret = secret
        self._purpose = purpose

    def stream(self, archive_id: str, name: str, start: int = 0) -> CipherContext:
        """Encrypts or decrypts the segment's bytes from ``start`` on, piece by piece."""
        key = self._secret.mac(self._purpose, archive_id, name)
        block, skipped = divmod(start, _BLOCK)
        stream = Cipher(algorithms.AES(key), modes.CTR(block.to_bytes(_BLOCK, "big"))).encryptor()
        stream.update(bytes(skipped))
        return stream

    def encrypt_file(self, archive_id: str, name: str, file: BinaryIO) -> None:
        """Encrypt a segment in place."""
        stream = self.stream(archive_id, name)
        file.seek(0)
        while piece := file.read(_PIECE):
            file.seek(-len(piece), 1)
            file.write(stream.update(piece))
        file.flush()

    def encrypt_path(self, archive_id: str, name: str, path: Path) -> None:
        """Encrypt a segment in a file of its own, in place."""
        with path.open("r+b") as file:
            self.encrypt_file(archive_id, name, file)
