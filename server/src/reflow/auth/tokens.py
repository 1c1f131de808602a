"""Verifies tokens of trusted issuers with the keys that the issuers publish.

An :class:`Issuer` is configuration: a name, an audience, the algorithms it may use and a way to fetch its keys. A
:class:`Verifier` holds several and turns a token into an :class:`Identity`, or refuses. Nothing in a token chooses how
the token is verified: algorithms are pinned per issuer, and keys come from the issuer's published set only (`jku`,
`x5u` and `jwk` headers are ignored).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

import msgspec

from reflow.extras import missing_extra

try:
    from joserfc import jws
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry, Key, RSAKey
    from joserfc.util import urlsafe_b64decode
except ModuleNotFoundError as error:
    raise missing_extra("auth", error) from error

from reflow.errors import AuthenticationFailed
from reflow.identity import Identity

MOST_TOKEN_BYTES = 8_192
MOST_HEADER_BYTES = 2_048
MOST_KEYS = 64
LEAST_RSA_BITS = 2_048
MOST_TEXT = 512
SKEW = 5.0
KEYS_FRESH_FOR = 600.0
KEYS_STALE_FOR = 86_400.0
REFETCH_AFTER = 60.0
ASYMMETRIC = frozenset("ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 Ed25519 EdDSA".split())

Jwks = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Issuer:
    """A trusted issuer of tokens.

    Attributes:
        issuer: Its name, equal to the tokens' `iss` to the letter.
        audience: The required audience of its tokens (`aud`).
        algorithms: The algorithms it may sign with; only asymmetric ones, because its keys are public.
        keys: Fetches its JSON Web Key Set, within its own limits of time and size; an exception counts as a failed
            fetch. Several verifiers with the same :class:`PublishedKeys` share each fetch.
        types: Accepted values of the `typ` header, in lower case; "" if the header may be missing.
        names_keys: Whether its tokens must name their key. If not, a token without a key's name is checked with the
            only signing key that the issuer publishes; if there are several, it is refused.
        needs_iat: Whether its tokens must have the time of issue (`iat`), as OpenID Connect requires. Other tokens may
            lack
            it: they are valid until `exp`.
    """

    issuer: str
    audience: str
    algorithms: tuple[str, ...]
    keys: Callable[[], Awaitable[Jwks]] | PublishedKeys
    types: frozenset[str] = frozenset({"jwt", "at+jwt"})
    names_keys: bool = True
    needs_iat: bool = False

    def __post_init__(self) -> None:
        if not self.algorithms or not ASYMMETRIC.issuperset(self.algorithms):
            raise ValueError(f"{self.issuer}: algorithms must be among {sorted(ASYMMETRIC)}")
        if not self.issuer or not self.audience:
            raise ValueError("An issuer needs a name and an audience")


class Verifier:
    """Verifies tokens of some issuers.

    Args:
        issuers: The trusted issuers; their names differ.
        clock: The time now, in seconds since the epoch.
    """

    def __init__(self, issuers: Iterable[Issuer], *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._known: dict[str, tuple[Issuer, PublishedKeys]] = {}
        for issuer in issuers:
            if issuer.issuer in self._known:
                raise ValueError(f"Two issuers are named {issuer.issuer}")
            keys = issuer.keys
            published = keys if isinstance(keys, PublishedKeys) else PublishedKeys(keys, clock)
            self._known[issuer.issuer] = issuer, published

    async def verify(self, token: str) -> Identity:
        """The identity in a valid token.

        Args:
            token: A JSON Web Token in compact form, at most 8 KiB.

        Raises:
            AuthenticationFailed: It is not a token, not by a known issuer, not meant for us, not valid at this time, or
                not signed by a key that the issuer publishes. The text contains nothing from the token.
        """
        header, claims = _read(token)
        issuer, published = self._issuer_of(claims)
        _check_header(header, issuer)
        key = await published.find(header.get("kid"), header["alg"])
        _check_signature(token, key, header["alg"])
        return _identity(claims, issuer, self._clock())

    def _issuer_of(self, claims: Mapping[str, Any]) -> tuple[Issuer, PublishedKeys]:
        name = claims.get("iss")
        known = self._known.get(name) if isinstance(name, str) else None
        if known is None:
            raise AuthenticationFailed("The token's issuer is not known here")
        return known


class PublishedKeys:
    """An issuer's keys, fetched when needed: fresh for ten minutes, used stale for a day while fetching fails.

    An unknown `kid` causes a fetch, but at most one a minute for all callers: otherwise attackers could make us flood
    the issuer with made-up names. So every attempt counts, failed ones too.

    Args:
        fetch: Fetches the JSON Web Key Set, within its own limits of time and size.
        clock: The time now, in seconds since the epoch.
    """

    def __init__(self, fetch: Callable[[], Awaitable[Jwks]], clock: Callable[[], float]) -> None:
        self._fetch = fetch
        self._clock = clock
        self._keys: dict[str, tuple[Key, str | None]] = {}
        self._fetched_at = float("-inf")
        self._tried_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def find(self, kid: str | None, algorithm: str) -> Key:
        """The key with this name, or the only key if the name is None; it must allow this algorithm.

        Raises:
            AuthenticationFailed: There is no such key.
        """
        if not self._has(kid) or self._age() > KEYS_FRESH_FOR:
            await self._refresh(kid)
        found = self._keys.get(self._name(kid)) if self._age() <= KEYS_STALE_FOR else None
        if found is None:
            raise AuthenticationFailed("The token's key is not known")
        key, only_for = found
        if only_for not in (None, algorithm):
            raise AuthenticationFailed("The token's key is for another algorithm")
        return key

    def _age(self) -> float:
        return self._clock() - self._fetched_at

    def _name(self, kid: str | None) -> str:
        """The name to look up; "", which no key has, if there is none."""
        return kid if kid is not None else next(iter(self._keys)) if len(self._keys) == 1 else ""

    def _has(self, kid: str | None) -> bool:
        return bool(self._keys) if kid is None else kid in self._keys

    async def _refresh(self, kid: str | None) -> None:
        async with self._fetching:
            if self._has(kid) and self._age() <= KEYS_FRESH_FOR:
                return
            now = self._clock()
            if now - self._tried_at < REFETCH_AFTER:
                return
            self._tried_at = now
            try:
                self._keys = _public_keys(await self._fetch())
            except Exception:  # noqa: BLE001 — the known keys stay valid for a day, whatever failed
                return
            self._fetched_at = now


def _public_keys(published: Jwks) -> dict[str, tuple[Key, str | None]]:
    """The signature keys of a set by `kid`, each with the only algorithm it is for, if the set says so."""
    keys: dict[str, tuple[Key, str | None]] = {}
    for jwk in list(published["keys"])[:MOST_KEYS]:
        usable = jwk.get("kty") in ("EC", "RSA", "OKP") and jwk.get("use", "sig") == "sig" and jwk.get("kid")
        if not usable:
            continue
        try:
            # Only the parts for verification: restrictions such as key_ops, and private parts published by mistake, are
            # left out.
            public = {name: jwk[name] for name in ("kty", "crv", "x", "y", "n", "e") if name in jwk}
            key = JWKRegistry.import_key(public)
            if not _is_weak(key):
                keys[str(jwk["kid"])] = key, jwk.get("alg")
        except (JoseError, ValueError, TypeError):
            continue  # one key of an unknown kind must not make the others unusable
    return keys


def _is_weak(key: Key) -> bool:
    """Whether the key is an RSA key too short to be safe. RFC 7518 requires 2,048 bits."""
    return isinstance(key, RSAKey) and key.raw_value.key_size < LEAST_RSA_BITS


def _read(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The token's header and claims, not verified yet."""
    if not isinstance(token, str) or len(token) > MOST_TOKEN_BYTES or not token.isascii():
        raise AuthenticationFailed("This is not a token")
    parts = token.split(".")
    if len(parts) != 3 or len(parts[0]) > MOST_HEADER_BYTES:
        raise AuthenticationFailed("This is not a token")
    try:
        header = msgspec.json.decode(urlsafe_b64decode(parts[0].encode()), type=dict[str, Any])
        claims = msgspec.json.decode(urlsafe_b64decode(parts[1].encode()), type=dict[str, Any])
    except (ValueError, RecursionError):  # msgspec's and base64's errors are ValueErrors
        raise AuthenticationFailed("This is not a token") from None
    return header, claims


def _check_header(header: Mapping[str, Any], issuer: Issuer) -> None:
    if header.get("alg") not in issuer.algorithms:
        raise AuthenticationFailed("The token's algorithm is not this issuer's")
    kind = header.get("typ", "")
    if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in issuer.types:
        raise AuthenticationFailed("The token is of another type")
    if "crit" in header or "b64" in header:
        raise AuthenticationFailed("The token demands an extension that is not supported")
    if ("kid" in header or issuer.names_keys) and not _is_text(header.get("kid")):
        raise AuthenticationFailed("The token does not name its key")


def _check_signature(token: str, key: Key, algorithm: str) -> None:
    registry = jws.JWSRegistry(algorithms=[algorithm], strict_check_header=False)
    registry.max_header_length = MOST_HEADER_BYTES
    try:
        jws.deserialize_compact(token, key, registry=registry)
    except (JoseError, ValueError, TypeError):
        raise AuthenticationFailed("The token's signature is not good") from None


def _identity(claims: dict[str, Any], issuer: Issuer, now: float) -> Identity:
    subject, session = claims.get("sub"), claims.get("sid")
    if not _is_text(subject):
        raise AuthenticationFailed("The token does not say who is calling")
    if session is not None and not _is_text(session):
        raise AuthenticationFailed("The token's session is malformed")
    _check_audience(claims.get("aud"), issuer.audience)
    expires_at = _check_times(claims, now, needs_iat=issuer.needs_iat)
    rest = {name: value for name, value in claims.items() if name not in ("iss", "sub", "sid", "exp")}
    return Identity(issuer.issuer, subject, session, expires_at, rest)


def _check_audience(audience: object, wanted: str) -> None:
    if audience != wanted and not (isinstance(audience, list) and wanted in audience):
        raise AuthenticationFailed("The token is meant for somebody else")


def _check_times(claims: Mapping[str, Any], now: float, *, needs_iat: bool) -> float:
    """The token's end, after a check that it has begun and not ended."""
    expires_at = _instant(claims.get("exp"))
    begins = [_instant(claims.get(name)) for name in ("iat", "nbf") if name in claims or (needs_iat and name == "iat")]
    if now >= expires_at + SKEW:
        raise AuthenticationFailed("The token has expired")
    if any(begin > now + SKEW for begin in begins):
        raise AuthenticationFailed("The token is not valid yet")
    return expires_at


def _instant(value: object) -> float:
    """Seconds since the epoch. The bound excludes infinities and dates beyond any calendar."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e11:
        raise AuthenticationFailed("The token lacks a time, or has one that is none")
    return float(value)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and 0 < len(value) <= MOST_TEXT
