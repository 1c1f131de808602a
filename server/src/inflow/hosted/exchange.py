"""What is said between us and one provider: the way there, and what it vouches for when somebody comes back."""

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

from inflow.hosted.providers import Provider
from reflow.auth.jwks import Published, Unusable, ask
from reflow.auth.tokens import Issuer, PublishedKeys, Verifier
from reflow.errors import AuthenticationFailed

log = structlog.get_logger(__name__)

ID_TOKEN_TYPES = frozenset({"jwt", ""})


class NotVouchedFor(Exception):
    """The provider answered, and did not prove who this is; the text is for the log."""


@dataclass(frozen=True, slots=True)
class Person:
    """Whom the provider vouches for.

    Attributes:
        subject: Its name for them.
        claims: What it says about them, verified to be its words.
    """

    subject: str
    claims: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proofs:
    """What ties an answer to the question: the ID token must name the nonce, and only the verifier opens the code."""

    nonce: str
    verifier: str

    @property
    def challenge(self) -> str:
        """The verifier's digest, which the provider is given beforehand (PKCE, S256)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).decode().rstrip("=")


class Exchange:
    """One provider, spoken to with the limits of :mod:`reflow.auth.jwks`.

    Args:
        provider: Which.
        client: Makes the requests.
        redirect_uri: Where it sends people back to.
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
        # Straight from the provider's own endpoint, an ID token need not name its type, nor the only key there is.
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
        """The provider as the realtime side knows it, for clients that bring its tokens themselves."""
        audience = self.provider.audience or self.provider.client_id
        return Issuer(self.provider.issuer, audience, self.provider.algorithms, self._keys)

    async def address(self, state: str, proofs: Proofs) -> str:
        """Where to send the browser.

        Raises:
            Unusable: The provider does not say.
        """
        endpoint = await self._published.endpoint("authorization_endpoint")
        query = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": self._redirect_uri,
            "scope": " ".join(self.provider.scopes),
            "state": state,
            "nonce": proofs.nonce,
            "code_challenge": proofs.challenge,
            "code_challenge_method": "S256",
        }
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}"

    async def require_own_answer(self, named: str | None) -> None:
        """Prove that the answer is this provider's, where it signs its answers with its name (RFC 9207).

        Raises:
            NotVouchedFor: Another one answered.
            Unusable: The provider does not say whether it does.
        """
        document = await self._published.document()
        demanded = document.get("authorization_response_iss_parameter_supported") is True
        if (named is not None or demanded) and named != self.provider.issuer:
            raise NotVouchedFor("another issuer answered")

    async def person(self, code: str, proofs: Proofs) -> Person:
        """Whom the code is for.

        Raises:
            NotVouchedFor: The code is not good, or the ID token is not.
            Unusable: The provider does not answer.
        """
        answer = await self._redeem(code, proofs)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise NotVouchedFor("there is no ID token")
        try:
            identity = await self._verifier.verify(token)
        except AuthenticationFailed as failed:
            raise NotVouchedFor(str(failed)) from None
        _check_meant_for_this(identity.claims, self.provider.client_id, proofs.nonce)
        more = await self._more_about(identity.subject, identity.claims, answer.get("access_token"))
        return Person(identity.subject, {**more, **identity.claims})

    async def _redeem(self, code: str, proofs: Proofs) -> dict[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect_uri,
            "client_id": self.provider.client_id,
            "code_verifier": proofs.verifier,
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
            raise NotVouchedFor(f"the code is refused: {str(answer.content.get('error', answer.status))[:80]}")
        return answer.content

    async def _takes_secret_in_form(self) -> bool:
        methods = (await self._published.document()).get("token_endpoint_auth_methods_supported")
        # Where nothing is said, OpenID Connect Discovery says: in the header.
        return isinstance(methods, list) and "client_secret_basic" not in methods and "client_secret_post" in methods

    async def _more_about(self, subject: str, claims: Mapping[str, Any], access_token: object) -> Mapping[str, Any]:
        """What the ID token leaves out and the provider tells when asked. It is for suggestions, so it may fail."""
        names = self.provider.claims
        lacks = any(name and name not in claims for name in (names.email, names.name, names.username))
        if not lacks or not isinstance(access_token, str) or not access_token.isascii():
            return {}
        try:
            endpoint = await self._published.endpoint("userinfo_endpoint")
            answer = await ask(self._client, endpoint, headers={"Authorization": f"Bearer {access_token}"})
        except Unusable as unusable:
            log.info("provider tells no more", issuer=self.provider.issuer, why=str(unusable))
            return {}
        return answer.content if answer.status == 200 and answer.content.get("sub") == subject else {}


def _check_meant_for_this(claims: Mapping[str, Any], client_id: str, nonce: str) -> None:
    named = claims.get("nonce")
    if not isinstance(named, str) or not hmac.compare_digest(named.encode(), nonce.encode()):
        raise NotVouchedFor("the ID token answers another question")
    audience = claims.get("aud")
    others = isinstance(audience, list) and any(each != client_id for each in audience)
    if (others or "azp" in claims) and claims.get("azp") != client_id:
        raise NotVouchedFor("the ID token was made for another client")


def _basic(client_id: str, secret: str) -> str:
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
