/**
 * Inserts a small community with SQL, so that every screen has data: around Alice, through whose eyes the test looks.
 */
import type { Page } from "@playwright/test";
import type { Inflow } from "../inflow";
import type { Joined } from "../joining";
import { hanging } from "../wall";

const CROWD = ["Noor Lind", "Ivo Holm", "Lena Holt", "Sami Holm", "Rosa Holm", "Juno Okoye", "Tove Holm"]
  .concat("Milo Holm", "Ada Holm", "Finn Walsh", "Zoe Adler", "Omar Nazari", "Vera Costa", "Theo Blanc")
  .map((fullName, at) => ({
    fullName,
    username: fullName.toLowerCase().replace(" ", "_"),
    id: `crowd-${at}`,
  }));
const SHAPES: Record<string, [number, number]> = {
  vertical: [360, 640],
  horizontal: [400, 400],
  landscape: [640, 360],
};
/** The foto with comments, and the one without. */
export const SPOKEN_OF = "alice-vertical-2";
export const UNSPOKEN_OF = "alice-vertical-1";

/** Alice and Bob come into flow. He does the asking, so that no page of hers celebrates it. */
export async function meet(alice: Joined, bob: Joined): Promise<string> {
  const asked = { sender_id: bob.profileId, receiver_id: alice.profileId };
  const { id } = await bob.call<{ id: string }>("mutation", "flowRequests:requestSync", asked);
  await alice.call("mutation", "flowRequests:accept", { requestId: id });
  return alice.call("mutation", "messages:openConversation", {
    profileId: alice.profileId,
    otherId: bob.profileId,
  });
}

/** They have said something to each other, each in turn. */
export async function talk(alice: Joined, bob: Joined, conversationId: string): Promise<void> {
  const words = [
    "Are you still at the harbour?",
    "Until six. The light is just turning.",
    "Save me the last ten minutes of it",
    "There is a heron on the third post. It has not moved since noon, and neither have I.",
    "On my way",
  ];
  for (const [at, content] of words.entries()) {
    const [from, to] = at % 2 ? [alice, bob] : [bob, alice];
    await from.call("mutation", "messages:sendMessage", {
      conversationId,
      senderId: from.profileId,
      receiverId: to.profileId,
      content,
      type: "text",
      replyToId: null,
      clientId: `said-${at}`,
    });
  }
}

/** Fourteen more members, six of them called Holm, and the data of all of them and of Alice. */
export function live(inflow: Inflow): void {
  const rows = CROWD.map(({ id, username, fullName }) => `('${id}', '${username}', '${fullName}')`).join();
  const shapes = Object.entries(SHAPES).map(([shape, size], at) =>
    hanging("alice", shape, { count: 5, shape: size, age: 60 * at }),
  );
  inflow.byHand(`
    CREATE TEMP TABLE crowd AS SELECT * FROM (VALUES ${rows}) AS crowd (id, username, full_name);
    ${[MEMBERS, FLOWS, CURATORS, ...shapes, ...WALLS, POSTS, DRAFTS, IMPORT, WORDS, GRIDS, TOLD, DECISIONS].join("\n")}`);
}

const WALLS = [
  hanging("noor_lind", "For her cues", { count: 7, postType: "cue", shape: [400, 500] }),
  hanging("lena_holt", "By a curator", { count: 8, age: 300, shape: [500, 400] }),
  hanging("bob", "Pier", { count: 6, age: 400, shape: [500, 400] }),
  hanging("alice", "Archived", { count: 3, age: 1200, shape: [400, 500] }),
  hanging("alice", "Waves", { count: 4, age: 900, shape: [360, 640] }),
  hanging("bob", "Surf", { count: 3, age: 900, shape: [360, 640] }),
  hanging("lena_holt", "Clouds", { count: 3, age: 900, shape: [360, 640] }),
];

const MEMBERS = `
  INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
  SELECT id, id, username || '@example.org', username, full_name, '1990-01-01', 'scenic' FROM crowd;
  INSERT INTO profiles (id, user_id, quote) SELECT id, id, 'Early light, late trains.' FROM crowd;
  INSERT INTO profile_words (user_id, place, initial, word)
  SELECT id, 0, ascii(lower(full_name)), lower(split_part(full_name, ' ', 1)) FROM crowd;
  INSERT INTO profile_words (user_id, place, initial, word)
  SELECT id, 1, ascii(split_part(lower(full_name), ' ', 2)), split_part(lower(full_name), ' ', 2) FROM crowd;
  UPDATE profiles SET quote = 'Salt on the lens, and no regrets.'
  FROM users WHERE users.id = user_id AND username IN ('alice', 'bob');`;

/** In flow with the first three; the next five ask, Alice asks three more, and two are blocked. */
const FLOWS = `
  INSERT INTO connections (member_id, other_id, asked)
  SELECT users.id, crowd.id, true FROM users, crowd WHERE users.username = 'alice' AND crowd.id IN ('crowd-0', 'crowd-1', 'crowd-2')
  UNION ALL
  SELECT crowd.id, users.id, false FROM users, crowd WHERE users.username = 'alice' AND crowd.id IN ('crowd-0', 'crowd-1', 'crowd-2');
  INSERT INTO flow_requests (id, sender_id, receiver_id)
  SELECT 'asks-' || crowd.id, crowd.id, users.id FROM users, crowd
  WHERE users.username = 'alice' AND crowd.id IN ('crowd-3', 'crowd-4', 'crowd-5', 'crowd-6', 'crowd-7');
  INSERT INTO flow_requests (id, sender_id, receiver_id)
  SELECT 'asked-' || crowd.id, users.id, crowd.id FROM users, crowd
  WHERE users.username = 'alice' AND crowd.id IN ('crowd-8', 'crowd-9', 'crowd-10');
  INSERT INTO blocks (blocker_id, blocked_id)
  SELECT users.id, crowd.id FROM users, crowd WHERE users.username = 'alice' AND crowd.id IN ('crowd-12', 'crowd-13');
  INSERT INTO hidden (viewer_id, hidden_id)
  SELECT blocker_id, blocked_id FROM blocks UNION ALL SELECT blocked_id, blocker_id FROM blocks;`;

const CURATORS = `
  INSERT INTO aura (user_id, photos_uploaded, grids_created, syncs, has_badge, badge_since)
  SELECT id, 120, 30, 250, true, now() FROM crowd WHERE id IN ('crowd-2', 'crowd-5', 'crowd-8', 'crowd-9', 'crowd-10');
  INSERT INTO aura (user_id, photos_uploaded, grids_created, syncs)
  SELECT id, 84, 12, 143 FROM users WHERE username = 'alice'
  ON CONFLICT (user_id) DO UPDATE SET photos_uploaded = 84, grids_created = 12, syncs = 143;
  INSERT INTO proposals (id, name, proposed_by, voters, voting_ends)
  VALUES ('next', 'salt and stone', 'crowd-2', 9, now() + interval '5 days');`;

const POSTS = `
  INSERT INTO saves (member_id, post_id) SELECT users.id, posts.id FROM users, posts
  WHERE users.username = 'alice' AND split_part(alt_text, ' ', 1) = 'Pier';
  INSERT INTO collections (id, member_id, name) SELECT 'sea', id, 'Sea' FROM users WHERE username = 'alice';
  UPDATE posts SET post_type = 'archived', archived_from = 'sphere' WHERE split_part(alt_text, ' ', 1) = 'Archived';
  UPDATE posts SET ratio = split_part(alt_text, ' ', 1) WHERE split_part(alt_text, ' ', 1) IN ('vertical', 'horizontal', 'landscape');
  UPDATE posts SET caption = 'An hour north of the harbour, waiting for the tide.', edited_at = now() WHERE id LIKE 'alice-vertical-%';
  UPDATE posts SET is_video = true WHERE split_part(alt_text, ' ', 1) IN ('Waves', 'Surf', 'Clouds');`;

/** One that was not posted, one that waits for its time, and one that is neither. */
const DRAFTS = `
  INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
  SELECT 'draft-' || number, users.id, 'jpeg', 400, 500, 1, '', '', 'finished',
    '[{"name": "400.jpg", "width": 400, "height": 500, "type": "image/jpeg"}]'
  FROM users, generate_series(1, 3) AS number WHERE users.username = 'alice';
  INSERT INTO drafts (id, author_id, caption, publish_at, try_at, post_type, failed_code, failed_words, failed_at)
  SELECT 'draft-' || number, users.id, caption, at, at, CASE WHEN at IS NOT NULL THEN 'cue' END, code,
    CASE WHEN code IS NOT NULL THEN 'This foto has already been posted.' END, CASE WHEN code IS NOT NULL THEN now() END
  FROM users, (VALUES (1, 'Ebb', NULL, 'conflict'), (2, 'Next tide', now() + interval '30 days', NULL), (3, '', NULL, NULL))
    AS made (number, caption, at, code)
  WHERE users.username = 'alice';
  INSERT INTO draft_fotos (draft_id, position, media_id, ratio, shape)
  SELECT id, 0, id, 'vertical', '9:16' FROM drafts WHERE id LIKE 'draft-%';`;

/** An archive that was read, with one thing that cannot come and one that changes. */
const IMPORT = `
  INSERT INTO imports (id, user_id, state, source, file_name, byte_size, total, contents)
  SELECT 'moving', id, 'ready', 'instagram', 'instagram-alice-2026-03-05.zip', 81234567, 42,
    '{"posts": 41, "fotos": 58, "videos": 3, "undated": 2, "shortened": 1, "earliest": "2015-03-03T10:00:00.000Z",
      "latest": "2024-11-03T10:00:00.000Z"}'
  FROM users WHERE username = 'alice';
  INSERT INTO import_items (import_id, number, key, content, state, why)
  VALUES ('moving', 0, 'a', '{"name": "media/posts/201503/17823987239847_n_a-long-name-of-a-file.mp4"}', 'refused', 'Videos can''t be brought along.'),
    ('moving', 1, 'b', '{"name": "media/posts/201503/two.jpg"}', 'waiting', 'The caption was too long and is shortened.');`;

const WORDS = `
  INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, reply_count, created_at)
  VALUES ('said-1', '${SPOKEN_OF}', 'said-1', 0, 'crowd-0', 'Where is that?', 1, now() - interval '3 hours'),
    ('said-2', '${SPOKEN_OF}', 'said-2', 0, 'crowd-1', 'The water looks like brushed steel. How long did you wait?', 0, now() - interval '2 hours'),
    ('said-3', '${SPOKEN_OF}', 'said-3', 0, 'crowd-2', 'Print this one.', 0, now() - interval '5 minutes');
  INSERT INTO comments (id, post_id, parent_id, depth, author_id, content)
  SELECT 'said-4', '${SPOKEN_OF}', 'said-1', 1, id, 'An hour north' FROM users WHERE username = 'alice';
  INSERT INTO reactions (post_id, member_id, reaction)
  VALUES ('${SPOKEN_OF}', 'crowd-0', 'graceful'), ('${SPOKEN_OF}', 'crowd-1', 'graceful'), ('${SPOKEN_OF}', 'crowd-2', 'ciao');`;

const GRIDS = `
  INSERT INTO grids (id, author_id, layout, post_type, made_of, created_at)
  SELECT 'grid-' || place, users.id, layout, 'sphere', 'grid-' || place, now() - place * interval '1 minute'
  FROM users, unnest(ARRAY['layout1', 'vertical1', 'landscape'] || array_fill('vertical2'::text, ARRAY[10]))
    WITH ORDINALITY AS made (layout, place)
  WHERE users.username = 'alice'
  UNION ALL SELECT 'bobs', users.id, 'layout2', 'sphere', 'bobs', now() FROM users WHERE users.username = 'bob';
  INSERT INTO grid_images (grid_id, place, post_id)
  SELECT 'grid-' || number, place, 'alice-vertical-' || place + 1
  FROM unnest(ARRAY[2] || ARRAY(SELECT generate_series(4, 13))) AS number, generate_series(0, 2) AS place;
  INSERT INTO grid_images (grid_id, place, post_id)
  VALUES ('grid-1', 0, 'alice-vertical-1'), ('grid-1', 1, 'alice-horizontal-1'), ('grid-1', 2, 'alice-horizontal-2'),
    ('grid-3', 0, 'alice-landscape-1'), ('grid-3', 1, 'alice-landscape-2'),
    ('bobs', 0, 'bob-Pier-1'), ('bobs', 1, 'bob-Pier-2'), ('bobs', 2, 'bob-Pier-3');`;

/** One of them is unread: with more, their previews would turn all the time. */
const TOLD = `
  INSERT INTO notifications (id, member_id, sender_id, type, subject, read, created_at)
  SELECT 'told-' || number, users.id, 'crowd-' || number, 'post_comment', '${SPOKEN_OF}', number > 0, now() - number * interval '1 hour'
  FROM users, generate_series(0, 6) AS number WHERE users.username = 'alice';
  UPDATE notifications SET read = true WHERE type <> 'post_comment';`;

/** Alice has reported twice, and moderators decided about a foto of hers and a comment. */
const DECISIONS = `
  INSERT INTO cases (id, kind, subject_id, member_id, state, opened_at, closed_at)
  SELECT 'case-' || number, kind, 'gone-' || number, member_id, state, now() - number * interval '1 day',
    CASE state WHEN 'closed' THEN now() END
  FROM users, LATERAL (VALUES (1, 'comment', 'crowd-3', 'open'), (2, 'profile', 'crowd-4', 'closed'),
    (3, 'post', users.id, 'closed'), (4, 'comment', users.id, 'closed')) AS made (number, kind, member_id, state)
  WHERE users.username = 'alice';
  INSERT INTO reports (id, case_id, reporter_id, reason, created_at)
  SELECT 'report-' || number, 'case-' || number, users.id, reason, now() - number * interval '1 day'
  FROM users, (VALUES (1, 'harassment'), (2, 'impersonation')) AS made (number, reason) WHERE users.username = 'alice';
  INSERT INTO measures (id, case_id, member_id, moderator_id, kind, reason, facts, state, created_at)
  SELECT 'measure-' || number, 'case-' || number, member_id, 'crowd-5', kind, reason, facts, state, now() - number * interval '1 day'
  FROM users, LATERAL (VALUES
    (2, 'crowd-4', 'remove', 'impersonation', '', 'in_force'),
    (3, users.id, 'unlist', 'spam', 'The same foto was posted nine times within an hour.', 'in_force'),
    (4, users.id, 'warn', 'harassment', '', 'reversed')) AS made (number, member_id, kind, reason, facts, state)
  WHERE users.username = 'alice';`;

const HUES = [205, 172, 28, 262, 12, 96];

/** Every picture a calm evening of its own, instead of files that are not there. */
export const paint = (page: Page) =>
  page.context().route(/:\d+\/media\//, (route) => {
    const name = new URL(route.request().url()).pathname;
    const mark = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
    const hue = HUES[mark % HUES.length];
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60" width="400" height="600" preserveAspectRatio="xMidYMid slice">
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 30% 22%)"/><stop offset="1" stop-color="hsl(${(hue ?? 0) + 30} 55% 66%)"/></linearGradient>
      <rect width="40" height="60" fill="url(#sky)"/><circle cx="${8 + (mark % 24)}" cy="${16 + (mark % 11)}" r="3" fill="hsl(40 80% 88%)"/>
      <path d="M0 ${38 + (mark % 7)}q10-${4 + (mark % 6)} 20 0t20 0V60H0z" fill="hsl(${hue} 35% 14%)"/></svg>`;
    return route.fulfill({ contentType: "image/svg+xml", body });
  });
