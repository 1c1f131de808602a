"""Encryption of pushes for the subscribed browser, so that the push service cannot read them: RFC 8291 and RFC 8188."""

from __future__ import annotations

import secrets
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_RECORD: Final = 4096
_LAST: Final = b"\x02"


def require_point(p256dh: bytes) -> ec.EllipticCurvePublicKey:
    """Parse a browser's public key.

    Raises:
        ValueError: It is not a public key.
    """
    if len(p256dh) != 65:
        raise ValueError("An uncompressed point has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)


def encrypt_push(
    content: bytes,
    p256dh: bytes,
    auth: bytes,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a push: one ``aes128gcm`` record.

    Args:
        content: At most 3,993 bytes, the limit of push services.
        p256dh: The browser's public key, 65 bytes.
        auth: The browser's secret, 16 bytes.
        salt: 16 bytes, by default random; tests give it for a known result.
        own: The ephemeral key of this push, likewise.
    """
    salt = salt or secrets.token_bytes(16)
    own = own or ec.generate_private_key(ec.SECP256R1())
    public = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), require_point(p256dh))
    root = _derive(shared, auth, b"WebPush: info\0" + p256dh + public, 32)
    key = _derive(root, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(root, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes((len(public),)) + public
    return head + AESGCM(key).encrypt(nonce, content + _LAST, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
