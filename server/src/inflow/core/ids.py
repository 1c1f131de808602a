"""Ids: 26 characters of lower-case base32 over 128 random bits. They cannot be guessed and say nothing."""

from __future__ import annotations

import base64
import secrets


def new_id() -> str:
    """A new id."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
