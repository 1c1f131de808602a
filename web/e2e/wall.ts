import type { Page } from "@playwright/test";
import type { Inflow } from "./inflow";

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="#357"/></svg>';

/** The picture of inserted posts: their files do not exist, so every browser gets the same one. */
export const hangPictures = (page: Page) =>
  page
    .context()
    .route(/:\d+\/media\//, (route) => route.fulfill({ contentType: "image/svg+xml", body: PICTURE }));

interface Making {
  count?: number;
  postType?: "sphere" | "cue";
  /** The age of the newest post in seconds; each post before it is a second older. */
  age?: number;
  shape?: [width: number, height: number];
}

/** Inserts posts of a member with SQL: `<words> 1` is the newest. */
export function hang(inflow: Inflow, username: string, words: string, making?: Making): void {
  inflow.byHand(hanging(username, words, making));
}

/** What hangs them. */
export function hanging(
  username: string,
  words: string,
  { count = 1, postType = "sphere", age = 0, shape: [width, height] = [400, 600] }: Making = {},
): string {
  const name = `${username}-${words.replaceAll(" ", "-")}-`;
  return `
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    SELECT '${name}' || number, users.id, 'jpeg', ${width}, ${height}, 1, '', '', 'finished',
      '[{"name": "400.jpg", "width": ${width}, "height": ${height}, "type": "image/jpeg"}]'
    FROM users, generate_series(1, ${count}) AS number WHERE users.username = '${username}';
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, alt_text, created_at)
    SELECT '${name}' || number, users.id, '${name}' || number, users.nook, '${postType}', 'vertical', '${words} ' || number,
      now() - (${age} + number) * interval '1 second'
    FROM users, generate_series(1, ${count}) AS number WHERE users.username = '${username}';`;
}

/** Counts the queries of this path that the page subscribes to at once, from its next socket on. */
export function countFollowed(page: Page, path: string): { most: number } {
  const counted = { most: 0 };
  page.on("websocket", (socket) => {
    const followed = new Set<number>();
    socket.on("framesent", ({ payload }) => {
      const { modifications = [] } = JSON.parse(String(payload)) as { modifications?: Modification[] };
      for (const { type, queryId, udfPath } of modifications) {
        if (type === "Remove") followed.delete(queryId);
        else if (udfPath === path) followed.add(queryId);
      }
      counted.most = Math.max(counted.most, followed.size);
    });
  });
  return counted;
}

interface Modification {
  type: "Add" | "Remove";
  queryId: number;
  udfPath?: string;
  args?: { text?: string }[];
}

/** The texts of a page's member searches, one by one; the test can hold back the answers. */
export async function searchesOf(page: Page) {
  const texts: string[] = [];
  const held: (() => void)[] = [];
  let isHeld = false;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((sent) => {
      const { modifications = [] } = JSON.parse(String(sent)) as { modifications?: Modification[] };
      for (const { type, udfPath, args } of modifications)
        if (type === "Add" && udfPath === "profiles:search") texts.push(args?.[0]?.text ?? "");
      server.send(sent);
    });
    server.onMessage((heard) => {
      const pass = () => socket.send(heard);
      if (isHeld) held.push(pass);
      else pass();
    });
  });
  return {
    texts,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
  };
}

/** How many fotos this browser has stored for reading offline. */
export const keptFotosOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((answer) => {
        const opening = indexedDB.open("inflow");
        // The app itself creates the database, with its object store.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => answer(0);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains("shelf")) return answer(0);
          const reading = database.transaction("shelf").objectStore("shelf").get("feed");
          reading.onsuccess = () => {
            database.close();
            answer(reading.result?.pictures.length ?? 0);
          };
        };
      }),
  );
