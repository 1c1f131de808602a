"""The server's frames as text, built around values that are encoded once for all connections."""

from __future__ import annotations

import struct
from base64 import b64encode
from functools import lru_cache

import msgspec

from reflow.results import Failure, Outcome
from reflow.values import BadValue, encode
from reflow.wire.engine import Result

PING = '{"type":"Ping"}'
_LARGEST_TS = 2**63
_ENCODER = msgspec.json.Encoder()


@lru_cache(maxsize=64)
def timestamp(ts: int) -> str:
    """A `ts` in the clients' encoding: base64 of 8 bytes, little-endian, 12 characters.

    Raises:
        ValueError: Outside 0 … 2^63 - 1. Clients never consider two of them equal if the top bit is set.
    """
    if not 0 <= ts < _LARGEST_TS:
        raise ValueError(f"{ts} is not a timestamp")
    return b64encode(struct.pack("<Q", ts)).decode()


@lru_cache(maxsize=1024)
def version(query_set: int, identity: int, ts: int) -> str:
    """One version of a connection, as JSON."""
    return f'{{"querySet":{query_set:d},"identity":{identity:d},"ts":"{timestamp(ts)}"}}'


BEGINNING = version(0, 0, 0)


@lru_cache(maxsize=16)
def transition(start: str, end: str, modifications: tuple[str, ...], clock: str = "") -> str:
    """All changes between two versions. Cached for a moment: pages that show the same get the same text object.

    Args:
        clock: The result of :func:`clock`, or empty.
    """
    return (
        f'{{"type":"Transition","startVersion":{start},"endVersion":{end},'
        f'"modifications":[{",".join(modifications)}]{clock}}}'
    )


def clock(skew: int, now: int) -> str:
    """How far the client's clock is ahead, in milliseconds, and the time of sending, in nanoseconds."""
    return f',"clientClockSkew":{skew:d},"serverTs":{now:d}'


def query_result(query_id: int, result: Result) -> str:
    """A query's new answer. It has `logLines` because clients fail without it."""
    if result.error is None:
        return _query_value(query_id, result.value, result.journal)
    tail = f'"logLines":[],"journal":{_text(result.journal) if result.journal is not None else "null"}}}'
    message, refusal = _failure(result.error)
    return f'{{"type":"QueryFailed","queryId":{query_id:d},"errorMessage":{message},{refusal}{tail}'


@lru_cache(maxsize=32)
def _query_value(query_id: int, value: str | None, journal: str | None) -> str:
    """The frame of a value. Cached for a moment: a value goes to many sockets, often under the same number, and the
    hash of its text is computed once.
    """
    tail = f'"logLines":[],"journal":{_text(journal) if journal is not None else "null"}}}'
    return f'{{"type":"QueryUpdated","queryId":{query_id:d},"value":{value or "null"},{tail}'


def query_removed(query_id: int) -> str:
    """The frame after the end of a subscription."""
    return f'{{"type":"QueryRemoved","queryId":{query_id:d}}}'


def mutation_response(request_id: int, outcome: Outcome, ts: int) -> str:
    """The response to a mutation, whose effects are visible from `ts` on."""
    head = f'{{"type":"MutationResponse","requestId":{request_id:d},'
    if outcome.failure is not None:
        return head + _failed(outcome.failure)
    return f'{head}"success":true,"result":{outcome.value or "null"},"ts":"{timestamp(ts)}","logLines":[]}}'


def action_response(request_id: int, outcome: Outcome) -> str:
    """The response to an action."""
    head = f'{{"type":"ActionResponse","requestId":{request_id:d},'
    if outcome.failure is not None:
        return head + _failed(outcome.failure)
    return f'{head}"success":true,"result":{outcome.value or "null"},"logLines":[]}}'


def auth_error(message: str, base_version: int, *, attempted: bool) -> str:
    """The frame for a token that is not valid, or no longer. The connection must be closed after it.

    Args:
        attempted: Whether this answers an Authenticate, rather than ending an identity that was valid.
    """
    return (
        f'{{"type":"AuthError","error":{_text(message)},"baseVersion":{base_version:d},'
        f'"authUpdateAttempted":{"true" if attempted else "false"}}}'
    )


def http_outcome(outcome: Outcome) -> str:
    """The body of the answer to a call over HTTP."""
    if outcome.failure is None:
        return f'{{"status":"success","value":{outcome.value or "null"},"logLines":[]}}'
    message, refusal = _failure(outcome.failure)
    return f'{{"status":"error","errorMessage":{message},{refusal}"logLines":[]}}'


def _failed(failure: Failure) -> str:
    message, refusal = _failure(failure)
    return f'"success":false,"result":{message},{refusal}"logLines":[]}}'


def _failure(failure: Failure) -> tuple[str, str]:
    """The message, and `errorData` with its comma. Clients treat any error with it as deliberate, even if it is
    null.
    """
    if failure.data is None:
        return _text(failure.message), ""
    try:
        return _text(failure.message), f'"errorData":{encode(failure.data)},'
    except BadValue:
        return _text(failure.message), ""


def _text(words: str) -> str:
    return _ENCODER.encode(words.encode("utf-8", "replace").decode()).decode()
