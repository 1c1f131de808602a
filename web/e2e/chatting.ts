import { type BrowserContext, expect, type Locator, type Page, type WebSocketRoute } from "@playwright/test";
import { isAccessible } from "./axe";
import type { Inflow } from "./inflow";
import type { Joined } from "./joining";

const KEPT_CHAT = "kept-chat-";
const UNSENT_FOTO = "outbox-foto-";

/** A member in one of their pages. */
type Looking = Pick<Joined, "page">;

export const button = ({ page }: Looking, name: string) => page.getByRole("button", { name, exact: true });
export const chat = ({ page }: Looking) => page.getByRole("dialog", { name: "Chat" });
export const field = ({ page }: Joined) => page.getByPlaceholder("Type a message...");
export const rowOf = ({ page }: Looking, username: string) =>
  page.getByRole("listitem").filter({ hasText: `@${username}` });
export const lineOf = ({ page }: Joined, words: string) =>
  page.getByRole("region", { name: "Messages" }).getByRole("listitem").filter({ hasText: words });
/** The element with the words: a button for the member's own messages. */
export const message = (person: Joined, words: string | RegExp) =>
  chat(person).getByRole("listitem").locator("> button, > div, > div > button").getByText(words);

export const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? 0;

export async function opens(person: Joined, username: string): Promise<void> {
  await person.page.getByRole("link", { name: `@${username}` }).click();
  await expect(field(person)).toBeVisible();
}

/** `asker` asks to come into flow, `asked` accepts; the id of their conversation. */
export async function comeIntoFlow(asker: Joined, asked: Joined): Promise<string> {
  const parties = { sender_id: asker.profileId, receiver_id: asked.profileId };
  await asker.call("mutation", "flowRequests:requestSync", parties);
  const { requests } = await asked.call<{ requests: { id: string; sender_id: string }[] }>(
    "query",
    "flowRequests:getIncoming",
    { profile_id: asked.profileId },
  );
  const request = requests.find(({ sender_id }) => sender_id === asker.profileId);
  await asked.call("mutation", "flowRequests:accept", { requestId: request?.id });
  const ends = { profileId: asked.profileId, otherId: asker.profileId };
  return asked.call<string>("mutation", "messages:openConversation", ends);
}

export async function writes(person: Joined, words: string): Promise<void> {
  await field(person).fill(words);
  await field(person).press("Enter");
}

/** Begins to log out, reads what would be lost, and stays. */
export async function staysWhenAsked(person: Joined, words: string): Promise<void> {
  await button(person, "Menu").click();
  await person.page.getByRole("menuitem", { name: "Log out" }).click();
  const question = person.page.getByRole("dialog", { name: "Log out?" });
  await expect(question).toContainText(words);
  await isAccessible(person.page, "a question before messages are lost");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
}

/** Counts lines that are taken out of the list from now on. */
export function watchForRemounts(): void {
  const counted = Object.assign(window, { taken: 0 });
  const list = document.querySelector('section[aria-label="Messages"] ol');
  const watcher = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) counted.taken += removedNodes.length;
  });
  if (list) watcher.observe(list, { childList: true });
}

/** The way from a browser to the server. Going offline cuts no socket that is open, so that has to be done by hand. */
export async function roadOf(context: BrowserContext) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await context.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  return {
    async cut(): Promise<void> {
      isCut = true;
      await context.setOffline(true);
      for (const socket of open) await socket.close();
      open.clear();
    },
    mend(): Promise<void> {
      isCut = false;
      return context.setOffline(false);
    },
  };
}

/** The values in this browser's storage, by key. */
const shelfOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, unknown>>((done, fail) => {
        const opening = indexedDB.open("inflow");
        opening.onerror = fail;
        opening.onsuccess = () => {
          const shelf = opening.result.transaction("shelf").objectStore("shelf");
          const keys = shelf.getAllKeys();
          const values = shelf.getAll();
          values.onsuccess = () => {
            opening.result.close();
            done(Object.fromEntries(keys.result.map((key, at) => [String(key), values.result[at]])));
          };
        };
      }),
  );

/** The messages in this browser's outbox. */
export const outboxOf = async (page: Page) => (await shelfOf(page)).outbox;

/** Under which keys it keeps the files of fotos that are still to be sent. */
export const fotosOnShelf = async (page: Page) =>
  Object.keys(await shelfOf(page)).filter((key) => key.startsWith(UNSENT_FOTO));

/** The cached conversations of this browser: the number of messages, by id. */
export const keptChatsOf = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await shelfOf(page))
      .filter(([key]) => key.startsWith(KEPT_CHAT))
      .map(([key, chat]) => [key.replace(KEPT_CHAT, ""), (chat as { messages: unknown[] }).messages.length]),
  );

/** Two pictures in a row in which nothing has moved: no page is on its way, no wheel is turning. */
export async function isStill(list: Locator): Promise<boolean> {
  return list.evaluate((element) => {
    const measure = () => `${element.scrollTop} ${element.scrollHeight}`;
    const now = measure();
    const frames = (left: number, done: () => void): void =>
      void (left ? requestAnimationFrame(() => frames(left - 1, done)) : done());
    return new Promise<boolean>((tell) => frames(10, () => tell(now === measure())));
  });
}

/** A message that is in the middle of the list, and where it stands. */
export const placeOfMiddle = (list: Locator) =>
  list.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const lines = [...element.querySelectorAll<HTMLElement>("[data-key]")];
    const line = lines.find((one) => one.getBoundingClientRect().top > top + height / 2);
    return { key: line?.dataset.key ?? "", y: line?.getBoundingClientRect().top ?? 0 };
  });

/** By how many pixels it has moved since. */
export async function movedSince({ key, y }: { key: string; y: number }, list: Locator): Promise<number> {
  const box = await list.locator(`[data-key="${key}"]`).boundingBox();
  return Math.abs((box?.y ?? Number.NaN) - y);
}

/** Scrolls to the oldest message. Answers by how many pixels the visible messages move while older ones load above. */
export const readsUpwards = (list: Locator) =>
  list.evaluate(async (element) => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const height = element.scrollHeight;
    element.scrollTop = -height;
    for (let drawn = 0; drawn < 3; drawn += 1) await frame();
    const { top, bottom } = element.getBoundingClientRect();
    const lines = () => [...element.querySelectorAll<HTMLElement>("[data-key]")];
    const isInView = (line: HTMLElement) => {
      const { top: y } = line.getBoundingClientRect();
      return y > top && y < bottom;
    };
    const held = lines().findLast(isInView);
    const before = held?.getBoundingClientRect().top ?? Number.NaN;
    let moved = 0;
    let still = 0;
    for (let frames = 0; still < 20 && frames < 900; frames += 1) {
      await frame();
      still = element.scrollHeight > height ? still + 1 : 0;
      moved = Math.max(moved, Math.abs((held?.getBoundingClientRect().top ?? Number.NaN) - before));
    }
    return { moved, grown: element.scrollHeight - height };
  });

/** The newest message's place in a conversation, as the server knows it. */
export async function newestOf(reader: Joined, conversationId: string): Promise<number> {
  const { page } = await reader.call<{ page: { seq: number }[] }>("query", "messages:getMessages", {
    conversationId,
  });
  return page[0]?.seq ?? 0;
}

/** Writes messages with SQL, as deleted ones: only the server can encrypt words that it can read. */
export function tellsALongStory(inflow: Inflow, conversationId: string, length: number): void {
  inflow.byHand(`
    INSERT INTO messages (id, conversation_id, seq, seat, client_id, type, is_deleted, created_at)
    SELECT 'story-' || number, conversations.id, conversations.last_seq + number, number % 2, 'story-' || number, 'text',
      true, now()
    FROM conversations, generate_series(1, ${length}) AS number WHERE conversations.id = '${conversationId}';
    UPDATE conversations SET last_seq = last_seq + ${length} WHERE id = '${conversationId}';
    UPDATE conversation_sides SET last_seq = last_seq + ${length} WHERE conversation_id = '${conversationId}'`);
}

/** Inserts members with SQL who want to come into flow with Alice. */
export function asks(inflow: Inflow, count: number): void {
  inflow.byHand(`
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth)
    SELECT 'asker-' || number, 'asker-' || number, number || '@example.com', 'asker_' || number, 'Asker ' || number, '1990-01-01'
    FROM generate_series(1, ${count}) AS number;
    INSERT INTO profiles (id, user_id)
    SELECT 'asker-profile-' || number, 'asker-' || number FROM generate_series(1, ${count}) AS number;
    INSERT INTO flow_requests (id, sender_id, receiver_id)
    SELECT 'asker-request-' || number, 'asker-' || number, users.id
    FROM users, generate_series(1, ${count}) AS number WHERE users.username = 'alice'`);
}

export const X: [number, number][] = [
  [40, 40],
  [240, 240],
  [240, 40],
  [40, 240],
];

export const CIRCLE: [number, number][] = Array.from({ length: 25 }, (_, at) => [
  150 + 100 * Math.cos((at * Math.PI) / 11),
  150 + 100 * Math.sin((at * Math.PI) / 11),
]);

/** Draws from corner to corner of the pad without letting go. */
export async function draws(pad: Locator, corners: [number, number][]): Promise<void> {
  const { mouse } = pad.page();
  const box = await pad.getByRole("img").boundingBox();
  const [first, ...others] = corners.map(([x, y]) => [x + (box?.x ?? 0), y + (box?.y ?? 0)] as const);
  if (first) await mouse.move(...first);
  await mouse.down();
  for (const corner of others) await mouse.move(...corner, { steps: 8 });
  await mouse.up();
}
