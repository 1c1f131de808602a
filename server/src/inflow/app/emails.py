"""Reading emails from the command line, for a deployment that has no mail server."""

from __future__ import annotations

from inflow.app.beside import running_database
from inflow.app.moderating import note_deployment
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from inflow.mail import Outbox
from inflow.mail.outbox import MOST_SHOWN, SentEmail
from inflow.mail.transports import CommandLine


async def newest_emails(settings: Settings, *, to: str = "", most: int = 10) -> list[SentEmail]:
    """The newest emails of a deployment without a mail server, newest first. The audit log has how many were read.

    Args:
        to: Only those to this address; empty for all.
        most: How many at most.

    Raises:
        BadSetting: There is a mail server, or the database does not answer.
    """
    if settings.mail_server:
        raise BadSetting("INFLOW_SMTP_URL: emails go to a mail server, and their words are not kept")
    secret = Secret.from_file(settings.secret_path)
    async with running_database(settings) as database:
        outbox = Outbox(database, CommandLine(), secret, keep=True)
        shown = [each for each in await outbox.newest(MOST_SHOWN) if to in ("", each.email.to)][:most]
        if shown:
            async with database.transaction() as connection:
                await note_deployment(AuditLog(secret), connection, "emails read", "emails", count=len(shown))
    return shown
