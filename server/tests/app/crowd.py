"""SQL that makes a crowd: members, connections, photos, posts, comments and reactions, by the ten thousand."""

from __future__ import annotations

FILL = """
    -- What is made here fits together; to check every reference would take most of the time.
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
    SELECT 'u' || n, 'c' || n, n || '@example.org', 'user_' || n, 'Member ' || n, '1990-01-01',
           (ARRAY['scenic', 'lifestyle', 'randomized'])[1 + n % 3]
    FROM generate_series(1, 10000) n;
    INSERT INTO profiles (id, user_id) SELECT md5(n::text), 'u' || n FROM generate_series(1, 10000) n;
    INSERT INTO profile_words (user_id, place, initial, word)
    SELECT 'u' || n, 0, 117, 'user_' || n FROM generate_series(1, 10000) n
    UNION ALL SELECT 'u' || n, 1, 109, 'member ' || n FROM generate_series(1, 10000) n;
    INSERT INTO connections (member_id, other_id, asked)
    SELECT 'u' || n, 'u' || n + step, step > 0 FROM generate_series(101, 9900) n, unnest(ARRAY[-2, -1, 1, 2]) step;
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    SELECT 'm' || n, 'c' || 1 + n % 10000, 'jpeg', 1080, 720, 1, '', '', 'finished', '[]'
    FROM generate_series(1, 30000) n;
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, created_at)
    SELECT 'p' || n, 'u' || 1 + n % 10000, 'm' || n, (ARRAY['scenic', 'lifestyle', 'randomized'])[1 + n % 3],
           CASE WHEN n % 4 = 0 THEN 'cue' ELSE 'sphere' END, 'landscape', now() - n * interval '1 minute'
    FROM generate_series(1, 30000) n;
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content)
    SELECT 'k' || n, 'p' || 1 + n % 30000, 'k' || n, 0, 'u' || 1 + n % 10000, 'Nice' FROM generate_series(1, 30000) n;
    INSERT INTO reactions (post_id, member_id, reaction)
    SELECT 'p' || n, 'u' || 1 + n % 10000, 'ciao' FROM generate_series(1, 30000) n;
    INSERT INTO notifications (id, member_id, sender_id, type, subject)
    SELECT 'n' || n, 'u' || 1 + n % 10000, 'u' || 1 + (n + 1) % 10000, 'post_comment', 'p' || n
    FROM generate_series(1, 20000) n;
    RESET session_replication_role;
"""
