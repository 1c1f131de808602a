"""All the calls of the product, and the words it refuses with."""

from __future__ import annotations

import inflow.comments.mutations
import inflow.comments.queries
import inflow.flow_requests.mutations
import inflow.flow_requests.queries
import inflow.grids.mutations
import inflow.grids.queries
import inflow.messages.actions
import inflow.messages.mutations
import inflow.messages.queries
import inflow.niches.mutations
import inflow.niches.queries
import inflow.notifications.mutations
import inflow.notifications.queries
import inflow.posts.mutations
import inflow.posts.queries
import inflow.profiles.mutations
import inflow.profiles.queries
import inflow.push.mutations
import inflow.push.queries
import inflow.reactions.mutations
import inflow.reactions.queries
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


def registry() -> Registry:
    """The published functions."""
    return Registry.of(
        inflow.comments.mutations,
        inflow.comments.queries,
        inflow.flow_requests.mutations,
        inflow.flow_requests.queries,
        inflow.grids.mutations,
        inflow.grids.queries,
        inflow.messages.actions,
        inflow.messages.mutations,
        inflow.messages.queries,
        inflow.niches.mutations,
        inflow.niches.queries,
        inflow.notifications.mutations,
        inflow.notifications.queries,
        inflow.posts.mutations,
        inflow.posts.queries,
        inflow.profiles.mutations,
        inflow.profiles.queries,
        inflow.push.mutations,
        inflow.push.queries,
        inflow.reactions.mutations,
        inflow.reactions.queries,
        inflow.users.mutations,
        inflow.users.queries,
    )
