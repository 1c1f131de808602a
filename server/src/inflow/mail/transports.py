"""Transports of emails: a mail server, the console of a developer, or the command line of an operator."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

log = structlog.get_logger(__name__)

TIMEOUT = 10.0
"""Seconds for each step of a delivery. All steps together stay below the outbox's first lease."""


@dataclass(frozen=True, slots=True)
class Email:
    """An email to send.

    Attributes:
        id: The same on every attempt.
        to: One address.
        subject: One line.
        text: Plain text.
        html: The same as an HTML document.
        written_at: The time for its `Date` header, however late it is sent.
    """

    id: str
    to: str
    subject: str
    text: str
    html: str
    written_at: datetime


class Undeliverable(Exception):
    """The mail server will never take this email; trying again is of no use."""


class Transport(Protocol):
    """Sends emails. :class:`Undeliverable` means that no later attempt can succeed; any other error, that one may."""

    async def send(self, email: Email) -> None:
        """Return once the next server is responsible for the email."""


class Smtp:
    """A mail server.

    Args:
        url: ``smtp://user:password@host:587`` (with STARTTLS where the server offers it, and always where there is a
            password that leaves the machine) or ``smtps://…:465`` (encrypted from the first byte).
        sender: The address that emails come from.
        sender_name: The name beside it.
    """

    def __init__(self, url: str, *, sender: str, sender_name: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("INFLOW_SMTP_URL must look like smtp://user:password@host:587 or smtps://host:465")
        self._host = parts.hostname
        self._implicit_tls = parts.scheme == "smtps"
        self._port = parts.port or (465 if self._implicit_tls else 25)
        self._username = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._sender = Address(sender_name, addr_spec=sender)

    async def send(self, email: Email) -> None:
        """Send the email over SMTP."""
        must_encrypt = self._username is not None and not _is_loopback(self._host)
        try:
            await aiosmtplib.send(
                self._message(email),
                hostname=self._host,
                port=self._port,
                username=self._username,
                password=self._password,
                use_tls=self._implicit_tls,
                start_tls=False if self._implicit_tls else (must_encrypt or None),
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as refused:
            # These are about the email. A 5xx to our password is not: an operator can set that right.
            if _is_final(refused):
                raise Undeliverable(type(refused).__name__) from None
            raise

    def _message(self, email: Email) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = email.to
        message["Subject"] = email.subject
        message["Date"] = email.written_at
        message["Message-ID"] = f"<{email.id}@{self._sender.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(email.text)
        message.add_alternative(email.html, subtype="html")
        return message


class Console:
    """Logs emails with their codes. For development only, where the reader is the developer."""

    async def send(self, email: Email) -> None:
        """Log the email."""
        log.info("letter", to=email.to, subject=email.subject, text=email.text)


class CommandLine:
    """Sends nothing: the operator reads the emails with `inflow emails`.

    The log contains no code, because more people read it than the operator's terminal.
    """

    async def send(self, email: Email) -> None:
        """Log that an email waits."""
        log.info("an email waits for `inflow emails`", letter=email.id)


def _is_final(refused: aiosmtplib.SMTPRecipientsRefused | aiosmtplib.SMTPDataError) -> bool:
    answers = refused.recipients if isinstance(refused, aiosmtplib.SMTPRecipientsRefused) else [refused]
    return all(answer.code >= 500 for answer in answers)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
