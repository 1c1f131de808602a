"""Repeats, in a restored database, the erasures that came after its moment."""

from __future__ import annotations

from typing import Final, cast

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.beside import dsn_of
from inflow.app.moderating import note
from inflow.app.operating import Kind, delete_by_author
from inflow.app.settings import BadSetting, Settings
from inflow.app.wiring import accounts_of, outbox_of
from inflow.audit.log import AuditLog
from inflow.backup.ledger import Erasure, still_there
from inflow.backup.tables import erasures
from inflow.core.encryption import Secret
from inflow.drafts.after_restore import empty_schedule, forget_drafts
from inflow.grids.rules import GridId
from inflow.grids.withholding import set_audience_of_grid
from inflow.messages.rules import MessageId
from inflow.messages.withholding import withhold_message
from inflow.posts.audience import put_audience
from inflow.posts.rules import PostId
from reflow import AppError, Connection, Database, MutationCtx, statement
from reflow.contrib.jobs import defer
from reflow.dependencies import NO_DEPENDENCIES
from reflow.live.transaction_ctx import TransactionCtx

_CONTENT: Final[tuple[Kind, ...]] = ("grid", "comment", "post")  # a post is deleted after the grids that show it
_DELETED: Final = "deleted"
_RESTORED: Final = "restored"
_NOT_TO_RETURN: Final = (_DELETED, "removed")

KNOWN_ERASURES = statement(
    sa.select(erasures.c.erased_at, erasures.c.kind, erasures.c.subject).where(
        erasures.c.erased_at >= bindparam("since")
    ),
    whole_table="Asked once by a restore.",
)


async def replay(settings: Settings, ledger: list[Erasure]) -> tuple[dict[str, int], list[str]]:
    """Erase again what the restored database still has.

    Returns:
        How many of each kind were erased or withheld; and sentences about what could not be.
    """
    done, problems = dict[str, int](), list[str]()
    database = Database(dsn_of(settings), size=2)
    try:
        later = await _later_than_the_database(database, ledger)
        done["account"] = await _accounts(settings, database, later, problems)
        for kind in _CONTENT:
            done[kind] = await _content(settings, database, kind, later, problems)
        done["message"] = await _messages(database, later)
        done["draft"] = await _drafts(database, later)
    finally:
        await database.close()
    return {kind: count for kind, count in done.items() if count}, problems


async def _later_than_the_database(database: Database, ledger: list[Erasure]) -> list[Erasure]:
    """Of each subject the last erasure, if the database does not know it: it came after its moment. Content that
    was put back last stays.
    """
    last = {(each.kind, each.subject): each for each in ledger}  # the oldest come first
    if not last:
        return []
    since = min(each.erased_at for each in last.values())
    async with database.connection() as connection:
        known = {tuple(row) for row in await connection.rows(KNOWN_ERASURES, {"since": since})}
    return [
        each
        for each in last.values()
        if each.act != _RESTORED and (each.erased_at, each.kind, each.subject) not in known
    ]


async def _accounts(settings: Settings, database: Database, later: list[Erasure], problems: list[str]) -> int:
    async with database.connection() as connection:
        found = await still_there(connection, "account", later)
    if not found:
        return 0
    secret = Secret.from_file(settings.secret_path)
    log, done = AuditLog(secret), 0
    accounts = accounts_of(settings, database, secret, outbox_of(settings, database, secret), _no_pages)
    try:
        for account_id, _ in found:

            async def record(connection: Connection, account_id: str = account_id) -> None:
                await note(log, connection, "member erased", account_id)

            try:
                done += await accounts.delete_for_operator(account_id, record)
            except AppError as refusal:
                problems.append(f"A member who was erased later is here again, and cannot be erased: {refusal.message}")
    finally:
        accounts.close()
    return done


async def _content(
    settings: Settings, database: Database, kind: Kind, later: list[Erasure], problems: list[str]
) -> int:
    async with database.connection() as connection:
        found = await still_there(connection, kind, later)
    done = 0
    for content_id, erasure in found:
        try:
            async with database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
                await _withdraw(settings, connection, kind, content_id, erasure.act)
            done += 1
        except BadSetting:
            continue  # it left with another one, or only its empty place is left
        except AppError as refusal:
            problems.append(f"The {kind} {content_id}, which was erased later, is here again: {refusal.message}")
    return done


async def _withdraw(settings: Settings, connection: Connection, kind: Kind, content_id: str, act: str) -> None:
    if act == _DELETED:
        await delete_by_author(settings, connection, kind, content_id)
    elif kind == "post":
        await put_audience(_ctx(connection), PostId(content_id), act)
    else:
        await set_audience_of_grid(_ctx(connection), GridId(content_id), act)


async def _messages(database: Database, later: list[Erasure]) -> int:
    async with database.transaction() as connection:
        found = await still_there(connection, "message", later)
        taken = [await withhold_message(_ctx(connection), MessageId(message_id)) for message_id, _ in found]
    return sum(each is not None for each in taken)


async def _drafts(database: Database, later: list[Erasure]) -> int:
    """Delete the drafts that were deleted later, also as the posts that they had become. The others wait for their
    members: some may have been posted, changed or taken out of the schedule after the database's moment.
    """
    gone = [each for each in later if each.kind == "draft" or (each.kind == "post" and each.act in _NOT_TO_RETURN)]
    as_drafts = [Erasure(each.erased_at, "draft", each.act, each.subject) for each in gone]
    async with database.transaction() as connection:
        found = [draft_id for draft_id, _ in await still_there(connection, "draft", as_drafts)]
        await forget_drafts(_ctx(connection), found)
        await empty_schedule(_ctx(connection))
    return len(found)


def _ctx(connection: Connection) -> MutationCtx:
    """What a feature's own writes need. No member calls them here."""
    return cast(MutationCtx, TransactionCtx(connection, None, defer, b"", NO_DEPENDENCIES))


async def _no_pages(_session_id: str, _account_id: str) -> None:
    """Does nothing: no process serves pages during a restore."""
