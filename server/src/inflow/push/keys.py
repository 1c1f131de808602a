"""The deployment's own key: push services know by it that a push comes from whom the browser subscribed to (RFC 8292).

It is made from the deployment's secret, so there is no further file to keep, to copy between machines or to lose.
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
_VOUCHED_FOR: Final = timedelta(hours=12)


class PushKeys:
    """Signs pushes.

    Args:
        secret: The deployment's.
        contact: Whom a push service may write to about our pushes: a ``mailto:`` or ``https:`` address.
    """

    def __init__(self, secret: Secret, contact: str) -> None:
        # Twice as many bits as the group has, so that no key is likelier than another.
        drawn = int.from_bytes(secret.key("push, first half") + secret.key("push, second half"), "big")
        private = ec.derive_private_key(drawn % (_ORDER - 1) + 1, ec.SECP256R1())
        self._key = ECKey.import_key(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        self._contact = contact
        self.public = encoded(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, endpoint: str, now: datetime) -> str:
        """The ``Authorization`` of a push to this endpoint."""
        parts = urlsplit(endpoint)
        until = int((now + _VOUCHED_FOR).timestamp())
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": self._contact}
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key, algorithms=["ES256"])
        return f"vapid t={token}, k={self.public}"


def encoded(content: bytes) -> str:
    """URL-safe base64 without padding, as everything in Web Push."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes again.

    Raises:
        ValueError: It is no base64.
    """
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
