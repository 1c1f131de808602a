import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { Person, PHONE } from "./person";

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
