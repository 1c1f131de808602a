"""All the calls of the product, and the words it refuses with."""

from __future__ import annotations

import inflow.posts.mutations
import inflow.posts.queries
import inflow.profiles.queries
import inflow.users.mutations
import inflow.users.queries
from reflow.functions import Registry

ERROR_CODES = (
    "busy",
    "conflict",
    "content_refused",
    "expired",
    "forbidden",
    "invalid",
    "invalid_cursor",
    "nook_locked",
    "not_found",
    "rate_limited",
    "too_large",
    "unauthenticated",
    "unprocessable",
    "unsupported",
    "unverified",
)


def registry() -> Registry:
    """The published functions."""
    return Registry.of(
        inflow.posts.mutations,
        inflow.posts.queries,
        inflow.profiles.queries,
        inflow.users.mutations,
        inflow.users.queries,
    )
