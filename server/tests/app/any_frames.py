"""Frames of any kind for a page's socket: messages of the protocol with changes, text of every kind, and bytes that are
no frame at all.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any, Final

from tests.app.any_arguments import NUMBERS, SPECIAL, STRANGE
from tests.reflow.wire.peer import u64

Message = dict[str, Any]

# A longer value is repeated only twice: repetitions of repetitions would fill the memory.
_SHORT = 100  # characters
_HALF = ("\ud83d", "a\udc00b", "\0")
_OPCODES: Final = {
    "continuation": 0,
    "text": 1,
    "binary": 2,
    "reserved": 3,
    "close": 8,
    "ping": 9,
    "pong": 10,
    "more": 15,
}


class Frames:
    """A source of frames, the same for the same seed.

    Args:
        own: Calls that the sender may make, as paths with their arguments.
        token: A token of the sender's.
    """

    def __init__(self, seed: int, own: dict[str, dict[str, Any]], token: str) -> None:
        self._chance = random.Random(seed)
        self._own = own
        self._token = token
        self._messages: tuple[Callable[[], Message], ...] = (
            *(self._connect, self._authenticate, self._modify, self._modify, self._call, self._call, self._call),
            lambda: {"type": "Event", "eventType": "ClientConnect", "event": {}},
        )

    def frame(self) -> str | bytes:
        """A frame's payload."""
        chance = self._chance.random()
        if chance < 0.03:
            return self._chance.randbytes(self._chance.randrange(200))
        if chance < 0.08:
            return self._nonsense()
        message = self._chance.choice(self._messages)()
        for _ in range(self._chance.choice((0, 1, 1, 1, 2, 4))):
            message = self._changed(message)
        text = json.dumps(message, ensure_ascii=self._chance.random() < 0.9).encode("utf-8", "replace").decode()
        return self._spoiled(text) if chance > 0.85 else text

    def wire(self) -> bytes:
        """Bytes as no WebSocket client writes them."""
        payload = self._chance.randbytes(self._chance.randrange(120))
        pieces = [_framed(0, self._chance.choice((0, 1, 2)), payload) for _ in range(self._chance.randrange(1, 40))]
        ends = (b"\x00", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff")
        unused = self._chance.choice((0x40, 0x20, 0x10, 0x70))
        return self._chance.choice(
            (
                self._chance.randbytes(self._chance.randrange(1, 400)),
                bytes([0x81, len(payload)]) + payload,  # not masked, though a client's must be
                _framed(unused | 0x80, self._opcode(), payload),  # bits that only extensions use
                _framed(0x80, _OPCODES["text"], b'{"type":"Event","eventType":"' + payload + b'\xff\xc0"}'),
                bytes([0x81, 0x80 | 127]) + self._chance.randbytes(8) + bytes(4),  # announced, and nothing comes
                _framed(self._chance.choice((0, 0x80)), self._chance.choice((8, 9, 10)), payload * 3),
                b"".join(pieces),
                _framed(0x80, _OPCODES["close"], self._chance.choice(ends)),
            )
        )

    def _opcode(self) -> int:
        return self._chance.choice(tuple(_OPCODES.values()))

    def _connect(self) -> Message:
        known = {"sessionId": "a-session", "connectionCount": 1, "lastCloseReason": "InitialConnect", "clientTs": 0}
        return {"type": "Connect", **known, "maxObservedTimestamp": u64(1)}

    def _authenticate(self) -> Message:
        head, body, end = self._token.split(".")
        tokens = (self._token, f"{head}.{body}.", f"{head}.{body}.{end[::-1]}", f".{body}.{end}", "..", "a.b.c", "")
        kind = self._chance.choice(("User", "User", "None", "Admin", "user"))
        base = self._chance.choice((0, 1, 2))
        return {"type": "Authenticate", "tokenType": kind, "baseVersion": base, "value": self._chance.choice(tokens)}

    def _modify(self) -> Message:
        base = self._chance.randrange(4)
        changes = [self._modification() for _ in range(self._chance.choice((0, 1, 1, 2, 3)))]
        return {"type": "ModifyQuerySet", "baseVersion": base, "newVersion": base + 1, "modifications": changes}

    def _modification(self) -> Message:
        number = self._chance.choice((0, 1, 2, 2**31, 2**52))
        if self._chance.random() < 0.3:
            return {"type": "Remove", "queryId": number}
        path, given = self._chance.choice(list(self._own.items()))
        return {"type": "Add", "queryId": number, "udfPath": path, "args": [given], "journal": None}

    def _call(self) -> Message:
        path, given = self._chance.choice(list(self._own.items()))
        kind = self._chance.choice(("Mutation", "Mutation", "Action"))
        return {"type": kind, "requestId": self._chance.randrange(10**6), "udfPath": path, "args": [given]}

    def _changed(self, message: Any) -> Any:
        """The message with one change somewhere in it."""
        if not isinstance(message, (dict, list)) or not message or self._chance.random() < 0.15:
            return self._value()
        if isinstance(message, list):
            at = self._chance.randrange(len(message))
            return [*message[:at], self._changed(message[at]), *message[at + 1 :]]
        name = self._chance.choice(list(message))
        match self._chance.randrange(8):
            case 0:
                return {each: value for each, value in message.items() if each != name}
            case 1:
                return {**message, self._chance.choice(STRANGE): self._value()}
            case 2:
                many = 3_000 if len(repr(message[name])) < _SHORT else 2
                return {**message, name: [message[name]] * self._chance.choice((2, many))}
            case _:
                return {**message, name: self._changed(message[name])}

    def _value(self) -> Any:
        strange = (*STRANGE, *_HALF, *NUMBERS, *SPECIAL, None, True, 0.5, -0.0, 10**400, u64(2**63), "AAAA")
        return self._chance.choice(strange)

    def _spoiled(self, text: str) -> str:
        """The text cut, doubled or with other characters in it."""
        at = self._chance.randrange(len(text) + 1)
        return self._chance.choice(
            (
                *(
                    text[:at],
                    text[at:],
                    text + text,
                    f"{text[:at]}\0{text[at:]}",
                    f"\ufeff{text}",
                    text.replace('"', "'"),
                ),
                *(text.replace(":", ":" + "[" * 10_000, 1), text.replace("{", '{"type":"Mutation",', 1), f"[{text}]"),
                *(text.replace("0", "1e999"), text.replace("0", "9" * 5_000), text.replace("0", "NaN")),
            )
        )

    def _nonsense(self) -> str:
        return self._chance.choice(
            (
                *(
                    "",
                    " ",
                    "null",
                    "[]",
                    "{}",
                    "0",
                    '""',
                    "}",
                    "\ufffd",
                    "[" * 20_000,
                    '{"type":' * 5_000,
                    "9" * 10_000,
                ),
                *('{"type":null}', '{"type":{}}', '{"type":"Nothing"}', '{"type":"connect"}', '{"type":"Connect"}'),
                f'{{"type":"Event","event":"{"x" * 200_000}"}}',
            )
        )


def _framed(first: int, opcode: int, payload: bytes) -> bytes:
    """A frame with this first byte, masked as a client's must be."""
    mask = os.urandom(4)
    length = (
        bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126, *len(payload).to_bytes(2, "big")])
    )
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return bytes([first | opcode]) + length + mask + masked
