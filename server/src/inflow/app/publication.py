"""The PostgreSQL publication: which tables live queries follow, and which columns the log carries for that.

Migrations build on this.
"""

from __future__ import annotations

from typing import Final

PUBLICATION: Final = "inflow"

# The log carries these columns, or for None all of them, to our own processes only. Do not list columns with texts or
# email addresses.
PUBLISHED: Final[dict[str, tuple[str, ...] | None]] = {
    "users": ("id", "clerk_id", "nook"),
    "profiles": ("id", "user_id"),
    "media": ("id", "owner_id"),
    "posts": ("id", "author_id", "media_id", "nook_type", "post_type", "is_video", "created_at"),
    "further_fotos": ("post_id", "place", "media_id"),
    "post_edits": ("id", "post_id", "edited_at"),
    "aura": ("user_id", "has_badge"),
    "blocks": ("blocker_id", "blocked_id", "created_at"),
    "mutes": ("muter_id", "muted_id", "created_at"),
    "limited_members": ("limiter_id", "limited_id", "created_at"),
    "hidden": ("viewer_id", "hidden_id"),
    "connections": ("member_id", "other_id", "asked", "created_at"),
    "flow_requests": ("id", "sender_id", "receiver_id", "status", "created_at"),
    "notifications": ("id", "member_id", "type", "read", "created_at"),
    "notification_settings": ("member_id",),
    "push_subscriptions": ("id", "member_id"),
    "comments": ("id", "post_id", "parent_id", "depth", "created_at"),
    "hidden_comments": ("post_id", "comment_id"),
    "comment_counts": ("post_id", "id"),
    "reactions": ("post_id", "member_id", "reaction", "reacted_at"),
    "reaction_counts": ("post_id", "reaction", "id"),
    "profile_words": ("user_id", "place", "initial"),
    # As a whole, so that a message runs only the queries whose columns it changed. It contains no text.
    "conversation_sides": None,
    "conversation_keys": ("conversation_id",),
    "messages": ("conversation_id", "seq"),
    "grids": ("id", "author_id", "post_type", "created_at"),
    "grid_images": ("grid_id", "place", "post_id"),
    "collections": ("id", "member_id", "created_at"),
    "saves": ("member_id", "post_id", "collection_id", "saved_at"),
    "exports": ("id", "account_id"),
    "drafts": ("id", "author_id"),
    "imports": ("id", "user_id", "created_at"),
    "import_items": ("import_id", "number", "state"),
    "draft_fotos": ("draft_id", "position", "media_id"),
    "nooks": ("name",),
    "proposals": ("id", "status"),
    "proposal_votes": ("proposal_id", "voter_id"),
    "identity_sessions": ("id", "account_id"),
    "identity_passkeys": ("id", "account_id"),
    "identity_authenticators": ("account_id",),
    "identity_recovery_codes": ("account_id", "number"),
    "identity_trusted_devices": ("id", "account_id"),
    "identity_suspensions": ("account_id",),
    "identity_applications": ("id", "account_id", "state", "applied_at"),
    "identity_invitations": ("id", "created_by", "created_at"),
    "roles": ("user_id", "role"),
    "restrictions": ("user_id",),
    "second_steps": ("user_id",),
    "safety_settings": ("user_id",),
    "filtered_words": ("user_id", "compared"),
    "policy_versions": ("kind", "version"),
    "policy_acceptances": ("user_id", "kind", "version"),
    "cases": ("id", "state", "member_id", "opened_at"),
    "case_photos": ("case_id", "place"),
    "reports": ("id", "case_id", "reporter_id", "created_at"),
    "measures": ("id", "case_id", "member_id", "state", "created_at"),
    "upload_reviews": ("case_id", "member_id", "state", "asked_at"),
    "appeals": ("id", "measure_id", "state", "created_at"),
    "case_notes": ("id", "case_id"),
    "case_viewers": ("case_id", "moderator_id"),
    "evidence_openings": ("case_id", "moderator_id"),
    "reflow_requests": ("session", "request", "period"),
    "reflow_epoch": ("system_id", "timeline", "epoch", "beats"),
}
