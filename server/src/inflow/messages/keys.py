"""Keys of the deployment, and keys of each conversation. All texts of messages are encrypted and decrypted here.

A conversation has keys of its own: the last one encrypts new messages, and each message contains the number of the key
that decrypts it. The database stores a conversation's keys together, encrypted ("wrapped") by one of the deployment's
keys. The deployment's keys are outside the database. So a dump, a backup or a leaked disk shows who wrote to whom and
when, and none of the text. An attacker who has taken over the server itself has the keys too.
"""

from __future__ import annotations

import base64
import os
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from inflow.core.encryption import DecryptionFailed
from inflow.core.ids import new_id

_NONCE: Final = 12
_KEY: Final = 32
_FORMAT: Final = 1
_MOST_OPENED: Final = 10_000  # conversations; about half a kilobyte each
MOST_KEYS: Final = 255
"""How many keys one conversation can have: a message stores the number of its key in one byte."""


class BadKeys(ValueError):
    """The deployment's keys cannot be read; the text says why."""


class MissingKey(LookupError):
    """A conversation was wrapped with a key that this deployment does not have."""


class Wrapped(NamedTuple):
    """A conversation's keys as the database stores them. The version is the number of the last key, and so the number
    of keys.
    """

    kek_id: str
    version: int
    wrapped: bytes


class ConversationKey:
    """A conversation's keys, decrypted, oldest first: the last one encrypts new messages, and all of them decrypt."""

    def __init__(self, conversation_id: str, keys: Sequence[bytes]) -> None:
        self._conversation_id = conversation_id
        self._ciphers = [AESGCM(key) for key in keys]

    def seal(self, message_id: str, seat: int, kind: str, text: str) -> bytes:
        """The text, encrypted and bound to its message, sender and type: format, key's version, nonce, ciphertext and
        tag.
        """
        nonce = secrets.token_bytes(_NONCE)
        about = self._about(message_id, seat, kind)
        head = bytes((_FORMAT, len(self._ciphers)))
        return head + nonce + self._ciphers[-1].encrypt(nonce, text.encode(), about)

    def open(self, message_id: str, seat: int, kind: str, sealed: bytes) -> str:
        """The decrypted text.

        Raises:
            DecryptionFailed: It was changed, or belongs to another message, sender or
                type.
        """
        head, nonce, rest = sealed[:2], sealed[2 : 2 + _NONCE], sealed[2 + _NONCE :]
        try:
            return self._cipher_of(head).decrypt(nonce, rest, self._about(message_id, seat, kind)).decode()
        except (InvalidTag, ValueError):
            raise DecryptionFailed(f"message {message_id}") from None

    def _cipher_of(self, head: bytes) -> AESGCM:
        if len(head) != 2 or head[0] != _FORMAT or not 1 <= head[1] <= len(self._ciphers):
            raise InvalidTag
        return self._ciphers[head[1] - 1]

    def _about(self, message_id: str, seat: int, kind: str) -> bytes:
        return f"{self._conversation_id}|{message_id}|{seat}|{kind}".encode()


class KeyRing:
    """The deployment's keys, oldest first. The last one wraps the keys of new conversations.

    Args:
        keys: Each 32 bytes, by its id.
        path: The file that contains them, if there is one: another process may add a key to it.

    Attributes:
        path: The same.
    """

    def __init__(self, keys: Mapping[str, bytes], path: Path | None = None) -> None:
        self._keys = dict(keys)
        self._opened: OrderedDict[str, tuple[Wrapped, ConversationKey]] = OrderedDict()
        self.path = path
        self._read_at = _changed_at(path)

    @classmethod
    def kept_in(cls, path: Path) -> KeyRing:
        """The keys in this file, which is created on first use, readable by its owner only.

        Raises:
            BadKeys: Its content is invalid.
            PermissionError: Other users may read the file.
        """
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(path, {new_id(): secrets.token_bytes(_KEY)}, only_if_new=True)
        if path.stat().st_mode & 0o077:
            raise PermissionError(f"{path} can be read by others; run: chmod 600 '{path}'")
        return cls(_parsed(path.read_text(encoding="ascii")), path)

    @classmethod
    def given(cls, text: str) -> KeyRing:
        """The keys in this text: the content of such a file, with commas instead of line ends.

        Raises:
            BadKeys: The text is invalid.
        """
        return cls(_parsed(text.replace(",", "\n")))

    @property
    def newest(self) -> str:
        """The id of the key that wraps new keys. Reads the file again if it has changed."""
        if _changed_at(self.path) != self._read_at:
            self._read_again()
        return list(self._keys)[-1]

    def knows(self, kek_id: str) -> bool:
        """Whether the ring has this key, also if another process has just added it to the file."""
        if kek_id not in self._keys:
            self._read_again()
        return kek_id in self._keys

    def add(self) -> str:
        """Create a new key, write it to the file, and wrap with it from now on; returns its id.

        Raises:
            BadKeys: The keys are not in a file.
        """
        if self.path is None:
            raise BadKeys("These keys are not in a file; add one to INFLOW_MESSAGE_KEYS by hand, at the end")
        self._read_again()
        made = new_id()
        _write(self.path, {**self._keys, made: secrets.token_bytes(_KEY)})
        self._read_again()
        return made

    def make(self, conversation_id: str) -> Wrapped:
        """Create a key for a new conversation; returns it wrapped."""
        return self._wrap(conversation_id, [secrets.token_bytes(_KEY)])

    def open(self, conversation_id: str, kept: Wrapped) -> ConversationKey:
        """The conversation's keys, unwrapped.

        Raises:
            MissingKey: The ring does not have the key that wrapped them.
            DecryptionFailed: They were changed, or wrapped with another key of the same id.
        """
        known = self._opened.get(conversation_id)
        if known is not None and known[0] == kept:
            self._opened.move_to_end(conversation_id)
            return known[1]
        key = ConversationKey(conversation_id, self._unwrap(conversation_id, kept))
        self._opened[conversation_id] = kept, key
        if len(self._opened) > _MOST_OPENED:
            self._opened.popitem(last=False)
        return key

    def wrapped_anew(self, conversation_id: str, kept: Wrapped) -> Wrapped:
        """The same keys, wrapped with the ring's newest key."""
        return self._wrap(conversation_id, self._unwrap(conversation_id, kept))

    def renewed(self, conversation_id: str, kept: Wrapped) -> Wrapped:
        """The same keys and a new one after them, if there is room, wrapped with the ring's newest key."""
        keys = self._unwrap(conversation_id, kept)
        more = [secrets.token_bytes(_KEY)] if len(keys) < MOST_KEYS else []
        return self._wrap(conversation_id, keys + more)

    def _wrap(self, conversation_id: str, keys: list[bytes]) -> Wrapped:
        kek_id, nonce, version = self.newest, secrets.token_bytes(_NONCE), len(keys)
        sealed = AESGCM(self._keys[kek_id]).encrypt(nonce, b"".join(keys), _about_key(conversation_id, version))
        return Wrapped(kek_id, version, nonce + sealed)

    def _unwrap(self, conversation_id: str, kept: Wrapped) -> list[bytes]:
        if not self.knows(kept.kek_id):
            raise MissingKey(kept.kek_id)
        nonce, sealed = kept.wrapped[:_NONCE], kept.wrapped[_NONCE:]
        try:
            keys = AESGCM(self._keys[kept.kek_id]).decrypt(nonce, sealed, _about_key(conversation_id, kept.version))
        except (InvalidTag, ValueError):
            raise DecryptionFailed(f"the keys of conversation {conversation_id}") from None
        return [keys[at : at + _KEY] for at in range(0, len(keys), _KEY)]

    def _read_again(self) -> None:
        if self.path is not None:
            self._read_at = _changed_at(self.path)
            self._opened.clear()  # what a removed key had opened must not stay open
            self._keys = _parsed(self.path.read_text(encoding="ascii"))


def _about_key(conversation_id: str, version: int) -> bytes:
    return f"{conversation_id}|{version}".encode()


def _changed_at(path: Path | None) -> int:
    return 0 if path is None else path.stat().st_mtime_ns


def _parsed(text: str) -> dict[str, bytes]:
    """The keys in lines of `id:base64`."""
    found: dict[str, bytes] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        kek_id, _, encoded = line.partition(":")
        try:
            key = base64.b64decode(encoded, validate=True)
        except ValueError:
            key = b""
        if not kek_id or len(key) != _KEY or kek_id in found:
            raise BadKeys("a line must be a new id, a colon and 32 bytes in base64")
        found[kek_id] = key
    if not found:
        raise BadKeys("there is no key in it")
    return found


def _write(path: Path, keys: Mapping[str, bytes], *, only_if_new: bool = False) -> None:
    """Write the file atomically. With `only_if_new`, the file of the first of several processes stays."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    lines = "".join(f"{kek_id}:{base64.b64encode(key).decode()}\n" for kek_id, key in keys.items())
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    if only_if_new:
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    else:
        draft.replace(path)
