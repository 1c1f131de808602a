"""The deployment's VAPID key (RFC 8292): with it, push services verify that a push comes from the subscribed server.

It is derived from the deployment's secret, so operators have no second file to keep.
"""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from joserfc import jwt
from joserfc.jwk import ECKey

from inflow.core.encryption import Secret

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_TOKEN_LIFETIME: Final = timedelta(hours=12)


class VapidKeys:
    """Signs pushes.

    Args:
        secret: The deployment's secret.
        contact: A ``mailto:`` or ``https:`` URL at which push services can reach the operator.
    """

    def __init__(self, secret: Secret, contact: str) -> None:
        # Twice as many bits as the order of the group, so that all keys are equally likely.
        drawn = int.from_bytes(secret.key("push, first half") + secret.key("push, second half"), "big")
        private = ec.derive_private_key(drawn % (_ORDER - 1) + 1, ec.SECP256R1())
        self._key = ECKey.import_key(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        self._contact = contact
        self.public = base64url_encode(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, endpoint: str, now: datetime) -> str:
        """The ``Authorization`` header of a push to this endpoint."""
        parts = urlsplit(endpoint)
        until = int((now + _TOKEN_LIFETIME).timestamp())
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": self._contact}
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key, algorithms=["ES256"])
        return f"vapid t={token}, k={self.public}"


def base64url_encode(content: bytes) -> str:
    """URL-safe base64 without padding, as in all of Web Push."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def base64url_decode(text: str) -> bytes:
    """Decode URL-safe base64, with or without padding.

    Raises:
        ValueError: The text is not base64.
    """
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
