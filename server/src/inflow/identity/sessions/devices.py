"""Known devices: browsers in which an account was opened before, so that strangers who fail do not lock them out.

A device is known by a cookie. It opens nothing. Another password makes strangers of all devices: whoever knew the
former one may have opened the account in any of them. So does the same one, hashed anew with other parameters.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta

from inflow.identity.setup import Setup
from reflow.postgres.database import Row

TRUSTED_FOR = timedelta(days=90)


def new_token(setup: Setup, account_id: str, password_hash: str, now: datetime) -> str:
    """The cookie's value, for a browser whose user has just proved to be the owner."""
    nonce, issued = secrets.token_hex(16), str(int(now.timestamp()))
    return f"{nonce}.{issued}.{_mac(setup, account_id, password_hash, nonce, issued)}"


def recognise(setup: Setup, token: str | None, account: Row, now: datetime) -> str | None:
    """What tells this device from the account's others; None, it is a stranger."""
    nonce, issued, mac = (*(token or "").split("."), "", "", "")[:3]
    # An account that another issuer vouches for has no password, and no device was ever told anything about it.
    right = _mac(setup, account.id, account.password_hash or "", nonce, issued)
    if not hmac.compare_digest(mac.encode(errors="replace"), right.encode()):
        return None
    return nonce if now.timestamp() - int(issued) < TRUSTED_FOR.total_seconds() else None


def _mac(setup: Setup, account_id: str, password_hash: str, nonce: str, issued: str) -> str:
    return setup.secret.mac("trusted device", account_id, password_hash, nonce, issued).hex()
