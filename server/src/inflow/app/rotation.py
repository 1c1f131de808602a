"""Rotating the keys of messages from the command line, while Inflow runs."""

from __future__ import annotations

from inflow.app.beside import running_database
from inflow.app.moderating import note_deployment
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from inflow.messages.keys import MissingKey
from inflow.messages.rotation import rewrap


async def rotate(settings: Settings, *, conversations: bool = False) -> tuple[str, int]:
    """Add a key to the file and wrap every conversation's keys with it. Returns its id and the number of them.

    The audit log has it before the first conversation, because each of these is a transaction of its own.

    Args:
        conversations: Give each of them a new key, too.

    Raises:
        BadSetting: The database does not answer, or a key is missing.
    """
    ring, log = settings.key_ring(), AuditLog(Secret.from_file(settings.secret_path))
    async with running_database(settings) as database:
        newest = ring.newest if ":" in settings.message_keys else ring.add()
        async with database.transaction() as connection:
            await note_deployment(log, connection, "message keys rotated", newest, conversations=conversations)
        try:
            return newest, await rewrap(database, ring, renew=conversations)
        except MissingKey as missing:
            raise BadSetting(f"INFLOW_MESSAGE_KEYS: the key {missing} is not among them") from None
