"""The OpenID Connect providers of a deployment, as its operator configures them."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from inflow.oidc.rules import ClaimNames
from reflow.auth.jwks import Unusable, require_safe
from reflow.auth.tokens import ASYMMETRIC


class Provider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a provider.

    Attributes:
        issuer: Exactly the `iss` of its tokens; its discovery document is below this URL.
        client_id: Its id of this deployment.
        client_secret: Authenticates this deployment; empty for a public client, which PKCE alone protects.
        audience: The `aud` of tokens that native clients bring to the realtime connection; the client id if empty.
        algorithms: The accepted signature algorithms, whatever a token says.
        label: The text of the button; the issuer's host if empty.
        scopes: The requested scopes.
        claims: See there.
    """

    issuer: str
    client_id: str
    client_secret: str = ""
    audience: str = ""
    algorithms: tuple[str, ...] = ("RS256",)
    label: str = ""
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    claims: ClaimNames = ClaimNames()

    def __repr__(self) -> str:
        return f"Provider({self.issuer!r})"  # the secret must not get into a log

    @property
    def button_label(self) -> str:
        """The text of its button."""
        return self.label or str(urlsplit(self.issuer).hostname)


def parse_providers(setting: str) -> tuple[Provider, ...]:
    """The providers that a setting describes: JSON, or the path of a file with JSON.

    Raises:
        ValueError: It cannot be read, or describes something unsafe. The text repeats no secret.
    """
    if not setting.strip():
        return ()
    text = setting if setting.lstrip().startswith("[") else _read(Path(setting).expanduser())
    try:
        providers = msgspec.json.decode(text, type=tuple[Provider, ...])
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None  # msgspec names field and type, never the value
    for provider in providers:
        _check(provider)
    if len({provider.issuer for provider in providers}) < len(providers):
        raise ValueError("an issuer is there twice")
    return providers


def account_id_of(issuer: str, subject: str) -> str:
    """The id, on the wire `clerkId`, of the account that an issuer's subject has here.

    A digest, because all members can see it and a subject may be the person's name or number elsewhere. The digest
    includes lengths, so no two pairs collide; and it is twice as long as the embedded issuer's ids, so it cannot
    equal one of those.
    """
    parts = [part.encode() for part in (issuer, subject)]
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return base64.b32encode(hashlib.sha256(framed).digest()).decode().rstrip("=").lower()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} cannot be read: {type(error).__name__}") from None


def _check(provider: Provider) -> None:
    try:
        require_safe(provider.issuer)
    except Unusable as unusable:
        raise ValueError(str(unusable)) from None
    if "?" in provider.issuer or not provider.client_id:
        raise ValueError(f"{provider.issuer}: an issuer has no query, and knows us by a client_id")
    if not provider.algorithms or not ASYMMETRIC.issuperset(provider.algorithms):
        raise ValueError(f"{provider.issuer}: algorithms must be among {', '.join(sorted(ASYMMETRIC))}")
    if "openid" not in provider.scopes:
        raise ValueError(f"{provider.issuer}: without the scope openid nobody says who signed in")
