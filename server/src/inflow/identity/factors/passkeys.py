"""Passkeys: public keys of members' devices, checked as WebAuthn Level 3 requires.

The device must check its owner (*user verification*), so that a passkey is two steps in one. Attestation is not asked
for: which maker's device it is changes nothing here, and would tell devices apart.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
import webauthn
from sqlalchemy import bindparam
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from inflow.identity.tables import UNWATCHED, passkeys
from reflow import AppError, Connection, Row, statement

TIMEOUT_MS = 300_000
ID = re.compile(r"[A-Za-z0-9_-]{1,1400}")
"""A credential's id as base64url; the longest has 1,023 bytes."""

ADD_PASSKEY = statement(
    sa.insert(passkeys).values(
        id=bindparam("id"),
        account_id=bindparam("account_id"),
        public_key=bindparam("public_key"),
        sign_count=bindparam("sign_count"),
        transports=bindparam("transports"),
        name=bindparam("name"),
        created_at=bindparam("created_at"),
    )
)
PASSKEY_BY_ID = statement(sa.select(passkeys).where(passkeys.c.id == bindparam("id")), whole_table=UNWATCHED)
PASSKEYS_OF_ACCOUNT = statement(
    sa.select(passkeys)
    .where(passkeys.c.account_id == bindparam("account_id"))
    .order_by(passkeys.c.created_at, passkeys.c.id),
    whole_table=UNWATCHED,
)
# The count only grows, so of two requests with one signature of a counting authenticator one succeeds.
RECORD_USE = statement(
    sa.update(passkeys)
    .where(
        passkeys.c.id == bindparam("b_id"),
        sa.or_(passkeys.c.sign_count < bindparam("b_count"), passkeys.c.sign_count == 0),
    )
    .values(sign_count=bindparam("b_count"), last_used_at=bindparam("b_now"))
    .returning(passkeys.c.id)
)
RENAME_PASSKEY = statement(
    sa.update(passkeys)
    .where(passkeys.c.id == bindparam("b_id"), passkeys.c.account_id == bindparam("b_account_id"))
    .values(name=bindparam("b_name"))
    .returning(passkeys.c.id)
)
REMOVE_PASSKEY = statement(
    sa.delete(passkeys)
    .where(passkeys.c.id == bindparam("id"), passkeys.c.account_id == bindparam("account_id"))
    .returning(passkeys.c.id)
)

REMOVE_PASSKEYS = statement(sa.delete(passkeys).where(passkeys.c.account_id == bindparam("account_id")))


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that a browser has just made."""

    id: str
    public_key: bytes
    sign_count: int
    transports: list[str]


class RelyingParty:
    """This deployment, as authenticators know it.

    Args:
        public_url: The app's URL for browsers. Its host is the *relying party id*: passkeys work there only.
        product: The name that a device shows.
    """

    def __init__(self, public_url: str, product: str) -> None:
        parts = urlsplit(public_url)
        self._origin = f"{parts.scheme}://{parts.netloc}".lower()
        self._id = parts.hostname or ""
        self._name = product

    @property
    def has_passkeys(self) -> bool:
        """Whether browsers allow passkeys here: an IP address is no domain."""
        return not (self._id.replace(".", "").isdecimal() or ":" in self._id)

    def options_to_add(self, account_id: str, username: str, existing: list[Row], challenge: bytes) -> Any:
        """The argument of the browser's ``navigator.credentials.create``, as JSON."""
        options = webauthn.generate_registration_options(
            rp_id=self._id,
            rp_name=self._name,
            user_id=account_id.encode(),
            user_name=username,
            challenge=challenge,
            timeout=TIMEOUT_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[_descriptor(each) for each in existing],
        )
        return json.loads(webauthn.options_to_json(options))

    def options_to_prove(self, existing: list[Row], challenge: bytes) -> Any:
        """The argument of the browser's ``navigator.credentials.get``, as JSON. Without passkeys, any will do."""
        options = webauthn.generate_authentication_options(
            rp_id=self._id,
            challenge=challenge,
            timeout=TIMEOUT_MS,
            allow_credentials=[_descriptor(each) for each in existing],
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return json.loads(webauthn.options_to_json(options))

    def check_new(self, answer: dict[str, Any], challenge: bytes, *, require_owner: bool = True) -> NewPasskey:
        """Check the browser's answer to :meth:`options_to_add`.

        Args:
            answer: The credential, as JSON.
            challenge: Of the ceremony.
            require_owner: Whether the device must have checked its owner. Only vectors of the standard do without.

        Raises:
            AppError: ``invalid``.
        """
        try:
            verified = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self._id,
                expected_origin=self._origin,
                require_user_verification=require_owner,
            )
            given = answer.get("response", {}).get("transports") or []
            transports = [each.value for each in AuthenticatorTransport if each.value in given]
        except Exception as error:
            # The parser of a foreign library reads bytes of strangers: whatever it meets there refuses the passkey.
            raise refused() from error
        id_ = bytes_to_base64url(verified.credential_id)
        if id_ != answer.get("id"):
            raise refused()
        return NewPasskey(id_, verified.credential_public_key, verified.sign_count, transports)

    def check(self, answer: dict[str, Any], passkey: Row, challenge: bytes, *, require_owner: bool = True) -> int:
        """Check the browser's answer to :meth:`options_to_prove`. Returns the passkey's new count of signatures.

        Raises:
            AppError: ``invalid``; also if the count has not grown, because then a copy of the key may exist.
        """
        try:
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self._id,
                expected_origin=self._origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=require_owner,
            )
        except Exception as error:
            # As above.
            raise refused() from error
        return verified.new_sign_count


async def find_passkey(connection: Connection, answer: dict[str, Any], account_id: str | None) -> Row:
    """The passkey that an answer names: one of this account, if it is given, and else of the account that it names.

    Raises:
        AppError: ``invalid``, no such passkey.
    """
    id_, response = answer.get("id"), answer.get("response")
    row = None
    if isinstance(id_, str) and ID.fullmatch(id_):
        row = await connection.row(PASSKEY_BY_ID, {"id": id_})
    handle = response.get("userHandle") if isinstance(response, dict) else None
    if row is None or (account_id is not None and row.account_id != account_id):
        raise unknown()
    if handle is None and account_id is not None:
        return row
    if not isinstance(handle, str) or _text(handle) != row.account_id:
        raise unknown()
    return row


async def passkeys_of(connection: Connection, account_id: str) -> list[Row]:
    """The account's passkeys, the oldest first."""
    return await connection.rows(PASSKEYS_OF_ACCOUNT, {"account_id": account_id})


async def record_use(connection: Connection, passkey: Row, count: int, now: datetime) -> None:
    """Record that a passkey signed.

    Raises:
        AppError: ``invalid``, another request used a later signature, or the member has removed the passkey.
    """
    if await connection.row(RECORD_USE, {"b_id": passkey.id, "b_count": count, "b_now": now}) is None:
        raise refused()


def refused() -> AppError:
    """The refusal of a passkey whose answer does not check."""
    return AppError("invalid", "This passkey couldn't be confirmed. Please try again.", field="passkey")


def unknown() -> AppError:
    """The refusal of a passkey that no account here has."""
    return AppError("invalid", "This passkey isn't known here. It may have been removed.", field="passkey")


def _descriptor(passkey: Row) -> PublicKeyCredentialDescriptor:
    transports = [AuthenticatorTransport(each) for each in passkey.transports]
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id), transports=transports or None)


def _text(base64url: str) -> str | None:
    try:
        return base64url_to_bytes(base64url).decode()
    except ValueError:
        return None
