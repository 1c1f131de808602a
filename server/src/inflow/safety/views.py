"""Members' choices in the form that they get themselves."""

from __future__ import annotations

import msgspec

from inflow.safety.rules import Commenters, Requesters


class SafetySettings(msgspec.Struct, rename="camel", kw_only=True):
    """The choices of the calling member."""

    commenters: Commenters
    requesters: Requesters
