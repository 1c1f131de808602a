"""Encrypts the segments of archives in the media store: they contain messages, which are nowhere else in clear.

AES-256 in counter mode decrypts from any byte on, which a resumed download needs, and adds no bytes. Each segment has a
key of its own, derived from the deployment's secret and the segment's name, so that no counter is used twice: a name
contains the random claim of the job that writes it, and a job writes each number once. It keeps words from readers of
the store; it does not notice changes by those who write there.
"""

from __future__ import annotations

from typing import BinaryIO, Final

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes

from inflow.core.encryption import Secret

_BLOCK: Final = 16
_PIECE: Final = 1024 * 1024


def encrypt_file(secret: Secret, export_id: str, name: str, file: BinaryIO) -> None:
    """Encrypt a segment in place."""
    stream = _stream(secret, export_id, name, 0)
    file.seek(0)
    while piece := file.read(_PIECE):
        file.seek(-len(piece), 1)
        file.write(stream.update(piece))
    file.flush()


def decryption(secret: Secret, export_id: str, name: str, start: int) -> CipherContext:
    """Decrypts the segment's bytes from ``start`` on, piece by piece."""
    return _stream(secret, export_id, name, start)


def _stream(secret: Secret, export_id: str, name: str, start: int) -> CipherContext:
    key = secret.mac("segments of archives", export_id, name)
    block, skipped = divmod(start, _BLOCK)
    # In counter mode, both directions are the same.
    stream = Cipher(algorithms.AES(key), modes.CTR(block.to_bytes(_BLOCK, "big"))).encryptor()
    stream.update(bytes(skipped))
    return stream
