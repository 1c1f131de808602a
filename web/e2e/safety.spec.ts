import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const RESTRICTED = /^You can't post, comment, send requests or messages until /;

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let mara: Joined;
let conversation: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  mara = await joins("Mara", { browser, inflow, mail, size: DESKTOP });
  for (const { page } of [alice, bob, mara]) await hangPictures(page);
  conversation = await comeIntoFlow(alice, bob);
  hang(inflow, "alice", "Hers", { count: 2 });
  inflow.command("role", "grant", "mara", "owner");
});

test.afterAll(async () => {
  for (const person of [alice, bob, mara]) await person?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("Bob follows what becomes of his report, live", async () => {
  const { page } = bob;
  await bob.visits("/settings");
  await page.getByRole("link", { name: "Safety" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Safety" })).toBeVisible();
  await expect(page.getByText("What you report appears here.")).toBeVisible();
  await bob.call("mutation", "moderation:report", reportOf("profile", alice.profileId, "spam"));
  const row = page.getByRole("listitem").filter({ hasText: "Spam or a scam" });
  await expect(row).toContainText("Waiting for a moderator");
  await mara.call("mutation", "moderation:dismiss", { caseId: await openCase() });
  await expect(row).toContainText("Closed without a measure");
  await page.getByRole("link", { name: "Blocked members" }).click();
  await expect(page.getByText("No one blocked")).toBeVisible();
});

test("Alice is restricted: where she would write, she reads until when", async () => {
  const { page } = alice;
  await alice.visits("/homefeed?post=alice-Hers-1");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /comment/ })
    .click();
  await expect(page.getByPlaceholder("Add a comment…")).toBeVisible();
  await bob.call("mutation", "moderation:report", reportOf("post", "alice-Hers-1", "harassment"));
  await act({ measure: "restrict", reason: "harassment", facts: "Four names in the caption.", days: 3 });
  await expect(page.getByText(RESTRICTED)).toBeVisible();
  await expect(page.getByPlaceholder("Add a comment…")).toBeHidden();

  for (const path of [
    "/post/fotos",
    "/find",
    `/preview/${mara.profileId}`,
    `/intexted?chat=${conversation}`,
  ]) {
    await alice.visits(path);
    await expect(page.getByText(RESTRICTED)).toBeVisible();
    await isAccessible(page, `${path}, for a restricted member`);
  }
  await expect(page.getByPlaceholder("Type a message...")).toBeHidden();
  await page.getByRole("link", { name: "Read why" }).click();
  await expect(page).toHaveURL(/\/settings\/safety$/);
});

test("she reads the decision and appeals, and the answer comes while she looks", async () => {
  const { page } = alice;
  await alice.visits("/settings/safety");
  const decision = page.getByRole("listitem").filter({ hasText: "Restricted: no posts" });
  await expect(decision).toContainText("In force");
  await expect(decision).toContainText("No harassment");
  await expect(decision).toContainText("Four names in the caption.");
  await decision.getByRole("button", { name: "Appeal" }).click();
  const field = decision.getByLabel("Why should it be decided otherwise?");
  await expect(field).toBeFocused();
  await expect(decision.getByRole("button", { name: "Send appeal" })).toBeDisabled();
  await field.fill("The four of them asked me to.");
  await isAccessible(page, "the form for an appeal");
  await decision.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("Appeal sent.")).toBeVisible();
  await expect(decision).toContainText("Waiting for a moderator");
  await expect(decision.getByRole("button", { name: "Appeal" })).toBeHidden();

  const [appeal] = await mara.call<{ _id: string }[]>("query", "moderation:getAppeals", {});
  await mara.call("mutation", "moderation:decideAppeal", {
    appealId: appeal?._id,
    granted: true,
    words: "They did.",
  });
  await expect(decision).toContainText("Granted");
  await expect(decision).toContainText("Reversed");
  await expect(page.getByText(RESTRICTED)).toBeHidden();
});

test("Mara sees in a case what else was reported about Alice and what became of it, live", async () => {
  const { page } = mara;
  await bob.call("mutation", "moderation:report", reportOf("post", "alice-Hers-2", "spam"));
  await mara.visits("/moderation");
  await page.getByRole("link", { name: /by @alice/ }).click();
  const others = page.getByRole("list", { name: "Other cases" }).getByRole("listitem");
  await expect(others).toHaveText([
    /^Foto or flick1 report · Writing restricted/,
    /^Profile1 report · Dismissed/,
  ]);
  await expect(page.getByRole("list", { name: "What was decided before" })).toContainText("Reversed");

  await mara.call("mutation", "moderation:report", reportOf("post", "alice-Hers-1", "spam"));
  await expect(others).toHaveCount(3);
  await isAccessible(page, "a case with others about the member");
  await others.last().getByRole("link").click();
  await expect(page.getByText("This case is closed.")).toBeVisible();
  for (let left = 2; left > 0; left--)
    await mara.call("mutation", "moderation:dismiss", { caseId: await openCase() });
});

test("Alice is suspended: she is out at once, reads until when at the login, and appeals from there", async () => {
  const { page } = alice;
  await alice.visits("/homefeed");
  await expect(alice.foto("Hers 1")).toBeVisible();
  await bob.call("mutation", "moderation:report", reportOf("post", "alice-Hers-2", "hate"));
  await act({ measure: "suspend", reason: "hate", facts: "A slur in the picture.", days: 30 });
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();

  await alice.logsIn(alice.email, alice.password);
  await expect(page.getByRole("alert")).toHaveText(/^Your account is suspended until /);
  await isAccessible(page, "the login of a suspended member");
  await page.getByRole("link", { name: "Read why, or appeal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account is suspended" })).toBeVisible();
  await expect(page).toHaveURL(/\/appeal$/);
  const decision = page.getByRole("listitem").filter({ hasText: "A slur in the picture." });
  await expect(decision).toContainText("No hate");
  await isAccessible(page, "the decisions about a suspended member");
  await decision.getByRole("button", { name: "Appeal" }).click();
  await decision.getByLabel("Why should it be decided otherwise?").fill("It is the name of a village.");
  await decision.getByRole("button", { name: "Send appeal" }).click();
  await expect(decision).toContainText("It is the name of a village.");
  await expect(decision.getByRole("button", { name: "Appeal" })).toBeHidden();
});

test("a link that is not complete says so, and a server that fails can be asked again", async ({
  browser,
}) => {
  const { page } = alice;
  await alice.visits("/appeal#cut-off");
  await expect(page.getByRole("heading", { name: "This link is not complete" })).toBeVisible();
  await page.getByRole("link", { name: "To the login" }).click();
  await alice.logsIn(alice.email, alice.password);
  await page.route("**/api/appeals/decisions", (route) => route.fulfill({ status: 500, json: null }), {
    times: 1,
  });
  await page.getByRole("link", { name: "Read why, or appeal" }).click();
  await expect(page.getByText("Couldn't load these decisions.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("A slur in the picture.")).toBeVisible();

  const [appeal] = await mara.call<{ _id: string }[]>("query", "moderation:getAppeals", {});
  await mara.call("mutation", "moderation:decideAppeal", { appealId: appeal?._id, granted: true });
  const elsewhere = await Person.arrives("Alice", browser, inflow, PHONE);
  await elsewhere.visits("/login");
  await elsewhere.logsIn(alice.email, alice.password);
  await expect(elsewhere.page).toHaveURL(/\/homefeed$/);
  await elsewhere.leaves();
});

const reportOf = (kind: string, subjectId: string, reason: string) => ({ kind, subjectId, reason });

/** The oldest open case. */
async function openCase(): Promise<string | undefined> {
  const paginationOpts = { numItems: 1, cursor: null };
  const { page } = await mara.call<{ page: { _id: string }[] }>("query", "moderation:getCases", {
    paginationOpts,
  });
  return page[0]?._id;
}

/** Mara takes a measure in the oldest open case. */
const act = async (what: object) =>
  mara.call("mutation", "moderation:act", { caseId: await openCase(), ...what });
