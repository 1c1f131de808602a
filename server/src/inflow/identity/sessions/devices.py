"""Known devices: browsers from which the owner signed in before. Failures of strangers do not lock them out.

A cookie identifies a device; alone it gives no access. A new password makes all devices unknown, because an attacker
with the former one may have used any of them. So does a rehash of the same password.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta

from inflow.identity.setup import Setup
from reflow import Row

TRUSTED_FOR = timedelta(days=90)


def new_token(setup: Setup, account_id: str, password_hash: str, now: datetime) -> str:
    """The cookie's value, for a browser whose user has just authenticated."""
    nonce, issued = secrets.token_hex(16), str(int(now.timestamp()))
    return f"{nonce}.{issued}.{_mac(setup, account_id, password_hash, nonce, issued)}"


def id_of(token: str) -> str:
    """The device's id in a new cookie's value."""
    return token.partition(".")[0]


def recognise(setup: Setup, token: str | None, account: Row, now: datetime) -> str | None:
    """The device's id among those of the account; None if the account does not know it."""
    nonce, issued, mac = (*(token or "").split("."), "", "", "")[:3]
    # An account of another issuer has no password, and its devices get no such cookie.
    right = _mac(setup, account.id, account.password_hash or "", nonce, issued)
    if not hmac.compare_digest(mac.encode(errors="replace"), right.encode()):
        return None
    return nonce if now.timestamp() - int(issued) < TRUSTED_FOR.total_seconds() else None


def _mac(setup: Setup, account_id: str, password_hash: str, nonce: str, issued: str) -> str:
    return setup.secret.mac("trusted device", account_id, password_hash, nonce, issued).hex()
