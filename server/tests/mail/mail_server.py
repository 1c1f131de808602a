"""A real mail server for tests, on loopback."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self

from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass(frozen=True)
class Received:
    """An email as the mail server received it."""

    to: str
    sender: str
    subject: str
    text: str
    html: str
    headers: dict[str, str]
    types: list[str]
    message_id: str

    @property
    def code(self) -> str:
        found = re.search(r"\b\d{6}\b", self.text)
        assert found, self.text
        return found[0]


def _received(message: EmailMessage) -> Received:
    text, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert html is not None
    return Received(
        to=str(message["To"]),
        sender=str(message["From"]),
        subject=str(message["Subject"]),
        text=text.get_content().replace("\r\n", "\n"),
        html=html.get_content().replace("\r\n", "\n"),
        headers={name: str(value) for name, value in message.items()},
        types=[part.get_content_type() for part in message.walk()],
        message_id=str(message["Message-ID"]),
    )


class MailServer:
    """A real mail server on loopback.

    Attributes:
        url: The address at which it takes emails.
        answer: Its reply to each email; set it to make it refuse.
        mentions: How often a client tried to deliver an email.
    """

    def __init__(self) -> None:
        self.url = ""
        self.answer = "250 OK"
        self.mentions = 0
        self._letters: asyncio.Queue[Received] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        port = await self._listen(0)
        self.url = f"smtp://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Refuse connections until the block ends."""
        port = self._server.sockets[0].getsockname()[1]
        self._server.close()
        try:
            yield
        finally:
            await self._listen(port)

    async def _listen(self, port: int) -> int:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", port)
        listens_at: int = self._server.sockets[0].getsockname()[1]
        return listens_at

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 — aiosmtpd's name
        self.mentions += 1
        if self.answer.startswith("250"):
            content = envelope.content if isinstance(envelope.content, bytes) else b""
            self._letters.put_nowait(_received(message_from_bytes(content, policy=policy.default)))
        return self.answer

    async def next(self) -> Received:
        """The next email, as soon as it has arrived."""
        return await asyncio.wait_for(self._letters.get(), 60)

    async def next_to(self, address: str, about: str = "") -> Received:
        """The next email to this address whose subject has these words.

        Others that come before it are left out: tests that share a house get emails of earlier ones.
        """
        while True:
            email = await self.next()
            if email.to == address and about in email.subject:
                return email

    def is_empty(self) -> bool:
        return self._letters.empty()
