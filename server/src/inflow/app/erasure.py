"""Erasing a member: each feature's part, from the highest feature down to media and the engine's stored results."""

from __future__ import annotations

from inflow.app.scheduling import schedule_export_removal, schedule_import_removal, schedule_parts_removal
from inflow.blocks.erasure import remove_blocks_of
from inflow.comments.erasure import remove_comments_of
from inflow.connections.erasure import remove_connections_of
from inflow.curators.erasure import remove_aura_of
from inflow.drafts.erasure import remove_drafts_of
from inflow.exports.erasure import remove_export_of
from inflow.flow_requests.erasure import remove_requests_of
from inflow.grids.erasure import remove_grids_of
from inflow.imports.erasure import remove_imports_of
from inflow.media.erasure import remove_media_of, remove_uploads_of
from inflow.members.erasure import remove_profile_of, remove_user, user_of
from inflow.messages.erasure import leave_conversations
from inflow.moderation.erasure import leave_cases
from inflow.niches.erasure import remove_votes_of
from inflow.notifications.erasure import remove_notifications_of
from inflow.policies.erasure import remove_acceptances_of
from inflow.posts.erasure import remove_posts_of
from inflow.push.erasure import remove_subscriptions_of
from inflow.reactions.erasure import remove_reactions_of
from inflow.safety.erasure import remove_safety_of
from inflow.saves.erasure import remove_saves_of
from inflow.standing.erasure import leave_team
from reflow import Connection
from reflow.contrib.jobs import withdraw
from reflow.live.mutations import forget


async def erase_member(connection: Connection, issuer: str, account_id: str) -> list[str]:
    """Delete, in the connection's serializable transaction, all rows of the member with this identity.

    A new feature that stores data of members adds its part here, above those that it refers to.

    Raises:
        AppError: ``conflict``, they are the only owner.

    Returns:
        The media whose files remain to be deleted.
    """
    to_copy: list[str] = []
    user_id = await user_of(connection, account_id)
    if user_id is not None:
        await leave_team(connection, user_id)
        to_copy = await leave_cases(connection, user_id)
        await remove_acceptances_of(connection, user_id)
        await leave_conversations(connection, user_id)
        await remove_votes_of(connection, user_id)
        for import_id in await remove_imports_of(connection, user_id):
            await schedule_import_removal(connection, import_id)
        await remove_drafts_of(connection, user_id)
        await remove_saves_of(connection, user_id)
        await remove_grids_of(connection, user_id)
        await remove_requests_of(connection, user_id)
        await remove_reactions_of(connection, user_id)
        await remove_comments_of(connection, user_id)
        await remove_posts_of(connection, user_id)
        await remove_connections_of(connection, user_id)
        await remove_subscriptions_of(connection, user_id)
        await remove_notifications_of(connection, user_id)
        await remove_safety_of(connection, user_id)
        await remove_blocks_of(connection, user_id)
        await remove_aura_of(connection, user_id)
        await remove_profile_of(connection, user_id)
        await remove_user(connection, user_id)
    for export_id in await remove_export_of(connection, account_id):
        await schedule_export_removal(connection, export_id)
    for upload_id in await remove_uploads_of(connection, account_id):
        await schedule_parts_removal(connection, upload_id)
    media_ids = await remove_media_of(connection, account_id, to_copy)
    await withdraw(connection, "finish_media", "media_id", media_ids)
    await forget(connection, issuer, account_id)
    return media_ids
