"""The client of one provider: the authorization URL, and the exchange of a code for an identity."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import structlog

from inflow.oidc.providers import Provider
from reflow.auth.jwks import Published, Unusable, ask
from reflow.auth.tokens import Issuer, PublishedKeys, Verifier
from reflow.errors import AuthenticationFailed

log = structlog.get_logger(__name__)

ID_TOKEN_TYPES = frozenset({"jwt", ""})


class IdentityNotProved(Exception):
    """The provider responded, but did not prove the identity; the text is for the log."""


@dataclass(frozen=True, slots=True)
class ProviderIdentity:
    """An identity that the provider proved.

    Attributes:
        subject: The `sub` claim.
        claims: All claims, from the verified ID token and from the userinfo endpoint.
    """

    subject: str
    claims: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RequestSecrets:
    """The nonce that the ID token must repeat, and the PKCE verifier without which the code is worthless."""

    nonce: str
    verifier: str

    @property
    def challenge(self) -> str:
        """The verifier's digest for the authorization URL (PKCE, S256)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).decode().rstrip("=")


class ProviderClient:
    """Makes requests to one provider, with the limits of :mod:`reflow.auth.jwks`.

    Args:
        provider: The provider's settings.
        client: Makes the requests.
        redirect_uri: The URL of our callback.
        clock: The time now, in seconds since the epoch.
    """

    def __init__(
        self, provider: Provider, client: httpx.AsyncClient, *, redirect_uri: str, clock: Callable[[], float]
    ) -> None:
        self.provider = provider
        self._client = client
        self._redirect_uri = redirect_uri
        self._published = Published(provider.issuer, client, clock=clock)
        self._keys = PublishedKeys(self._published.keys, clock)
        # An ID token from the provider's own endpoint need not name its type, nor the only key that the provider has.
        id_tokens = Issuer(
            provider.issuer,
            provider.client_id,
            provider.algorithms,
            self._keys,
            ID_TOKEN_TYPES,
            names_keys=False,
            needs_iat=True,
        )
        self._verifier = Verifier([id_tokens], clock=clock)

    def as_issuer(self) -> Issuer:
        """The provider as an issuer of access tokens, for native clients of the realtime connection."""
        audience = self.provider.audience or self.provider.client_id
        return Issuer(self.provider.issuer, audience, self.provider.algorithms, self._keys)

    async def authorization_url(self, state: str, secrets: RequestSecrets) -> str:
        """The URL of the provider to redirect the browser to.

        Raises:
            Unusable: The discovery document cannot be read.
        """
        endpoint = await self._published.endpoint("authorization_endpoint")
        query = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": self._redirect_uri,
            "scope": " ".join(self.provider.scopes),
            "state": state,
            "nonce": secrets.nonce,
            "code_challenge": secrets.challenge,
            "code_challenge_method": "S256",
        }
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}"

    async def require_own_response(self, named: str | None) -> None:
        """Prove that the response is this provider's, if it names itself in responses (RFC 9207).

        Raises:
            IdentityNotProved: Another issuer responded.
            Unusable: The discovery document cannot be read.
        """
        document = await self._published.document()
        demanded = document.get("authorization_response_iss_parameter_supported") is True
        if (named is not None or demanded) and named != self.provider.issuer:
            raise IdentityNotProved("another issuer answered")

    async def fetch_identity(self, code: str, secrets: RequestSecrets) -> ProviderIdentity:
        """Exchange the code for the identity.

        Raises:
            IdentityNotProved: The code or the ID token is invalid.
            Unusable: The provider does not answer.
        """
        answer = await self._exchange_code(code, secrets)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise IdentityNotProved("there is no ID token")
        try:
            identity = await self._verifier.verify(token)
        except AuthenticationFailed as failed:
            raise IdentityNotProved(str(failed)) from None
        _check_nonce_and_audience(identity.claims, self.provider.client_id, secrets.nonce)
        userinfo = await self._userinfo(identity.subject, identity.claims, answer.get("access_token"))
        return ProviderIdentity(identity.subject, {**userinfo, **identity.claims})

    async def _exchange_code(self, code: str, secrets: RequestSecrets) -> dict[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect_uri,
            "client_id": self.provider.client_id,
            "code_verifier": secrets.verifier,
        }
        endpoint = await self._published.endpoint("token_endpoint")
        secret = self.provider.client_secret
        headers = {}
        if secret and await self._takes_secret_in_form():
            form["client_secret"] = secret
        elif secret:
            headers["Authorization"] = _basic(self.provider.client_id, secret)
        answer = await ask(self._client, endpoint, form=form, headers=headers)
        if answer.status >= 500:
            raise Unusable(f"{endpoint} answers {answer.status}")
        if answer.status != 200:
            raise IdentityNotProved(f"the code is refused: {str(answer.content.get('error', answer.status))[:80]}")
        return answer.content

    async def _takes_secret_in_form(self) -> bool:
        methods = (await self._published.document()).get("token_endpoint_auth_methods_supported")
        # The default of OpenID Connect Discovery is the header.
        return isinstance(methods, list) and "client_secret_basic" not in methods and "client_secret_post" in methods

    async def _userinfo(self, subject: str, claims: Mapping[str, Any], access_token: object) -> Mapping[str, Any]:
        """The userinfo endpoint's claims, if the ID token lacks some. They only prefill the form, so this may fail."""
        names = self.provider.claims
        is_incomplete = any(name and name not in claims for name in (names.email, names.name, names.username))
        if not is_incomplete or not isinstance(access_token, str) or not access_token.isascii():
            return {}
        try:
            endpoint = await self._published.endpoint("userinfo_endpoint")
            answer = await ask(self._client, endpoint, headers={"Authorization": f"Bearer {access_token}"})
        except Unusable as unusable:
            log.info("provider tells no more", issuer=self.provider.issuer, why=str(unusable))
            return {}
        return answer.content if answer.status == 200 and answer.content.get("sub") == subject else {}


def _check_nonce_and_audience(claims: Mapping[str, Any], client_id: str, nonce: str) -> None:
    named = claims.get("nonce")
    if not isinstance(named, str) or not hmac.compare_digest(named.encode(), nonce.encode()):
        raise IdentityNotProved("the ID token answers another question")
    audience = claims.get("aud")
    others = isinstance(audience, list) and any(each != client_id for each in audience)
    if (others or "azp" in claims) and claims.get("azp") != client_id:
        raise IdentityNotProved("the ID token was made for another client")


def _basic(client_id: str, secret: str) -> str:
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
