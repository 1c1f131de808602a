"""The test vectors that the W3C publishes with WebAuthn Level 3, section 16, and each of them with one part changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from identity.passkey_device import credential_of, encoded
from inflow.identity.factors.passkeys import RelyingParty
from reflow import AppError

OF_THE_STANDARD = RelyingParty("https://example.org", "Inflow")


@dataclass(frozen=True)
class Registration:
    """A vector of ``navigator.credentials.create``."""

    challenge: str
    credential_id: str
    client_data: str
    attestation: str

    @property
    def answer(self) -> dict[str, Any]:
        response = {"clientDataJSON": _encoded(self.client_data), "attestationObject": _encoded(self.attestation)}
        return credential_of(_encoded(self.credential_id), response)


# 16.2: the device did not check its owner. 16.3: it did, and it signed its attestation itself.
NONE_ES256 = Registration(
    challenge="00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
    credential_id="f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4",
    client_data=(
        "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63"
        "647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c"
        "652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e"
        "206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c"
        "207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d"
    ),
    attestation=(
        "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592"
        "a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33"
        "ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820"
        "930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220"
    ),
)
PACKED_SELF_ES256 = Registration(
    challenge="7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5",
    credential_id="455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c",
    client_data=(
        "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a2265476e4374334c55745936366b336a"
        "506a796e6962506b31716e666644616966715a774c33417032392d55222c226f726967696e223a2268747470733a2f2f6578616d706c"
        "652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e"
        "206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c"
        "207375636820617320746869733a205539685458764b453255526b4d6e625f307859485667227d"
    ),
    attestation=(
        "a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c921200315"
        "81c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d686175746844"
        "61746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab516977"
        "91506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b2"
        "25cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d58"
        "96e183fee484f2"
    ),
)


@dataclass(frozen=True)
class Assertion:
    """A vector of ``navigator.credentials.get``."""

    challenge: str
    public_key: str
    client_data: str
    data: str
    signature: str
    credential_id: str = NONE_ES256.credential_id
    sign_count: int = 0

    @property
    def answer(self) -> dict[str, Any]:
        response = {
            "clientDataJSON": _encoded(self.client_data),
            "authenticatorData": _encoded(self.data),
            "signature": _encoded(self.signature),
        }
        return credential_of(_encoded(self.credential_id), response)

    @property
    def passkey(self) -> Any:
        """The row that is stored."""
        return StoredPasskey(bytes.fromhex(self.public_key), self.sign_count)


@dataclass(frozen=True)
class StoredPasskey:
    """What a signature is checked with."""

    public_key: bytes
    sign_count: int


NONE_ES256_SIGNED = Assertion(
    challenge="39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
    public_key=(
        "a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca6633"
        "4b03458abf879717c12cc68ed73290af2e2664796b9220"
    ),
    client_data=(
        "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558"
        "543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f"
        "7267222c2263726f73734f726967696e223a66616c73657d"
    ),
    data="bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
    signature=(
        "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1"
        "dd5d78c6e486013f937295ea13653e331e87"
    ),
)
# 16.5: the id of its credential is 1,023 bytes long, and does not matter for the signature.
LONG_ID_SIGNED = Assertion(
    challenge="ef1deba56dce48f674a447ccf63b9599258ce87648e5c396f2ef0ca1da460e3b",
    public_key=(
        "a50102032620012158203b8176b7504489cc593046d7988abb7905a742de6ac2cdc748a873c663e90cb12258201436d5edc9a75f2399"
        "9eef9d5950a5c2455514ee1014084720f841a06b828a11"
    ),
    client_data=(
        "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a22377833727057334f53505a307045664d396a"
        "75566d53574d36485a4935634f573875384d6f647047446a73222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f"
        "7267222c2263726f73734f726967696e223a66616c73657d"
    ),
    data="bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50d00000000",
    signature=(
        "304502203ecef83fb12a0cae7841055f9f87103a99fd14b424194bbf06c4623d3ee6e3fd022100d2ace346db262b1374a6b70faa51f5"
        "18a42ddca13a4125ce6f5052a75bac9fb6"
    ),
)

REGISTRATIONS = {"none, ES256": NONE_ES256, "packed, self, ES256": PACKED_SELF_ES256}
ASSERTIONS = {"none, ES256": NONE_ES256_SIGNED, "none, ES256, long id": LONG_ID_SIGNED}
ELSEWHERE = "Passkeys of another place"


@pytest.mark.parametrize("vector", REGISTRATIONS.values(), ids=REGISTRATIONS.keys())
def test_a_new_passkey_of_the_standard_is_accepted(vector: Registration) -> None:
    new = OF_THE_STANDARD.check_new(vector.answer, bytes.fromhex(vector.challenge), require_owner=False)

    assert new.id == _encoded(vector.credential_id)
    assert new.public_key.hex() in vector.attestation
    assert new.sign_count == 0


def test_the_passkey_of_a_device_that_checked_its_owner_is_accepted_as_inflow_asks_for_it() -> None:
    new = OF_THE_STANDARD.check_new(PACKED_SELF_ES256.answer, bytes.fromhex(PACKED_SELF_ES256.challenge))

    assert new.id == _encoded(PACKED_SELF_ES256.credential_id)


def test_the_passkey_of_a_device_that_did_not_check_its_owner_is_refused() -> None:
    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check_new(NONE_ES256.answer, bytes.fromhex(NONE_ES256.challenge))


@pytest.mark.parametrize("vector", ASSERTIONS.values(), ids=ASSERTIONS.keys())
def test_a_signature_of_the_standard_is_accepted(vector: Assertion) -> None:
    challenge = bytes.fromhex(vector.challenge)

    assert OF_THE_STANDARD.check(vector.answer, vector.passkey, challenge, require_owner=False) == 0


# Without an attestation, nothing signs its bytes.
@pytest.mark.parametrize(
    ("vector", "part"),
    [
        (NONE_ES256, "challenge"),
        (NONE_ES256, "credential_id"),
        (NONE_ES256, "client_data"),
        (PACKED_SELF_ES256, "challenge"),
        (PACKED_SELF_ES256, "credential_id"),
        (PACKED_SELF_ES256, "client_data"),
        (PACKED_SELF_ES256, "attestation"),
    ],
)
def test_a_new_passkey_with_one_part_changed_is_refused(vector: Registration, part: str) -> None:
    changed = replace(vector, **{part: _with_one_bit_changed(getattr(vector, part))})

    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check_new(changed.answer, bytes.fromhex(changed.challenge), require_owner=False)


@pytest.mark.parametrize("vector", ASSERTIONS.values(), ids=ASSERTIONS.keys())
@pytest.mark.parametrize("part", ["challenge", "public_key", "client_data", "data", "signature"])
def test_a_signature_with_one_part_changed_is_refused(vector: Assertion, part: str) -> None:
    changed = replace(vector, **{part: _with_one_bit_changed(getattr(vector, part))})

    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check(changed.answer, changed.passkey, bytes.fromhex(changed.challenge), require_owner=False)


@pytest.mark.parametrize(
    "url", ["https://example.com", "https://sub.example.org", "http://example.org", "https://example.org:8443"]
)
def test_vectors_count_nowhere_else(url: str) -> None:
    elsewhere, vector = RelyingParty(url, ELSEWHERE), NONE_ES256_SIGNED

    with pytest.raises(AppError, match="couldn't be confirmed"):
        elsewhere.check(vector.answer, vector.passkey, bytes.fromhex(vector.challenge), require_owner=False)


def test_a_count_that_has_not_grown_is_refused_because_the_key_may_be_copied() -> None:
    vector = replace(NONE_ES256_SIGNED, sign_count=1)

    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check(vector.answer, vector.passkey, bytes.fromhex(vector.challenge), require_owner=False)


@pytest.mark.parametrize("answer", [{}, {"id": 1}, {"response": "x"}, {"id": "YQ", "rawId": "YQ", "response": {}}])
def test_what_is_no_credential_is_refused_in_words(answer: dict[str, Any]) -> None:
    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check_new(answer, b"challenge")
    with pytest.raises(AppError, match="couldn't be confirmed"):
        OF_THE_STANDARD.check(answer, NONE_ES256_SIGNED.passkey, b"challenge")


@pytest.mark.parametrize(
    ("url", "possible"),
    [
        ("https://photos.example.org", True),
        ("http://localhost:8080", True),
        ("http://127.0.0.1:8080", False),
        ("http://[::1]:8080", False),
    ],
)
def test_browsers_allow_passkeys_at_domains_only(url: str, possible: bool) -> None:
    assert RelyingParty(url, "Inflow").has_passkeys is possible


def _encoded(hexadecimal: str) -> str:
    return encoded(bytes.fromhex(hexadecimal))


def _with_one_bit_changed(hexadecimal: str) -> str:
    content = bytearray.fromhex(hexadecimal)
    content[len(content) // 2] ^= 1
    return content.hex()
