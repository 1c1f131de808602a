"""The errors that a function may raise on purpose, and their form on the wire."""

from __future__ import annotations


class AppError(Exception):
    """A refusal that the caller is meant to read.

    It crosses the wire as ``errorData = {"code", "message", **data}``; every other exception is a bug and crosses as
    a fixed text with an incident id. Clients translate the message by its English text. A message with values in it
    brings them apart from it, as ``template`` and ``params``.

    Args:
        code: One of the product's published codes, lower_snake_case; clients decide by it.
        message: The words to show, complete sentences of the product.
        data: Further JSON-able facts, with ASCII keys.
    """

    def __init__(self, code: str, message: str, **data: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def server_busy() -> AppError:
    """A refusal of a call that took no effect and may be repeated."""
    return AppError("busy", "The server is busy. Please try again in a moment.")


def timed_out() -> AppError:
    """A refusal of a call that was stopped at its deadline."""
    return AppError("timed_out", "This took too long, and was stopped.")


class PlainError(Exception):
    """A mistake of the caller's that is reported as a text, without a code."""


class BadArguments(PlainError):
    """The arguments do not fit the function's signature; the text says where."""


class UnknownFunction(PlainError):
    """No public function has this path and kind."""


class AuthenticationFailed(Exception):
    """A token that must not be trusted: forged, expired, revoked, or from an unknown issuer."""
