"""A device with passkeys, in software: it answers a page's options as browser and authenticator do together."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


@dataclass
class PasskeyDevice:
    """A device.

    Attributes:
        origin: Of the page that asks.
        checks_owner: Whether it checks a fingerprint or PIN.
        counts: Whether it counts its signatures, as security keys do.
        keys: Its private keys by credential id, each with the user handle.
    """

    origin: str
    checks_owner: bool = True
    counts: bool = False
    keys: dict[str, tuple[ec.EllipticCurvePrivateKey, str]] = field(default_factory=dict)
    signatures: int = 0

    def creates(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``navigator.credentials.create``."""
        if any(each["id"] in self.keys for each in options["excludeCredentials"]):
            raise RuntimeError("InvalidStateError")
        key, id_ = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(32)
        self.keys[encoded(id_)] = key, options["user"]["id"]
        numbers = key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(id_).to_bytes(2, "big") + id_ + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], HAS_CREDENTIAL) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": encoded(attestation),
            "transports": ["internal", "hybrid", "from-the-future"],
        }
        return credential_of(encoded(id_), response)

    def signs(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``navigator.credentials.get``: with the first passkey that the page allows."""
        allowed = {each["id"] for each in options.get("allowCredentials", [])} or set(self.keys)
        id_ = next(each for each in self.keys if each in allowed)
        key, handle = self.keys[id_]
        data = self._data(options["rpId"], 0)
        client_data = self._client_data("webauthn.get", options["challenge"])
        signature = key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": handle,
        }
        return credential_of(id_, response)

    def _data(self, party: str, flags: int) -> bytes:
        self.signatures += self.counts
        flags |= USER_PRESENT | (USER_VERIFIED if self.checks_owner else 0)
        return hashlib.sha256(party.encode()).digest() + bytes([flags]) + self.signatures.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()


def credential_of(id_: str, response: dict[str, Any]) -> dict[str, Any]:
    """A credential as browsers turn it into JSON."""
    return {"id": id_, "rawId": id_, "type": "public-key", "clientExtensionResults": {}, "response": response}


def encoded(content: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
