import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { live, meet, paint, talk } from "./screen-states/world";

const THANKS = "Thank you. You'll see what became of it under Settings, Safety.";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let conversation: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  for (const { page } of [alice, bob]) await paint(page);
  conversation = await meet(alice, bob);
  await talk(alice, bob, conversation);
  live(inflow);
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("Bob reports Alice's foto in two taps, and is thanked", async () => {
  const { page } = bob;
  await bob.visits("/homefeed?post=alice-vertical-2");
  const foto = page.getByRole("dialog", { name: "Foto by @alice" });
  await foto.getByRole("button", { name: "Report this foto" }).click();
  const dialog = page.getByRole("dialog", { name: "Report a post" });
  await isAccessible(page, "the report of a foto");
  await dialog.getByRole("button", { name: "Harassment or bullying" }).click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(foto).toBeVisible();
  expect(reported("post")).toBe("harassment alice 1");
});

test("a flick, which is named as one", async () => {
  const { page } = bob;
  await bob.visits("/sphere?tab=flicks");
  await page.getByRole("button", { name: /^Waves 1/ }).click();
  const flick = page.getByRole("dialog", { name: "Flick by @alice" });
  await flick.getByRole("button", { name: "Report this flick" }).click();
  await sends(page.getByRole("dialog", { name: "Report a post" }), "Pretending to be someone else");
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reported("post", "alice", "impersonation")).toBe("impersonation alice 1");
  await page.keyboard.press("Escape");
  await expect(flick).toBeHidden();
});

test("a comment, with words of the reporter, by keys alone", async () => {
  const { page } = bob;
  await bob.visits("/homefeed?post=alice-vertical-2");
  await bob.tabsTo("button", "More about @noor_lind's comment");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Report comment" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report a comment" });
  await expect(dialog.getByRole("button", { name: "Spam or a scam" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("It is under every foto");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByRole("button", { name: "More about @noor_lind's comment" })).toBeFocused();
  expect(reported("comment")).toBe("spam noor_lind 1");
});

test("a member's own foto, comment and message have no such button", async () => {
  const { page } = alice;
  await alice.visits("/profile?post=alice-vertical-2");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^\d+ comment/ })
    .click();
  await expect(page.getByText("An hour north").first()).toBeVisible();
  await page.getByRole("button", { name: "More about @noor_lind's comment" }).press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Hide", "Report comment"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Report this foto" })).toHaveCount(0);
});

test("a message: the dialog says which messages moderators can read", async () => {
  const { page } = alice;
  await alice.visits(`/intexted?chat=${conversation}`);
  await page.getByText("Save me the last ten minutes of it").click();
  await page.getByRole("button", { name: "Report this message" }).click();
  const dialog = page.getByRole("dialog", { name: "Report a message" });
  await expect(dialog).toContainText("this message and two before and after it");
  await expect(dialog).toContainText("each opening is recorded");
  await isAccessible(page, "the report of a message");
  await sends(dialog, "Something else");
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reported("message")).toBe("other bob 1");
});

test("a profile and its quote, from the menu", async () => {
  const { page } = alice;
  await alice.visits(`/preview/${bob.profileId}`);
  for (const [item, title, kind] of [
    ["Report profile", "Report a profile", "profile"],
    ["Report quote", "Report a quote", "quote"],
  ] as const) {
    await page.getByRole("button", { name: "More about @bob" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toContainText("@bob doesn't.");
    await sends(dialog, "Pretending to be someone else");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "More about @bob" })).toBeFocused();
    expect(reported(kind)).toBe("impersonation bob 1");
  }
});

test("before a block, from its dialog, which stays open", async () => {
  const { page } = alice;
  await alice.visits("/preview/crowd-6");
  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  const block = page.getByRole("dialog", { name: "you sure about this?" });
  await block.getByRole("button", { name: "Also report" }).click();
  await sends(page.getByRole("dialog", { name: "Report a profile" }), "Hate");
  await expect(block.getByRole("button", { name: "Reported" })).toBeDisabled();
  await block.getByRole("button", { name: "had enough" }).click();
  await expect(page.getByText("@tove_holm blocked.")).toBeVisible();
  expect(reported("profile", "tove_holm")).toBe("hate tove_holm 1");
});

test("a grid, and the name of a nook", async () => {
  const { page } = bob;
  await bob.visits(`/preview/${alice.profileId}?tab=grids&grid=grid-1`);
  await page.getByRole("button", { name: "Report this grid" }).click();
  await sends(page.getByRole("dialog", { name: "Report a grid" }), "Nudity or sexual content");
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reported("grid")).toBe("nudity alice 1");

  await bob.visits("/curators");
  await page.getByRole("button", { name: /Next Nook/ }).click();
  await page.getByRole("button", { name: "Report this name" }).click();
  await sends(page.getByRole("dialog", { name: "Report a proposal" }), "Violence or threats");
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(reported("proposal")).toBe("violence lena_holt 1");
});

test("a foto in the wall of one column", async () => {
  const { page } = bob;
  await page.setViewportSize(PHONE);
  await bob.visits("/homefeed");
  await page.getByRole("button", { name: "Quote, filter and size" }).click();
  const larger = page.getByRole("main").getByRole("button", { name: "Larger fotos" });
  while (await larger.isEnabled()) await larger.click();
  await page.getByRole("button", { name: "Report this foto" }).first().click();
  await expect(page.getByRole("dialog", { name: "Report a post" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize(DESKTOP);
});

test("what is gone meanwhile, and a server that fails, are said in the dialog, and the words stay", async () => {
  const { page } = bob;
  await bob.visits("/homefeed?post=alice-vertical-1");
  await page.getByRole("button", { name: "Report this foto" }).click();
  const dialog = page.getByRole("dialog", { name: "Report a post" });
  await dialog.getByLabel("Your words (optional)").fill("Taken without asking");
  inflow.byHand("ALTER TABLE cases RENAME TO mislaid");
  await sends(dialog, "Something illegal");
  await expect(dialog.getByRole("alert")).toHaveText("Couldn't send your report. Try again.");
  inflow.byHand("ALTER TABLE mislaid RENAME TO cases");
  await sends(dialog, "Something illegal");
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(reported("post", "alice", "illegal")).toBe("illegal alice 1");
});

async function sends(dialog: Locator, reason: string): Promise<void> {
  await dialog.getByRole("button", { name: reason }).click();
}

/** The reason, the member and the count of the reports in the open cases of this kind. */
const reported = (kind: string, username = "%", reason = "%") =>
  inflow.byHand(`
    SELECT reason || ' ' || username || ' ' || count(*)
    FROM reports JOIN cases ON cases.id = case_id JOIN users ON users.id = member_id
    WHERE kind = '${kind}' AND username LIKE '${username}' AND reason LIKE '${reason}'
    GROUP BY reason, username ORDER BY max(reports.created_at) DESC LIMIT 1`);
