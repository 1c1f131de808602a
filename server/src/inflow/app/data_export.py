"""The rows of a member that a download of their data has, and how many downloads they may ask for."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import blocks, limited_members, mutes
from inflow.comments.tables import comments, hidden_comments
from inflow.connections.tables import connections
from inflow.curators.tables import aura
from inflow.drafts.tables import draft_fotos, drafts
from inflow.flow_requests.tables import flow_requests
from inflow.grids.tables import grids
from inflow.identity.limits import Counter, Limit
from inflow.identity.tables import (
    accounts,
    applications,
    authenticators,
    invitations,
    passkeys,
    sessions,
    trusted_devices,
)
from inflow.imports.tables import import_items, import_uploads, imports
from inflow.media.tables import media, refusals, uploads
from inflow.members.tables import profiles, users
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.tables import appeals, measures, reports, upload_reviews
from inflow.niches.tables import proposal_votes, proposals
from inflow.notifications.tables import notification_settings, notifications
from inflow.policies.tables import policy_acceptances
from inflow.posts.tables import further_fotos, post_edits, posts
from inflow.reactions.tables import reactions
from inflow.safety.tables import filtered_words, safety_settings
from inflow.saves.tables import collections, saves
from inflow.standing.tables import restrictions, roles, second_steps
from reflow import AppError, Connection, Database, Statement, statement

DOWNLOADS = Counter(
    "downloads",
    # More than one: an archive that was deleted, or failed, is asked for again.
    Limit(3, timedelta(days=1)),
    message="You have downloaded your data three times today. Please wait {wait} before doing so again.",
)
# What others decided, or what only the server can read.
_WITHHELD: Final = {
    *("password_hash", "before", "emailed", "is_emailed"),
    *("public_key", "encrypted_seed", "last_step"),
    *("moderator_id", "reversed_by", "decided_by"),
}
_WITH_WORDS: Final = ("reports", "appeals")
"""What the member wrote to moderators in these is stored encrypted."""


def _rows_of_member(column: sa.Column[Any]) -> Statement:
    """Selects the rows in which this column is the member's id."""
    return statement(sa.select(*_shown(column.table)).where(column == bindparam("id")))


def _shown(table: sa.FromClause) -> list[sa.ColumnElement[Any]]:
    return [each for each in table.columns if each.name not in _WITHHELD]


_OWN_MEASURES: Final = sa.select(measures.c.id).where(measures.c.member_id == bindparam("id"))
APPEALS_OF_MEMBER = statement(
    sa.select(*_shown(appeals)).where(appeals.c.measure_id.in_(_OWN_MEASURES)),
    whole_table="Asked once for each download; no query watches it.",
)
_OWN_POSTS: Final = sa.select(posts.c.id).where(posts.c.author_id == bindparam("id"))
FURTHER_FOTOS_OF_MEMBER = statement(
    sa.select(further_fotos).where(further_fotos.c.post_id.in_(_OWN_POSTS)),
    whole_table="Asked once for each download; no query watches it.",
)
EDITS_OF_MEMBER = statement(
    sa.select(post_edits).where(post_edits.c.post_id.in_(_OWN_POSTS)),
    whole_table="Asked once for each download; no query watches it.",
)


_OWN_DRAFTS: Final = sa.select(drafts.c.id).where(drafts.c.author_id == bindparam("id"))
FOTOS_OF_DRAFTS = statement(
    sa.select(draft_fotos).where(draft_fotos.c.draft_id.in_(_OWN_DRAFTS)),
    whole_table="Asked once for each download; no query watches it.",
)
_OWN_IMPORTS: Final = sa.select(imports.c.id).where(imports.c.user_id == bindparam("id"))
UPLOADS_OF_IMPORTS = statement(
    sa.select(import_uploads).where(import_uploads.c.import_id.in_(_OWN_IMPORTS)),
    whole_table="Asked once for each download; no query watches it.",
)
ITEMS_OF_IMPORTS = statement(
    sa.select(import_items).where(import_items.c.import_id.in_(_OWN_IMPORTS)),
    whole_table="Asked once for each download; no query watches it.",
)


ROWS_BY_ACCOUNT: Final = {
    "account": _rows_of_member(accounts.c.id),
    "sessions": _rows_of_member(sessions.c.account_id),
    "passkeys": _rows_of_member(passkeys.c.account_id),
    "authenticatorApp": _rows_of_member(authenticators.c.account_id),
    "trustedBrowsers": _rows_of_member(trusted_devices.c.account_id),
    "photos": _rows_of_member(media.c.owner_id),
    "photosUnfinished": _rows_of_member(uploads.c.owner_id),
    "photosRefused": _rows_of_member(refusals.c.owner_id),
    "application": _rows_of_member(applications.c.account_id),
    "invitations": _rows_of_member(invitations.c.created_by),
}
ROWS_BY_USER: Final = {
    "user": _rows_of_member(users.c.id),
    "profile": _rows_of_member(profiles.c.user_id),
    "posts": _rows_of_member(posts.c.author_id),
    "furtherFotos": FURTHER_FOTOS_OF_MEMBER,
    "postEdits": EDITS_OF_MEMBER,
    "drafts": _rows_of_member(drafts.c.author_id),
    "draftFotos": FOTOS_OF_DRAFTS,
    "imports": _rows_of_member(imports.c.user_id),
    "importItems": ITEMS_OF_IMPORTS,
    "importUploads": UPLOADS_OF_IMPORTS,
    "grids": _rows_of_member(grids.c.author_id),
    "collections": _rows_of_member(collections.c.member_id),
    "saves": _rows_of_member(saves.c.member_id),
    "comments": _rows_of_member(comments.c.author_id),
    "commentsHidden": _rows_of_member(hidden_comments.c.hidden_by),
    "reactions": _rows_of_member(reactions.c.member_id),
    "connections": _rows_of_member(connections.c.member_id),
    "requestsSent": _rows_of_member(flow_requests.c.sender_id),
    "requestsReceived": _rows_of_member(flow_requests.c.receiver_id),
    "blocked": _rows_of_member(blocks.c.blocker_id),
    "muted": _rows_of_member(mutes.c.muter_id),
    "limited": _rows_of_member(limited_members.c.limiter_id),
    "notifications": _rows_of_member(notifications.c.member_id),
    "notificationSettings": _rows_of_member(notification_settings.c.member_id),
    "curatorProgress": _rows_of_member(aura.c.user_id),
    "nookProposals": _rows_of_member(proposals.c.proposed_by),
    "nookVotes": _rows_of_member(proposal_votes.c.voter_id),
    "acceptances": _rows_of_member(policy_acceptances.c.user_id),
    "role": _rows_of_member(roles.c.user_id),
    "secondStep": _rows_of_member(second_steps.c.user_id),
    "safetySettings": _rows_of_member(safety_settings.c.user_id),
    "filteredWords": _rows_of_member(filtered_words.c.user_id),
    "restriction": _rows_of_member(restrictions.c.user_id),
    "reports": _rows_of_member(reports.c.reporter_id),
    "photosForReview": _rows_of_member(upload_reviews.c.member_id),
    "decisions": _rows_of_member(measures.c.member_id),
    "appeals": APPEALS_OF_MEMBER,
}


async def count_download(database: Database, account_id: str, now: datetime) -> None:
    """Count an export; a member may ask for three a day.

    Raises:
        AppError: `rate_limited`.
    """
    await DOWNLOADS.take(database, hashlib.sha256(f"downloads of {account_id}".encode()).hexdigest(), now)


async def rows_of(
    connection: Connection, cipher: CaseCipher, account_id: str, user_id: str
) -> dict[str, list[dict[str, Any]]]:
    """All rows of a member by table, read in the connection's transaction.

    Args:
        user_id: The id of the member's user; empty if sign-up created none.
    """
    selections = [(name, each, account_id) for name, each in ROWS_BY_ACCOUNT.items()]
    selections += [(name, each, user_id) for name, each in ROWS_BY_USER.items()]
    found = {name: await connection.rows(each, {"id": of}) for name, each, of in selections}
    kept = {name: [dict(row) for row in rows] for name, rows in found.items()}
    for table in _WITH_WORDS:
        kept[table] = [{**row, "words": _opened(cipher, table, row)} for row in kept[table]]
    return kept


def _opened(cipher: CaseCipher, table: str, row: dict[str, Any]) -> str | None:
    """What the member wrote; None for no words, and for words that cannot be read any more."""
    if row["words"] is None:
        return None
    try:
        return cipher.open(f"{table} {row['id']}", row["words"], str)
    except AppError:
        return None
