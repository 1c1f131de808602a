"""A crowd of members, written into the database by SQL: their relations, posts and messages, by the thousand or
million.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import psycopg

INDEXES = """
    SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
    WHERE i.indrelid = %s::regclass AND NOT i.indisreplident
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
"""
# The same formula as `inflow.profiles.rules.inner`.
INNER_NUMBER = """
    1024 + (961 * ascii(word) + 31 * ascii(substr(word, 2)) + ascii(substr(word, 3))) % 1024"""
NOOKS = "ARRAY['scenic', 'lifestyle', 'randomized']"


class Size(NamedTuple):
    """How many there are."""

    members: int
    posts: int
    comments: int


SMALL = Size(10_000, 30_000, 30_000)
FULL = Size(100_000, 1_000_000, 5_000_000)


def fill(connection: psycopg.Connection[Any], size: Size) -> None:
    """Make the crowd in an empty database: one statement for each table, and its indexes afterwards."""
    # The statements keep all references valid; checking them would take most of the time.
    connection.execute("SET session_replication_role = replica")
    connection.execute("SET synchronous_commit = off")
    connection.execute("SET maintenance_work_mem = '512MB'")
    for table, statement in _statements(size).items():
        indexes = connection.execute(INDEXES, (table,)).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        connection.execute(statement)
        for _, definition in indexes:
            connection.execute(definition)
    connection.execute("RESET session_replication_role")
    connection.execute("ANALYZE")


def _statements(size: Size) -> dict[str, str]:
    """The statements by table. A twentieth of the posts are flicks; a fiftieth of all comments are under one post. Two
    of three comments reply to the third.
    """
    members, posts, comments = size
    return {
        "users": f"""
            INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
            SELECT 'u' || n, 'c' || n, n || '@example.org', 'user_' || n, 'Member ' || n, '1990-01-01',
                   ({NOOKS})[1 + n % 3] FROM generate_series(1, {members}) n""",
        "profiles": f"""
            INSERT INTO profiles (id, user_id) SELECT md5(n::text), 'u' || n FROM generate_series(1, {members}) n""",
        "profile_words": f"""
            INSERT INTO profile_words (user_id, place, initial, word, version)
            SELECT 'u' || n, 0, 117, 'user_' || n, 2 FROM generate_series(1, {members}) n
            UNION ALL SELECT 'u' || n, 1, 109, 'member ' || n, 2 FROM generate_series(1, {members}) n
            UNION ALL SELECT 'u' || n, 99 + at, {INNER_NUMBER}, word, 2
            FROM generate_series(1, {members}) n, generate_series(1, 3) at, substr('member ' || n, at + 1) word""",
        "aura": f"""
            INSERT INTO aura (user_id, photos_uploaded, has_badge, badge_since)
            SELECT 'u' || n, n % 100, n % 20 = 0, CASE WHEN n % 20 = 0 THEN now() END
            FROM generate_series(1, {members}) n""",
        "connections": f"""
            INSERT INTO connections (member_id, other_id, asked)
            SELECT 'u' || n, 'u' || n + step, step > 0
            FROM generate_series(101, {members - 100}) n, unnest(ARRAY[-2, -1, 1, 2]) step""",
        "hidden": f"""
            INSERT INTO hidden (viewer_id, hidden_id)
            SELECT 'u' || n, 'u' || n + step FROM generate_series(11, {members - 10}) n, unnest(ARRAY[-5, 5]) step""",
        "media": f"""
            INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
            SELECT 'm' || n, 'c' || 1 + n % {members}, 'jpeg', 1080, 720, 1, '', '', 'finished', '[]'
            FROM generate_series(1, {posts}) n""",
        "posts": f"""
            INSERT INTO posts (id, author_id, media_id, nook_type, post_type, is_video, ratio, created_at)
            SELECT 'p' || n, 'u' || 1 + n % {members}, 'm' || n, ({NOOKS})[1 + n % 3],
                   CASE WHEN n % 4 = 0 THEN 'cue' ELSE 'sphere' END, n % 20 = 7, 'landscape',
                   now() - n * interval '1 minute' FROM generate_series(1, {posts}) n""",
        "comments": f"""
            INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, reply_count)
            SELECT 'k' || n, 'p' || CASE WHEN root % 50 = 0 THEN 1 ELSE 1 + root % {posts} END, 'k' || root,
                   sign(n - root), 'u' || 1 + n / 7 % {members}, 'Nice', 2 * (1 - sign(n - root))
            FROM (SELECT n, n - n % 3 AS root FROM generate_series(3, {comments} + 2) n) AS numbers""",
        "reactions": f"""
            INSERT INTO reactions (post_id, member_id, reaction)
            SELECT 'p' || n, 'u' || 1 + n % {members}, 'ciao' FROM generate_series(1, {posts}) n""",
        "reaction_counts": """
            INSERT INTO reaction_counts (post_id, reaction, delta)
            SELECT post_id, reaction, count(*) FROM reactions GROUP BY post_id, reaction""",
        "comment_counts": """
            INSERT INTO comment_counts (post_id, delta) SELECT post_id, count(*) FROM comments GROUP BY post_id""",
        "notifications": f"""
            INSERT INTO notifications (id, member_id, sender_id, type, subject)
            SELECT 'n' || n, 'u' || 1 + n % {members}, 'u' || 1 + (n + 1) % {members}, 'post_comment', 'p' || n
            FROM generate_series(1, {posts}) n""",
        "notification_settings": f"""
            INSERT INTO notification_settings (member_id) SELECT 'u' || n FROM generate_series(1, {members}) n""",
        "blocks": f"""
            INSERT INTO blocks (blocker_id, blocked_id)
            SELECT 'u' || n, 'u' || n + 5 FROM generate_series(11, {members - 10}) n""",
        "flow_requests": f"""
            INSERT INTO flow_requests (id, sender_id, receiver_id, status, settled_at)
            SELECT 'f' || n || '-' || step, 'u' || n, 'u' || n + step,
                   CASE step WHEN 3 THEN 'pending' ELSE 'accepted' END, CASE step WHEN 3 THEN NULL ELSE now() END
            FROM generate_series(1, {members - 3}) n, unnest(ARRAY[1, 2, 3]) step""",
        "grids": f"""
            INSERT INTO grids (id, author_id, layout, post_type, made_of, created_at)
            SELECT 'g' || n, 'u' || 1 + n % {members}, 'landscape', CASE WHEN n % 4 = 0 THEN 'cue' ELSE 'sphere' END,
                   'g' || n, now() - n * interval '1 minute' FROM generate_series(1, {posts // 2}) n""",
        "grid_images": f"""
            INSERT INTO grid_images (grid_id, place, post_id)
            SELECT 'g' || n, place, 'p' || 2 * n - place
            FROM generate_series(1, {posts // 2}) n, unnest(ARRAY[0, 1]) place""",
        "conversations": f"""
            INSERT INTO conversations (id, last_seq) SELECT 'v' || n, 1000 FROM generate_series(1, {members}) n""",
        "conversation_keys": f"""
            INSERT INTO conversation_keys (conversation_id, version, kek_id, wrapped)
            SELECT 'v' || n, 1, 'kek-' || n % 3, '' FROM generate_series(1, {members}) n""",
        "conversation_sides": f"""
            INSERT INTO conversation_sides (conversation_id, seat, member_id, other_id, place)
            SELECT 'v' || n, seat, 'u' || 1 + (n + seat) % {members}, 'u' || 1 + (n + 1 - seat) % {members},
                   CASE WHEN n % 10 = 0 THEN 'archived' ELSE 'inbox' END
            FROM generate_series(1, {members}) n, unnest(ARRAY[0, 1]) seat""",
        "messages": f"""
            INSERT INTO messages (id, conversation_id, seq, seat, client_id, type, content, created_at)
            SELECT 'w' || n, 'v' || 1 + n % {members}, n, n % 2, 'w' || n, 'text', '', now() - n * interval '1 second'
            FROM generate_series(1, {posts}) n""",
    }
