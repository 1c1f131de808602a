"""The packages whose calls are published, and the codes of their refusals."""

from __future__ import annotations

from typing import Final

import inflow.comments
import inflow.drafts
import inflow.exports
import inflow.flow_requests
import inflow.grids
import inflow.imports
import inflow.messages
import inflow.moderation
import inflow.niches
import inflow.notifications
import inflow.policies
import inflow.posts
import inflow.profiles
import inflow.push
import inflow.reactions
import inflow.safety
import inflow.saves
import inflow.users
from reflow import Registry

ERROR_CODES: Final = {
    "acceptance_required": "The caller has to accept new terms or rules before they write; `kinds` says which.",
    "busy": "The server cannot do it now, nothing has happened, and a repeat may succeed.",
    "conflict": "It contradicts something that is there already, such as a username or an account.",
    "content_refused": "The content check refuses the photo.",
    "expired": "It was possible until a moment ago: a code, a sign-up, a chance to undo.",
    "forbidden": "The caller may know of it, and may not do it.",
    "invalid": "A value breaks a rule; `field` says which one.",
    "invalid_cursor": "The list must be read again from its beginning.",
    "nook_locked": "The nook was changed less than seven days ago.",
    "no_room": "A quota of storage is used up.",
    "not_found": "It does not exist, or must look so to this caller.",
    "rate_limited": "Too much in too short a time; `retryAfter` says how many seconds to wait.",
    "restricted": "A moderator restricted the caller, who may not write; `until` is when it ends.",
    "suspended": "The account is suspended; `appeal` opens the page that says why, `until` is when it ends.",
    "timed_out": "It took too long and was stopped.",
    "too_large": "A file or a request is too large.",
    "unauthenticated": "The caller is not logged in, or the credentials are wrong.",
    "unprocessable": "The file cannot be decoded.",
    "unreadable": "A stored message cannot be decrypted.",
    "unsupported": "This kind of file, or this function, is not offered.",
    "unverified": "The content check did not take place.",
}
"""When to use each code. Clients decide by the code; the message is for people."""

_REGISTRY: Final = Registry.of(
    inflow.comments,
    inflow.exports,
    inflow.drafts,
    inflow.flow_requests,
    inflow.grids,
    inflow.imports,
    inflow.messages,
    inflow.moderation,
    inflow.niches,
    inflow.notifications,
    inflow.policies,
    inflow.posts,
    inflow.profiles,
    inflow.push,
    inflow.reactions,
    inflow.safety,
    inflow.saves,
    inflow.users,
)


def registry() -> Registry:
    """The published functions: each that is decorated with `query`, `mutation` or `action` in one of the packages."""
    return _REGISTRY
