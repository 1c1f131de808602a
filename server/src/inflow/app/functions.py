"""The packages whose calls are published, and the codes of their refusals."""

from __future__ import annotations

from typing import Final

import inflow.comments
import inflow.flow_requests
import inflow.grids
import inflow.messages
import inflow.niches
import inflow.notifications
import inflow.posts
import inflow.profiles
import inflow.push
import inflow.reactions
import inflow.users
from reflow import Registry

ERROR_CODES = (
    "busy",
    "conflict",
    "content_refused",
    "expired",
    "forbidden",
    "invalid",
    "invalid_cursor",
    "nook_locked",
    "no_room",
    "not_found",
    "rate_limited",
    "timed_out",
    "too_large",
    "unauthenticated",
    "unprocessable",
    "unreadable",
    "unsupported",
    "unverified",
)

_REGISTRY: Final = Registry.of(
    inflow.comments,
    inflow.flow_requests,
    inflow.grids,
    inflow.messages,
    inflow.niches,
    inflow.notifications,
    inflow.posts,
    inflow.profiles,
    inflow.push,
    inflow.reactions,
    inflow.users,
)


def registry() -> Registry:
    """The published functions: each that is decorated with `query`, `mutation` or `action` in one of the packages."""
    return _REGISTRY
