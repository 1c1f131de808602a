import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_INVITATIONS_PER_MEMBER: "2" });
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("where an invitation is needed, a member's link lets one friend in, and no one without it", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  await inflow.restart({ INFLOW_ENTRY: "invite" });
  const stranger = await Person.arrives("Stranger", browser, inflow, PHONE);
  await stranger.visits("/get-started");
  await expect(stranger.page.getByText("By invitation only")).toBeVisible();
  await expect(stranger.page.getByRole("button", { name: "GET STARTED" })).toBeHidden();
  await isAccessible(stranger.page, "a sign-up by invitation only");

  await alice.visits("/settings");
  await alice.page.getByRole("button", { name: "Invite people" }).click();
  const dialog = alice.page.getByRole("dialog", { name: "Invite people to Inflow" });
  await expect(dialog.getByText("You can invite 2 more people.")).toBeVisible();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = dialog.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/get-started\?invite=/);
  await expect(dialog.getByText("You can invite 1 more person.")).toBeVisible();
  await isAccessible(alice.page, "an invitation that is counted");
  const url = new URL(await link.inputValue());

  await stranger.visits(url.pathname + url.search);
  await expect(stranger.page.getByRole("button", { name: "GET STARTED" })).toBeVisible();
  await stranger.fillsSignUp();
  await stranger.page.getByRole("button", { name: "GET STARTED" }).click();
  await expect(stranger.page.getByLabel("Verification code")).toBeFocused();
  await stranger.page.keyboard.type(await stranger.codeFrom(mail));
  await expect(stranger.page).toHaveURL(/\/nooks$/);
  await expect(dialog.getByText("1 of 1 joined")).toBeVisible();

  await dialog.getByRole("button", { name: "Make a link" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("0 of 1 joined, no longer valid")).toBeVisible();
  await alice.leaves();
  await stranger.leaves();
});

test("where no one may sign up, the page says so and leads to the login", async ({ browser }) => {
  await inflow.restart({ INFLOW_ENTRY: "closed" });
  const stranger = await Person.arrives("Late", browser, inflow, PHONE);
  await stranger.visits("/get-started");
  await expect(stranger.page.getByText("No new members at the moment")).toBeVisible();
  await stranger.page.getByRole("main").getByRole("link", { name: "Login" }).last().click();
  await expect(stranger.page).toHaveURL(/\/login$/);
  await stranger.leaves();
});

test("where members are approved, a newcomer waits, and is let in on their open page as a moderator presses a key", async ({
  browser,
}) => {
  await inflow.restart({ INFLOW_ENTRY: "open" });
  const mara = await joins("Mara", { browser, inflow, mail, size: DESKTOP });
  inflow.command("role", "grant", "mara", "moderator");
  await inflow.restart({ INFLOW_ENTRY: "approval" });
  await mara.visits("/moderation?tab=joining");
  await expect(mara.page.getByText("No one is waiting")).toBeVisible();

  const eve = await Person.arrives("Eve", browser, inflow, PHONE);
  await eve.visits("/get-started");
  await eve.fillsSignUp();
  await eve.page.getByRole("button", { name: "GET STARTED" }).click();
  const error = eve.page.getByRole("dialog", { name: "Sign Up Error" });
  await expect(error).toContainText("Please say why you would like to join.");
  await error.getByRole("button", { name: "OK" }).click();
  const reason = eve.page.getByLabel("Why would you like to join?");
  await expect(reason).toBeFocused();
  await eve.page.keyboard.type("I photograph lighthouses.");
  await isAccessible(eve.page, "a sign-up that asks for a reason");
  await eve.page.getByRole("button", { name: "GET STARTED" }).click();
  await expect(eve.page.getByLabel("Verification code")).toBeFocused();
  await eve.page.keyboard.type(await eve.codeFrom(mail));
  await expect(eve.page.getByRole("heading", { name: "You're on the list" })).toBeVisible();
  await expect(eve.page.getByText("I photograph lighthouses.")).toBeVisible();
  await isAccessible(eve.page, "the page of an applicant");
  await eve.visits("/homefeed");
  await expect(eve.page.getByRole("heading", { name: "You're on the list" })).toBeVisible();

  await expect(mara.page.getByText("I photograph lighthouses.")).toBeVisible();
  await isAccessible(mara.page, "the requests to join");
  await mara.page.keyboard.press("j");
  await expect(mara.page.getByRole("button", { name: "Approve eve" })).toBeFocused();
  await mara.page.keyboard.press("r");
  const question = mara.page.getByRole("dialog", { name: "Refuse eve?" });
  await question.getByRole("textbox").fill("Lighthouses only on Sundays.");
  await question.getByRole("button", { name: "Refuse" }).click();
  await expect(eve.page.getByRole("heading", { name: "Your request wasn't approved" })).toBeVisible();
  await expect(eve.page.getByText("Lighthouses only on Sundays.")).toBeVisible();
  await isAccessible(eve.page, "the page of a refused applicant");

  await mara.page.getByRole("button", { name: "Approve eve" }).click();
  await expect(eve.page.getByText("No posts to display")).toBeVisible();
  await mara.leaves();
  await eve.leaves();
});
