"""A push service for tests, and browsers that subscribe to it and decrypt the pushes they get."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpcore
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from inflow.core.ids import new_id
from inflow.push.keys import base64url_encode

HOST = "push.example.org"


class Browser:
    """A browser's subscription, with the keys that only it has."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"sixteen bytes ..") -> None:
        self.endpoint = f"https://{HOST}/{new_id()}"
        self.auth = auth
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self.p256dh = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": base64url_encode(self.p256dh), "auth": base64url_encode(self.auth)}

    def opened(self, body: bytes) -> bytes:
        """The decrypted content of a push for this browser, by RFC 8188 and RFC 8291."""
        salt, sender, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._private.exchange(ec.ECDH(), public)
        root = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.p256dh + sender).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(root)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(root)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\x02")


@dataclass
class Request:
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A push service that answers with the configured status.

    Attributes:
        answers: The status for the next pushes, in turn; 201 when there is none left. None: it never answers.
    """

    port: int
    trust: ssl.SSLContext
    answers: list[int | None] = field(default_factory=list)
    got: list[Request] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                first, *lines = head.strip().split("\r\n")
                headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
                body = await reader.readexactly(int(headers["content-length"]))
                self.got.append(Request(first.split()[1], headers, body))
                status = self.answers.pop(0) if self.answers else 201
                if status is None:
                    await asyncio.Event().wait()
                writer.write(f"HTTP/1.1 {status} Said\r\nContent-Length: 0\r\n\r\n".encode())
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


class AllRoadsLeadHere(httpcore.AsyncNetworkBackend):
    """A network in which every host name leads to this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        del host, port
        return await self._network.connect_tcp("127.0.0.1", self._port, timeout, local_address, socket_options)


@asynccontextmanager
async def push_receiver(folder: Path) -> AsyncIterator[Receiver]:
    """A push service at `HOST`, with a certificate that only `trust` accepts."""
    certificate = _certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    receiver = Receiver(0, ssl.create_default_context(cafile=str(certificate)))
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=context)
    receiver.port = server.sockets[0].getsockname()[1]
    yield receiver
    server.close()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path
