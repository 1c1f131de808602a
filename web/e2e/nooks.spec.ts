import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("curators shape the next nook, and what they vote for becomes one", async ({ browser }) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE });
  const { page } = erin;
  const board = page.getByRole("button", { name: /Next Nook/ });
  const check = page.getByRole("button", { name: "Check Edge Status" });

  await test.step("whoever is no curator is not on the edge yet", async () => {
    await erin.visits("/curators");
    await board.click();
    await expect(page.getByRole("dialog", { name: "Shape the Edge" })).toBeVisible();
    await says(page, "Edge shapers are curators with 180+ days of experience");
    await expect(check).toBeDisabled();
    await page.getByLabel("Username").press("Enter");
    await says(page, "Username Required");
    await says(page, "Please enter your username to check your edge status.");
    await page.getByLabel("Username").fill("   ");
    await expect(check).toBeDisabled();
    await page.getByLabel("Username").fill("erin");
    await check.click();
    await says(page, "Not on the Edge Yet");
    await says(page, "You need 180 days as a curator.");
    await page.getByLabel("Username").fill("erin".repeat(100));
    await check.click();
    await says(page, "Validation Failed");
    await says(page, "Couldn't check your edge status. Try again.");
    await page.getByLabel("Username").fill("erin");
    await check.click();
    await says(page, "Not on the Edge Yet");
    await isAccessible(page, "not on the edge");
  });

  await test.step("after 180 days as a curator, they are, and name what comes next", async () => {
    isCurator("erin", 180);
    await check.click();
    await says(page, "You're on the Edge!");
    await says(page, "You have been a curator for 180 days or more. Shape what comes next.");
    await page.getByRole("button", { name: "Shape What's Next" }).click();
    const dialog = page.getByRole("dialog", { name: "Shape What's Next" });
    const propose = dialog.getByRole("button", { name: "Propose" });
    await propose.click();
    await says(page, "Invalid Input");
    await page.getByLabel("Name of the nook").fill("f u c k");
    await propose.click();
    await says(page, "Invalid Name");
    await says(page, "Please choose an appropriate name for the nook.");
    await isAccessible(page, "a name that will not do");
    await page.getByLabel("Name of the nook").fill("Salt and stone");
    await propose.click();
    await says(page, "Your nook proposal has been created!");
  });

  await test.step("the proposal stands where the form was, to be voted for once", async () => {
    const dialog = page.getByRole("dialog", { name: "Next Edge" });
    await expect(dialog.getByText("0 / 20 to pass")).toBeVisible();
    await expect(dialog.getByText("7d 0h remaining")).toBeVisible();
    await isAccessible(page, "the next edge");
    await dialog.getByRole("button", { name: "Vote", exact: true }).click();
    await says(page, "Success");
    await says(page, "Your vote has been counted");
    await expect(dialog.getByRole("button", { name: "Voted" })).toBeDisabled();
    await expect(dialog.getByText("1.5 / 20")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(board.getByText("1.5 / 100 to fill the board")).toBeVisible();
    await expect(board.getByText("It passes at 20 votes.")).toBeVisible();
    await expect(board.getByText("7 days remaining")).toBeVisible();
    await isAccessible(page, "the board");
  });

  const frank = await joins("Frank", { browser, inflow, mail, size: DESKTOP });
  await test.step("a vote that would be refused is not offered, and the reason is said; the vote that is enough makes it a nook", async () => {
    inflow.byHand("UPDATE proposals SET voters = 13");
    await expect(board.getByText("19.5 / 100")).toBeVisible();
    await board.click();
    await frank.visits("/curators");
    const vote = frank.page.getByRole("button", { name: "Vote", exact: true });
    await frank.page.getByRole("button", { name: /Next Nook/ }).click();
    const reason = "You can't vote yet. Only curators with 180+ days can.";
    await says(frank.page, reason);
    await expect(vote).toBeDisabled();
    await expect(vote).toHaveAccessibleDescription(reason);
    await isAccessible(frank.page, "a vote that is not offered");
    isCurator("frank", 181);
    await vote.click();
    await says(frank.page, "Your vote has been counted");
    const ended = page.getByRole("dialog", { name: "Next Edge" });
    await expect(ended).toContainText("SALT AND STONE");
    await expect(ended).toContainText("It passed and is now a nook.");
    await expect(ended.getByRole("alert")).toContainText("SALT AND STONE");
    await page.keyboard.press("Enter");
    await expect(ended).toBeVisible();
    await isAccessible(page, "an edge that is over");
    await page.keyboard.press("Tab");
    await expect(ended.getByRole("button", { name: "Got it" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(ended).toBeHidden();
    await expect(board.getByText("No proposal yet. Curators shape what comes next.")).toBeVisible();
  });

  await test.step("a proposal whose time is over leaves the board that is open, and is told as over", async () => {
    const edge = frank.page.getByRole("dialog");
    await frank.page.getByRole("button", { name: /Next Nook/ }).click();
    await expect(edge).toHaveAccessibleName("Shape the Edge");
    inflow.byHand(`
      INSERT INTO proposals (id, name, voting_ends) VALUES ('short', 'short one', now() + interval '4 seconds');
      SELECT procrastinate_defer_jobs_v1(ARRAY[ROW('default', 'close_ended_proposals', 0, NULL, NULL, '{}',
        now() + interval '4 seconds')::procrastinate_job_to_defer_v1])`);
    await expect(board.getByText("SHORT ONE")).toBeVisible();
    await expect(board.getByText("Last day")).toBeVisible();
    await expect(edge).toContainText("Voting has ended. It didn't get enough votes.");
    await expect(board.getByText("No proposal yet. Curators shape what comes next.")).toBeVisible();
  });

  await test.step("it is offered at once, in a light of its own, and may be chosen", async () => {
    inflow.byHand("UPDATE users SET last_nook_change = now() - interval '8 days' WHERE username = 'frank'");
    await frank.visits("/find");
    const nook = frank.page.getByRole("radio", { name: "SALT AND STONE" });
    await isAccessible(frank.page, "the choice of four");
    const change = frank.page.getByRole("button", { name: "Change nook" });
    await nook.click();
    await expect(change).toBeVisible();
    inflow.byHand("UPDATE nooks SET name = 'elsewhere' WHERE name = 'salt and stone'");
    await change.click();
    await says(frank.page, "Failed to update nook. Please try again.");
    inflow.byHand("UPDATE nooks SET name = 'salt and stone' WHERE name = 'elsewhere'");
    await nook.click();
    await change.click();
    await says(
      frank.page,
      "Your nook has been updated. Note that your curator status and progress have been reset.",
    );
    await expect(frank.page.locator("body")).toHaveAttribute("data-nook", "salt and stone");
    const light = await frank.page.evaluate(() =>
      getComputedStyle(document.body).getPropertyValue("--wheel"),
    );
    expect(Number(light)).not.toBeNaN();
    expect(light).not.toBe("");
  });
  await erin.leaves();
  await frank.leaves();
});

test("a first choice costs nothing, and says so; a change costs what was earned, wherever it is made", async ({
  browser,
}) => {
  const ivo = await Person.arrives("Ivo", browser, inflow);
  const { page } = ivo;
  await ivo.enrols(mail);
  isCurator("ivo", 1);

  await ivo.visits("/find");
  await page.getByRole("radio", { name: "SCENIC" }).click();
  const first = page.getByRole("dialog", { name: "Choose SCENIC as your nook?" });
  await expect(first).not.toContainText("reset");
  await expect(first).toContainText("You can't change your nook for 7 days after that.");
  await isAccessible(page, "a first choice");
  await first.getByRole("button", { name: "Choose nook" }).click();
  await says(page, "Your nook has been updated.");
  await says(page, "CANNOT CHANGE NOOK FOR 7 DAYS · 7 days left");
  await ivo.visits("/settings/privacy");
  await says(page, "Congratulations! You've earned the Curator badge!");

  inflow.byHand("UPDATE users SET last_nook_change = now() - interval '8 days' WHERE username = 'ivo'");
  await ivo.visits("/find");
  await page.getByRole("radio", { name: "LIFESTYLE" }).click();
  const change = page.getByRole("dialog", { name: "Change your nook to LIFESTYLE?" });
  await expect(change).toContainText(
    "Your curator status and progress will be reset. You can't change your nook again for 7 days.",
  );
  await change.getByRole("button", { name: "Change nook" }).click();
  await says(page, "Your nook has been updated. Note that your curator status and progress have been reset.");
  await ivo.visits("/settings/privacy");
  await says(page, "Complete all matrices to avail the curator badge");

  inflow.byHand("UPDATE users SET last_nook_change = now() - interval '8 days' WHERE username = 'ivo'");
  isCurator("ivo", 1);
  await ivo.visits("/nooks");
  const done = page.getByRole("button", { name: "DONE" });
  await expect(page.getByRole("radio", { name: "LIFESTYLE" })).toBeChecked();
  await expect(done).toBeDisabled();
  await page.getByRole("radio", { name: "RANDOMIZED" }).check();
  await done.click();
  const again = page.getByRole("dialog", { name: "Change your nook to RANDOMIZED?" });
  await expect(again).toContainText("Your curator status and progress will be reset");
  await isAccessible(page, "a change on the Nooks screen");
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(again).toBeHidden();
  expect(inflow.byHand("SELECT nook FROM users WHERE username = 'ivo'")).toBe("lifestyle");
  await done.click();
  await again.getByRole("button", { name: "Change nook" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  expect(inflow.byHand("SELECT nook FROM users WHERE username = 'ivo'")).toBe("randomized");
  const badge = "SELECT has_badge FROM aura JOIN users ON users.id = user_id WHERE username = 'ivo'";
  expect(inflow.byHand(badge)).toBe("f");
  await ivo.leaves();
});

/** A curator since so many days, by hand. */
const isCurator = (username: string, days: number) =>
  inflow.byHand(`
    INSERT INTO aura (user_id, has_badge, badge_since)
    SELECT id, true, now() - interval '${days} days' FROM users WHERE username = '${username}'
    ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = excluded.badge_since`);

const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
