"""The development mailbox: every email the app sent, for developers without a mail server.

A reader of it can log in as any member, so the app mounts it in development only.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from inflow.mail.outbox import Outbox, SentEmail

STYLE = """
:root { color-scheme: dark; }
body { margin: 0; background: #000; color: #f5f5f6; font: 15px/1.45 Inter, system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; padding: 44px 20px; }
h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; }
p { margin: 0 0 24px; color: #a5a5ae; }
article { margin: 0 0 12px; padding: 20px; background: #0a0a0b; border: 1px solid rgb(255 255 255 / 8%);
  border-radius: 14px; }
h2 { margin: 0; font-size: 17px; }
header { color: #85858f; font-size: 13px; }
pre { margin: 16px 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
"""
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def routes(outbox: Outbox) -> list[Route]:
    """The routes of the page for developers and of the list for tests."""

    async def page(_: Request) -> Response:
        return HTMLResponse(_page(await outbox.newest()), headers=HEADERS)

    async def listing(_: Request) -> Response:
        emails = [
            {"to": sent.email.to, "subject": sent.email.subject, "text": sent.email.text, "sentAt": sent.sent_at}
            for sent in await outbox.newest()
        ]
        return Response(msgspec.json.encode(emails), media_type="application/json", headers=HEADERS)

    return [Route("/dev/mailbox", page), Route("/dev/mailbox.json", listing)]


def _page(delivered: list[SentEmail]) -> str:
    shown = "\n".join(_article(sent) for sent in delivered) or "<p>No letters yet. Reload after you sign up.</p>"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development mailbox</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>What the app would have mailed, newest first. This page exists in development only.</p>
{shown}
</main>
</body>
</html>"""


def _article(delivered: SentEmail) -> str:
    email, when = delivered.email, delivered.sent_at.isoformat(timespec="seconds")
    return (
        f"<article><h2>{escape(email.subject)}</h2>"
        f'<header>To {escape(email.to)}, <time datetime="{when}">{delivered.sent_at:%H:%M:%S} UTC</time></header>'
        f"<pre>{escape(email.text)}</pre></article>"
    )
