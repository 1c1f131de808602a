"""A real OpenID Connect provider on this machine, which can be made to misbehave as real ones do."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flask
import httpx
from joserfc import jwt
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

from reflow.auth.jwks import certificate_authorities

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the provider's libraries warn about deprecated calls in each other
    import oidc_provider_mock

KEY = RSAKey.generate_key(2048, {"kid": "hosted-1"})
NEXT_KEY = RSAKey.generate_key(2048, {"kid": "hosted-2"})

Claims = dict[str, Any]
Forge = Callable[["Provider", Claims], str]
Reply = Callable[[], flask.Response]

ALICE = {
    "email": "Alice@Example.org",
    "email_verified": True,
    "name": "Alice Ada",
    "preferred_username": "alice",
}


class Provider:
    """A provider with a login form.

    The package serves the form, codes, tokens and user information. This class adds the check of PKCE, names the
    signing key, as most providers do, and lets tests change the answers.

    Attributes:
        issuer: Its name and address.
        key: The key that it signs with.
        visits: The number of requests for each of its paths.
        replies: By path, the reply that it gives instead of its own.
        document: Claims that differ in its discovery document.
        forge: Makes the ID token from the claims of an honest one.
        names_key: Whether tokens name their key.
        checks_verifier: Whether it redeems a code only with its PKCE verifier.
        redeemed: The forms that the token endpoint received, and the `Authorization` headers.
    """

    def __init__(self) -> None:
        self.behave()
        self._challenges: dict[str, str] = {}
        self._app = oidc_provider_mock.app()
        self._app.before_request(self._before)
        self._app.after_request(self._after)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)

    def behave(self) -> None:
        """Behave honestly, and forget all earlier requests."""
        self.visits: Counter[str] = Counter()
        self.replies: dict[str, Reply] = {}
        self.document: Claims = {}
        self.forge: Forge | None = None
        self.names_key = True
        self.checks_verifier = True
        self.redeemed: list[tuple[Mapping[str, str], str | None]] = []
        self.key = KEY

    @contextmanager
    def open(self) -> Iterator[Provider]:
        """Serve, on a port of its own, until the block ends."""
        server = make_server("localhost", 0, self._app, threaded=True)
        self.issuer = f"http://localhost:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def knows(self, subject: str, claims: Claims) -> None:
        """Add an account with these claims."""
        httpx.put(f"{self.issuer}/users/{subject}", json=claims, trust_env=False).raise_for_status()

    async def signs_in(self, address: str, subject: str) -> str:
        """Fill in its login form; the address to which it redirects the browser."""
        return await self._answers(address, {"sub": subject})

    async def declines(self, address: str) -> str:
        """Press the button that declines; the address to which it redirects the browser."""
        return await self._answers(address, {"action": "deny"})

    def rotate(self) -> None:
        """Sign with another key from now on."""
        self.key = NEXT_KEY

    def signed(self, claims: Claims, *, key: RSAKey | None = None, **header: Any) -> str:
        """A token with its signature, or signed with another key."""
        named = {"kid": self.key.kid} if self.names_key else {}
        whole = {"alg": "RS256", "typ": "JWT", **named, **header}
        registry = jwt.JWSRegistry(algorithms=[whole["alg"]], strict_check_header=False)
        kept = {name: value for name, value in whole.items() if value is not None}
        return jwt.encode(kept, claims, key or self.key, registry=registry, default_type=None)

    async def _answers(self, address: str, form: Mapping[str, str]) -> str:
        async with httpx.AsyncClient(timeout=60, trust_env=False, verify=certificate_authorities()) as browser:
            page = await browser.get(address)
            assert page.status_code == 200, page.text
            assert "<form" in page.text
            answer = await browser.post(address, data=dict(form))
        assert answer.status_code == 302, answer.text
        return answer.headers["location"]

    def _before(self) -> flask.Response | None:
        path = flask.request.path
        self.visits[path] += 1
        if path == "/oauth2/token":
            form = flask.request.form.to_dict()
            self.redeemed.append((form, flask.request.headers.get("Authorization")))
            verified = self._challenges.get(form.get("code", "")) == _digest(form.get("code_verifier", ""))
            if self.checks_verifier and not verified:
                return _json({"error": "invalid_grant"}, 400)
        reply = self.replies.get(path)
        return reply() if reply else None

    def _after(self, response: flask.Response) -> flask.Response:
        path = flask.request.path
        if path in self.replies or response.status_code >= 400:
            return response
        if path == "/oauth2/authorize" and response.status_code == 302:
            self._remember(response.headers["Location"])
        elif path == "/.well-known/openid-configuration":
            response.set_data(json.dumps({**response.get_json(), **self.document}))
        elif path == "/jwks":
            response.set_data(json.dumps({"keys": [self.key.as_dict(private=False)]}))
        elif path == "/oauth2/token":
            response.set_data(json.dumps(self._with_our_signature(response.get_json())))
        return response

    def _remember(self, location: str) -> None:
        for code in parse_qs(urlsplit(location).query).get("code", []):
            assert flask.request.args["code_challenge_method"] == "S256"
            self._challenges[code] = flask.request.args["code_challenge"]

    def _with_our_signature(self, answer: Claims) -> Claims:
        claims = json.loads(base64.urlsafe_b64decode(answer["id_token"].split(".")[1] + "=="))
        return {**answer, "id_token": self.forge(self, claims) if self.forge else self.signed(claims)}


def answering(content: bytes | Claims, status: int = 200, **headers: str) -> Reply:
    """A reply that is the same for every request."""
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return lambda: flask.Response(
        raw, status, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def _json(content: Claims, status: int) -> flask.Response:
    return flask.Response(json.dumps(content), status, content_type="application/json")


def _digest(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
