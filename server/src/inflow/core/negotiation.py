"""What a request's headers say about the answer: whether the client has it already, and how it may be encoded."""

from __future__ import annotations

import re
from collections.abc import Collection

_ENTITY_TAG = re.compile(r'(?:W/)?("[^"]*")')
_WEIGHT = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)
_IDENTITY = "identity"


def has_entity(if_none_match: str, tag: str) -> bool:
    """Whether an `If-None-Match` names this strong entity tag, compared weakly as RFC 9110 asks."""
    return if_none_match.strip() == "*" or tag in _ENTITY_TAG.findall(if_none_match)


def content_coding(accept_encoding: str | None, available: Collection[str]) -> str | None:
    """The content coding to answer with, by RFC 9110.

    Args:
        accept_encoding: The header, or None where the request has none.
        available: The codings that the answer exists in, the preferred one first. "identity" stands for no coding.

    Returns:
        The acceptable coding with the highest weight; among equals the preferred one. None if none is acceptable.
    """
    if accept_encoding is None:
        return _IDENTITY if _IDENTITY in available else None
    weights = _weights(accept_encoding)
    # Other codings have to be named. To go without one is acceptable unless the client excludes it.
    weighted = [(weights.get(each, weights.get("*", float(each == _IDENTITY) / 1_000)), each) for each in available]
    best = max((weight for weight, _ in weighted), default=0.0)
    return next((each for weight, each in weighted if weight == best), None) if best > 0 else None


def _weights(header: str) -> dict[str, float]:
    """The weight of each coding that the header names. An element with a malformed weight is left out."""
    weights: dict[str, float] = {}
    for element in header.split(","):
        coding, *parameters = (part.strip() for part in element.split(";"))
        found = [_WEIGHT.fullmatch(each.replace(" ", "")) for each in parameters]
        if coding and all(found):
            weights[coding.lower().removeprefix("x-")] = min((float(each[1]) for each in found if each), default=1.0)
    return weights
