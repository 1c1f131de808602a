import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { Judge } from "./judge";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choose, photograph } from "./photographs";
import type { Row } from "./screen-states/row";
import { Seat } from "./screen-states/seat";
import { hang } from "./wall";

const LIGHT = "An orange dahlia";
const REPORTED = "Foto or flick by @alice";

let mail: MailServer;
let judge: Judge;
let inflow: Inflow;
let folder: string;
/** Alice posts, Bob reports, Carol stands by; Mara and Noa are moderators, and Mara is an owner. */
let alice: Joined;
let bob: Joined;
let carol: Joined;
let mara: Joined;
let noa: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  // Each connection is taken by one of two processes, so that a decision goes from one to the other.
  judge = await Judge.open();
  inflow = await Inflow.start(await mail.open(), judge.settings, { workers: 2 });
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  const arrives = (name: string, size = DESKTOP) => joins(name, { browser, inflow, mail, size });
  alice = await arrives("Alice", PHONE);
  bob = await arrives("Bob", PHONE);
  carol = await arrives("Carol");
  mara = await arrives("Mara");
  noa = await arrives("Noa");
});

test.afterAll(async () => {
  for (const person of [alice, bob, carol, mara, noa]) await person?.leaves();
  await inflow?.stop();
  await judge?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("for members there is no console, and an owner makes moderators in it", async () => {
  await noa.visits("/moderation");
  await expect(noa.page).toHaveURL(/\/homefeed$/);
  const nav = (person: Joined) =>
    person.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "CASES" });
  await expect(noa.page.getByRole("main").getByText("No posts to display")).toBeVisible();
  await expect(nav(noa)).toHaveCount(0);

  inflow.command("role", "grant", "mara", "owner");
  await expect(nav(mara)).toBeVisible();
  // On a phone the rail is not there, and the menu is.
  await mara.page.getByRole("button", { name: "Menu" }).click();
  await mara.page.getByRole("menuitem", { name: "Moderation" }).click();
  await expect(nav(mara)).toHaveAttribute("aria-current", "page");
  await mara.page.getByRole("tab", { name: "TEAM" }).click();
  await mara.page.getByRole("searchbox").fill("noa");
  await mara.page.getByLabel("Role of @noa").selectOption("Moderator");
  await expect(mara.page.getByText("Role changed.")).toBeVisible();
  await expect(mara.page.getByRole("list", { name: "Moderators and owners" })).toContainText("@noa");
  await isAccessible(mara.page, "the team, as an owner sees it");
  await mara.page.getByRole("searchbox").fill("");
  await mara.page.getByLabel("Role of @mara").selectOption("Member");
  await expect(mara.page.getByText("Make another member an owner first.").first()).toBeVisible();
  await expect(mara.page.getByLabel("Role of @mara")).toHaveValue("owner");

  // The rail of an open page learns of it.
  await nav(noa).click();
  await noa.page.getByRole("tab", { name: "TEAM" }).click();
  await expect(noa.page.getByText("Owner", { exact: true })).toBeVisible();
  await expect(noa.page.getByRole("combobox")).toHaveCount(0);
});

test("a foto is reported, looked at by two, removed by one, and gone from an open wall", async () => {
  await test.step("Alice posts it, and Carol's open wall shows it", async () => {
    await alice.prepares(photograph(folder, "flower.jpg"), "First light", LIGHT);
    await alice.postToSphere.click();
    await expect(carol.foto(LIGHT)).toBeVisible();
  });

  await test.step("both moderators look at the empty queue", async () => {
    for (const { page } of [mara, noa]) {
      await page.getByRole("tab", { name: "OPEN" }).click();
      await expect(page.getByText("No open cases")).toBeVisible();
    }
  });

  await test.step("Bob reports it in three taps", async () => {
    const { page } = bob;
    await bob.foto(LIGHT).click();
    await page.getByRole("button", { name: "Report this foto" }).click();
    await page.getByRole("button", { name: "Violence or threats" }).click();
    await expect(page.getByText(/^Thank you\./)).toBeVisible();
  });

  await test.step("it appears in both queues, and Noa sees that Mara looks at it", async () => {
    for (const person of [mara, noa]) {
      const row = caseOf(person);
      await expect(row).toContainText("Violence or threats");
      await expect(row).toContainText("1 report");
    }
    await caseOf(mara).click();
    await expect(mara.page.getByRole("heading", { name: REPORTED })).toBeVisible();
    await expect(caseOf(noa)).toContainText("@mara is looking at this case");
    await caseOf(noa).click();
    await expect(panel(noa).getByText("@mara is looking at this case")).toBeVisible();
    await expect(panel(mara).getByText("@noa is looking at this case")).toBeVisible();
  });

  await test.step("they see the photo, its words, the report, and each other's notes", async () => {
    const photo = panel(mara).getByRole("img", { name: LIGHT });
    await expect(photo).toBeVisible();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(panel(mara)).toContainText("First light");
    await expect(panel(mara).getByRole("region", { name: "Reports" })).toContainText("@bob");
    await panel(noa).getByLabel("Your note").fill("I know this garden.");
    await panel(noa).getByRole("button", { name: "Add note" }).click();
    await expect(panel(mara).getByRole("region", { name: "Notes" })).toContainText("I know this garden.");
    for (const person of [mara, noa]) await isAccessible(person.page, `a case, open for ${person.name}`);
  });

  await test.step("Mara finds the same photo in Carol's cue, and a link to the reported one only", async () => {
    hang(inflow, "carol", "Copy", { postType: "cue" });
    inflow.byHand(`UPDATE media SET fingerprint = (SELECT media.fingerprint FROM media JOIN posts
      ON posts.media_id = media.id WHERE posts.alt_text = '${LIGHT}') WHERE id = 'carol-Copy-1'`);
    const same = panel(mara).getByRole("list", { name: "Other posts of this photo" });
    await panel(mara).getByRole("button", { name: "Find the same photo" }).click();
    await expect(same.getByRole("listitem")).toHaveCount(1);
    await expect(same).toContainText("@carol");
    await isAccessible(mara.page, "the other posts of a photo");
    const link = panel(mara).getByRole("link", { name: "Open it" });
    await expect(link).toHaveAttribute("href", /^\/homefeed\?post=/);
  });

  await test.step("Noa begins to warn, Mara removes it, and Noa's page says so and refuses kindly", async () => {
    await panel(noa).getByRole("button", { name: "Warn" }).click();
    const warning = noa.page.getByRole("dialog", { name: "Warn @alice?" });
    await expect(warning.getByRole("radio", { name: "Violence or threats" })).toBeChecked();
    await panel(mara).getByRole("button", { name: "Remove" }).click();
    const removal = mara.page.getByRole("dialog", { name: "Remove it?" });
    await removal.getByLabel("Facts, for the member (optional)").fill("There is a knife in the grass.");
    await isAccessible(mara.page, "the question before something is removed");
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(carol.foto(LIGHT)).toBeHidden();
    await expect(mara.page.getByText("No open cases")).toBeVisible();

    await warning.getByRole("button", { name: "Warn" }).click();
    await expect(noa.page.getByText("This case was closed by another moderator.").first()).toBeVisible();
    await expect(panel(noa)).toContainText("This case is closed. Removed, by @mara.");
    await expect(panel(noa).getByRole("button", { name: "Warn" })).toBeHidden();
  });
});

test("Alice reads why and appeals; Mara may not decide; Noa grants, and the foto is back", async () => {
  const { page } = alice;
  await alice.visits("/settings/safety");
  const decision = page.getByRole("listitem").filter({ hasText: "Removed: a foto or flick of yours" });
  await expect(decision).toContainText("There is a knife in the grass.");
  await decision.getByRole("button", { name: "Appeal" }).click();
  await decision.getByLabel("Why should it be decided otherwise?").fill("It is a garden knife.");
  await decision.getByRole("button", { name: "Send appeal" }).click();

  for (const person of [mara, noa]) {
    await person.page.getByRole("tab", { name: "APPEALS" }).click();
    await person.page.getByRole("link", { name: /@alice/ }).click();
    await expect(panel(person)).toContainText("It is a garden knife.");
  }
  await expect(panel(mara)).toContainText("Another moderator has to decide this.");
  await expect(panel(mara).getByRole("button", { name: "Grant" })).toBeHidden();
  await panel(noa).getByRole("button", { name: "Grant" }).click();
  const question = noa.page.getByRole("dialog", { name: "Grant this appeal?" });
  await question.getByLabel("Your words (optional)").fill("So it is.");
  await question.getByRole("button", { name: "Grant" }).click();

  await expect(carol.foto(LIGHT)).toBeVisible();
  await expect(decision).toContainText("Granted");
  await expect(decision).toContainText("So it is.");
  await expect(noa.page.getByText("No open appeals")).toBeVisible();
});

test("a case takes three keys: one opens it, one chooses, one decides", async () => {
  const { page } = noa;
  await noa.visits("/moderation");
  await expect(page.getByText("No open cases")).toBeVisible();
  hang(inflow, "alice", "Spam", { count: 3 });
  for (const at of [3, 2, 1]) await reports("post", `alice-Spam-${at}`, "spam");
  const rows = page.getByRole("listitem").getByRole("link", { name: REPORTED });
  await expect(rows).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.first()).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: REPORTED })).toBeVisible();
  await page.keyboard.press("d");
  await expect(
    page.getByRole("dialog", { name: "Dismiss this case?" }).getByRole("button", { name: "Dismiss" }),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: REPORTED })).toBeVisible();
  await page.keyboard.press("u");
  await expect(
    page
      .getByRole("dialog", { name: "Take it off the walls?" })
      .getByRole("button", { name: "Take off walls" }),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(carol.foto("Spam 3")).toBeVisible();
  await expect(carol.foto("Spam 2")).toBeHidden();
  await expect(rows.first()).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: REPORTED })).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByLabel("Your note")).toBeFocused();
  await page.keyboard.type("dxu");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Your note")).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: REPORTED })).toBeHidden();
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText(
    "Take a foto or flick off the walls",
  );
  await page.keyboard.press("Escape");
});

test("the messages of a case are opened on the record, and only while it is open", async () => {
  const { page } = mara;
  const conversation = await comeIntoFlow(alice, bob);
  const said = await alice.call<{ _id: string }>("mutation", "messages:sendMessage", {
    conversationId: conversation,
    senderId: alice.profileId,
    receiverId: bob.profileId,
    content: "I know where you park.",
    type: "text",
    replyToId: null,
    clientId: "threat",
  });
  await reports("message", said._id, "violence");
  await mara.visits("/moderation");
  await page.getByRole("link", { name: /Message by @alice/ }).click();
  await expect(panel(mara)).toContainText("Opening them is recorded in the audit log.");
  await expect(panel(mara)).not.toContainText("where you park");
  await page.keyboard.press("o");
  await expect(panel(mara)).toContainText("I know where you park.");
  expect(inflow.command("audit", "export").match(/evidence opened/g)).toHaveLength(1);
  await isAccessible(page, "opened messages");
});

test("a photo that the content check refused is allowed by a moderator, and its owner posts it", async () => {
  const { page } = bob;
  const photo = photograph(folder, "rocket.jpg");
  const warning = page.getByRole("dialog", { name: "Content Warning" });
  await bob.visits("/post/fotos");
  judge.finds({ sexual_display: 0.99 });
  await choose(page, photo, false);
  await expect(warning).toContainText("Only moderators see it, and you get the answer by email.");
  await expect(warning.getByRole("button", { name: "Understood" })).toBeFocused();
  await isAccessible(page, "the warning that offers to ask a moderator");
  await warning.getByRole("button", { name: "Ask a moderator" }).click();
  await expect(page.getByText("A moderator will look at your photo.")).toBeVisible();
  await expect(warning).toBeHidden();
  await bob.visits("/settings/safety");
  const answer = page.getByRole("listitem").filter({ hasText: /^Photo/ });
  await expect(answer).toContainText("Waiting for a moderator");

  await noa.visits("/moderation");
  await noa.page.getByRole("link", { name: /^Refused photo by @bob/ }).click();
  await expect(panel(noa)).toContainText("The content check says: explicit content");
  await isAccessible(noa.page, "a refused photo that is covered");
  await expect(panel(noa).getByRole("button", { name: "Remove" })).toBeHidden();
  await noa.page.keyboard.press("o");
  const shown = panel(noa).getByRole("img", { name: "The refused photo" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await noa.page.keyboard.press("a");
  const question = noa.page.getByRole("dialog", { name: "Allow this photo?" });
  await expect(question.getByRole("button", { name: "Allow" })).toBeFocused();
  await noa.page.keyboard.press("Enter");
  await expect(panel(noa).getByRole("heading", { name: "Refused photo by @bob" })).toBeHidden();

  await expect(answer).toContainText("Allowed: upload it again");
  await bob.prepares(photo, "Lift-off", "A rocket");
  await bob.postToSphere.click();
  await expect(carol.foto("A rocket")).toBeVisible();
  judge.finds({});
});

test("a suspended member is out at once, and reads until when at the login; a reversal lets them in", async () => {
  await alice.visits("/homefeed");
  await expect(alice.page.getByRole("link", { name: "Your profile" })).toBeVisible();
  await panel(mara).getByRole("button", { name: "Suspend" }).click();
  const question = mara.page.getByRole("dialog", { name: "Suspend @alice?" });
  await question.getByLabel("For how many days").fill("14");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(alice.page.getByRole("heading", { name: "Login" })).toBeVisible();
  await alice.logsIn(alice.email, alice.password);
  await expect(alice.page.getByRole("alert")).toHaveText(/^Your account is suspended until /);
  await expect(carol.foto(LIGHT)).toBeHidden();

  await mara.page.getByRole("tab", { name: "CLOSED" }).click();
  await mara.page.getByRole("link", { name: /Message by @alice/ }).click();
  await expect(panel(mara)).toContainText("Messages are shown only while the case is open.");
  await panel(mara).getByRole("button", { name: "Reverse" }).click();
  const reversal = mara.page.getByRole("dialog", { name: "Reverse this decision?" });
  await reversal.getByRole("button", { name: "Reverse" }).click();
  await expect(panel(mara)).toContainText("Reversed");
  await alice.logsIn(alice.email, alice.password);
  await expect(alice.page).toHaveURL(/\/homefeed/);
  await expect(carol.foto(LIGHT)).toBeVisible();
});

const STATES: Row[] = [
  {
    name: "moderation",
    route: "/moderation",
    heading: "Moderation",
    full: "Foto or flick",
    asks: { loading: "Loading", failed: "Couldn't load the cases." },
    empty: { says: "No open cases" },
  },
  {
    name: "moderation-closed",
    route: "/moderation",
    at: "/moderation?tab=closed",
    heading: "Moderation",
    full: "Dismissed",
    asks: { loading: "Loading", failed: "Couldn't load the cases." },
    empty: { says: "No closed cases" },
  },
  {
    name: "moderation-appeals",
    route: "/moderation",
    at: "/moderation?tab=appeals",
    heading: "Moderation",
    full: "No open appeals",
    asks: { loading: "Loading", failed: "Couldn't load the appeals." },
    empty: { says: "No open appeals" },
  },
  {
    name: "moderation-team",
    route: "/moderation",
    at: "/moderation?tab=team",
    heading: "Moderation",
    full: "Owners give roles. Moderators decide cases.",
    asks: { loading: "Loading", failed: "Couldn't load the team." },
    empty: null,
  },
];

test("the console is whole in each of its states, on a phone and on a desktop", async () => {
  const second = await mara.opensAnother("/moderation");
  await second.setViewportSize(PHONE);
  const seats = await Promise.all([mara.page, second].map((page) => Seat.at(page)));
  const people = { bobsProfile: "", conversation: "" };
  const caseId = inflow.byHand("SELECT id FROM cases WHERE state = 'open'");
  const one: Row = {
    name: "moderation-case",
    route: "/moderation",
    at: `/moderation?case=${caseId}`,
    full: "Spam or a scam",
    asks: { loading: "Loading", failed: "Couldn't load this case." },
    empty: null,
  };
  for (const row of STATES) await Promise.all(seats.map((seat) => seat.seesEachState(row, people)));
  await Promise.all(seats.map((seat) => seat.seesEachState(one, people)));
  inflow.byHand("DELETE FROM cases");
  for (const row of STATES) await Promise.all(seats.map((seat) => seat.seesNothing(row, people)));
});

const caseOf = (person: Joined) => person.page.getByRole("link", { name: REPORTED });
const panel = (person: Joined) => person.page.getByRole("region", { name: "Case" });

/** Bob reports something. */
const reports = (kind: string, subjectId: string, reason: string) =>
  bob.call("mutation", "moderation:report", { kind, subjectId, reason });
