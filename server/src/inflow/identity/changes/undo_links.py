"""The link that undoes a change of address. It names the change, with a MAC that only this deployment can make."""

from __future__ import annotations

import hmac

from inflow.core.encryption import Secret
from reflow import AppError

PURPOSE = "undo email change"
MAC_BYTES = 16


def new_token(secret: Secret, change_id: str) -> str:
    """The link's token, for an email to the former address."""
    return f"{change_id}.{_mac(secret, change_id)}"


def change_of(secret: Secret, token: str) -> str:
    """The id of the change that a token names.

    Raises:
        AppError: ``expired``, it is forged.
    """
    change_id, _, mac = token.partition(".")
    if not hmac.compare_digest(mac.encode(errors="replace"), _mac(secret, change_id).encode()):
        raise link_expired()
    return change_id


def link_expired() -> AppError:
    """The refusal of a link that counts no more."""
    return AppError("expired", "This link is no longer valid. Please contact us.")


def _mac(secret: Secret, change_id: str) -> str:
    return secret.mac(PURPOSE, change_id)[:MAC_BYTES].hex()
