"""The template of the privacy text names all data about persons that the database has."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import inflow
from inflow.app.data_export import ROWS_BY_ACCOUNT, ROWS_BY_USER
from inflow.core.tables import metadata
from inflow.policies.rules import TemplateLanguage
from inflow.policies.templates import template

SAID: Final = {
    "appeals": ("your appeals", "deine Einsprüche"),
    "audit_entries": ("is kept without an end", "bleibt ohne Ende erhalten"),
    "aura": ("your progress to curator", "deinen Weg zum Kurator"),
    "blocks": ("whom you block", "du blockierst"),
    "case_notes": ("moderators' notes", "Notizen der Moderation"),
    "case_photos": ("copy of it is kept as evidence", "Kopie als Beweis"),
    "cases": ("copy of it is kept as evidence", "Kopie als Beweis"),
    "collections": ("in which of your collections", "in welcher deiner Sammlungen"),
    "comments": ("comments, reactions", "Kommentare, Reaktionen"),
    "connections": ("who is in flow with you", "mit wem du im Flow bist"),
    "conversation_sides": ("**Messages**", "**Nachrichten**"),
    "conversations": ("**Messages**", "**Nachrichten**"),
    "erasures": ("hashes of deleted data", "Hashes des Gelöschten"),
    "filtered_words": ("the words that you filter", "welche Wörter du filterst"),
    "export_segments": ("**Your download**", "**Dein Download**"),
    "exports": ("**Your download**", "**Dein Download**"),
    "imports": ("**Archives that you bring along**", "**Archive, die du mitbringst**"),
    "import_uploads": ("**Archives that you bring along**", "**Archive, die du mitbringst**"),
    "import_items": ("**Archives that you bring along**", "**Archive, die du mitbringst**"),
    "drafts": ("**Drafts and scheduled fotos**", "**Entwürfe und geplante Fotos**"),
    "draft_fotos": ("**Drafts and scheduled fotos**", "**Entwürfe und geplante Fotos**"),
    "flow_requests": ("your nook, requests", "deinen Nook, Anfragen"),
    "further_fotos": ("fotos with the uploaded original", "Fotos mit dem hochgeladenen Original"),
    "grids": ("grids, comments", "Grids, Kommentare"),
    "hidden": ("whom you block, mute", "du blockierst, stummschaltest"),
    "hidden_comments": ("the comments that you hide", "welche Kommentare du verbirgst"),
    "hosted_newcomers": ("what another provider told us", "was ein anderer Anbieter uns"),
    "identity_accounts": ("who invited you", "wer dich eingeladen hat"),
    "identity_applications": ("kept for seven days", "bleibt sieben Tage"),
    "identity_authenticators": ("an authenticator app", "eine Authenticator-App"),
    "identity_challenges": ("**Unfinished sign-ups**", "**Unfertige Registrierungen**"),
    "identity_counters": (
        "up to an hour as it is, not hashed",
        "bis zu einer Stunde lang, so wie sie ist, nicht als Hash",
    ),
    "identity_denied_hosts": ("deny sign-ups from a host", "Registrierungen von einem Rechner"),
    "identity_email_changes": (
        "your former email address for seven days",
        "deine bisherige E-Mail-Adresse sieben Tage",
    ),
    "identity_former_usernames": ("reserves your username for 90 days", "deinen Benutzernamen 90 Tage frei"),
    "identity_passkeys": ("the public keys and names of your passkeys", "die öffentlichen Schlüssel und Namen"),
    "identity_invitations": ("Your own invitations", "Deine eigenen Einladungen"),
    "identity_pending_signups": ("the form that you filled in", "das ausgefüllte Formular"),
    "identity_reserved_usernames": ("**Unfinished sign-ups**", "**Unfertige Registrierungen**"),
    "identity_sessions": ("**Sessions**", "**Sitzungen**"),
    "identity_trusted_devices": ("the browsers that you trust", "die Browser, denen du vertraust"),
    "identity_suspensions": ("suspend your account", "Konto sperren"),
    "limited_members": ("block, mute or limit", "stummschaltest oder einschränkst"),
    "mail_outbox": ("your address for up to 30 days", "deine Adresse bis zu 30 Tage"),
    "measures": ("Decisions about you", "Entscheidungen über dich"),
    "media": ("fotos with the uploaded original", "Fotos mit dem hochgeladenen Original"),
    "messages": ("**Messages**", "**Nachrichten**"),
    "mutes": ("block, mute", "stummschaltest"),
    "notification_settings": ("your choice of them", "samt deiner Auswahl"),
    "notifications": ("your notifications", "deine Benachrichtigungen"),
    "policy_acceptances": ("which terms you accepted and when", "welche Bedingungen du wann angenommen hast"),
    "post_edits": ("earlier captions", "frühere Bildunterschriften"),
    "posts": ("fotos with the uploaded original", "Fotos mit dem hochgeladenen Original"),
    "profiles": ("your quote and your nook", "dein Zitat und deinen Nook"),
    "proposal_votes": ("and votes", "und Stimmen"),
    "proposals": ("proposals of nooks", "Vorschläge für Nooks"),
    "push_subscriptions": ("**Push**", "**Push**"),
    "reactions": ("comments, reactions", "Kommentare, Reaktionen"),
    "refusals": ("For 90 days we keep a record of the refusal", "90 Tage lang bleibt ein Vermerk"),
    "removed_photos": ("a fingerprint is kept while", "ein Fingerabdruck, solange"),
    "reports": ("When something is reported", "Wird etwas gemeldet"),
    "restrictions": ("restrict what you write", "einschränken, was du schreibst"),
    "roles": ("a moderator or an owner: that role", "moderierst oder Inhaber bist: diese Rolle"),
    "saves": ("which posts you saved", "welche Beiträge du wann"),
    "safety_settings": ("who may comment on your posts", "wer deine Beiträge kommentieren"),
    "second_steps": ("**Second steps**", "**Zweite Schritte**"),
    "upload_reviews": ("look at a photo that was refused", "ein abgelehntes Foto anzusehen"),
    "uploads": ("**Unfinished uploads**", "**Abgebrochene Uploads**"),
    "users": ("email address, name, username", "E-Mail-Adresse, Name, Benutzername"),
}
"""For each table with data about persons, words of the English and of the German template that tell of it."""

NOT_SAID: Final = {
    "audit_head": "The end of the audit log.",
    "case_viewers": "Which moderator looks at a case now.",
    "comment_counts": "How many comments posts have.",
    "conversation_keys": "Keys of messages.",
    "evidence_openings": "Which moderator opened which messages, which the audit log has as well.",
    "grid_images": "Which fotos a grid is made of.",
    "identity_ceremonies": "Hashes of a second step that is awaited.",
    "identity_recovery_codes": "Hashes of recovery codes.",
    "hosted_visits": "Hashes of a log-in that is under way.",
    "identity_session_tokens": "Hashes of the cookies of sessions.",
    "identity_signing_keys": "Keys of the server.",
    "nooks": "The names of nooks.",
    "policy_versions": "The operator's documents.",
    "profile_words": "Parts of members' names, to find them by.",
    "reaction_counts": "How many reactions posts have.",
}
"""The other tables, and what they have in them."""


def test_a_new_table_is_named_in_the_template_or_has_nothing_about_persons() -> None:
    for file in Path(inflow.__file__).parent.glob("*/tables.py"):
        import_module(f"inflow.{file.parent.name}.tables")
    tables = {name for name in metadata.tables if not name.startswith("reflow_")}

    assert SAID.keys() | NOT_SAID.keys() == tables
    assert SAID.keys() & NOT_SAID.keys() == set()


def test_what_a_member_downloads_is_named_in_the_template() -> None:
    selected = [each.source for each in (*ROWS_BY_ACCOUNT.values(), *ROWS_BY_USER.values())]

    assert {each.get_final_froms()[0].name for each in selected} - SAID.keys() == set()  # type: ignore[union-attr]  # selects


@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "de")], ids=["en", "de"])
def test_the_template_has_the_words_for_every_table(place: int, language: TemplateLanguage) -> None:
    text = " ".join(template("privacy", language, "Inflow").split())

    assert {table: words[place] for table, words in SAID.items() if words[place] not in text} == {}
    for wrong in ("as a keyed hash to limit attempts", "als Hash mit Schlüssel, um Versuche zu begrenzen"):
        assert wrong not in text
