import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { proves } from "./factorTools";
import { Inflow } from "./inflow";
import { MailServer, otherThan } from "./mailServer";
import { DESKTOP, Person, PHONE, SIZES } from "./person";

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

for (const [size, viewport] of SIZES)
  test(`on a ${size}, a member changes the email with two codes, and the former address undoes it`, async ({
    browser,
  }) => {
    const ana = await Person.arrives(`Ana${size}`, browser, inflow, viewport);
    const { page } = ana;
    const moved = `moved-${ana.email}`;
    await ana.signsUp(mail);
    await ana.chooses("SCENIC");
    await ana.visits("/settings/security");
    await page.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change email" });
    const address = dialog.getByLabel("New email");
    await isAccessible(page, "another address");
    await address.fill("nowhere");
    await dialog.getByRole("button", { name: "Send codes" }).click();
    await expect(dialog.getByText("Please enter a valid email address").first()).toBeVisible();
    await address.fill(moved);
    await dialog.getByRole("button", { name: "Send codes" }).click();
    await proves(page, ana.password);
    await expect(dialog.getByLabel("Code from the new address")).toBeVisible();
    await expect(dialog.getByLabel(`Code from ${ana.email}`)).toBeFocused();
    await expect.poll(() => mail.codeFor(moved)).toBeDefined();
    await expect.poll(() => mail.textFor(ana.email)).toContain("confirms your new Inflow address");
    const [former = "", code = ""] = [mail.codeFor(ana.email), mail.codeFor(moved)];
    await dialog.getByLabel(`Code from ${ana.email}`).fill(otherThan(former));
    await dialog.getByLabel("Code from the new address").fill(code);
    await isAccessible(page, "both codes");
    await dialog.getByRole("button", { name: "Change email" }).click();
    await expect(dialog.getByText("Invalid verification code").first()).toBeVisible();
    await dialog.getByLabel(`Code from ${ana.email}`).fill(former);
    await dialog.getByRole("button", { name: "Change email" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("main").getByText(moved, { exact: true })).toBeVisible();

    await expect.poll(() => mail.linkFor(ana.email)).toContain("/undo-email-change#");
    const link = mail.linkFor(ana.email) ?? "";
    const owner = await Person.arrives(ana.name, browser, inflow, viewport);
    await owner.visits(link);
    await expect(owner.page.getByRole("heading", { name: "Undo the change of your address?" })).toBeVisible();
    await isAccessible(owner.page, "a change that can be undone");
    await owner.page.getByRole("button", { name: "Undo the change" }).click();
    await expect(owner.page.getByRole("heading", { name: "This is your address again" })).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    const again = await owner.opensAnother(link);
    await again.getByRole("button", { name: "Undo the change" }).click();
    await expect(again.getByRole("alert")).toContainText("This link is no longer valid.");
    await ana.leaves();
    await owner.leaves();
  });

test("a new username shows on other members' open pages at once", async ({ browser }) => {
  const bea = await Person.arrives("Bea", browser, inflow, DESKTOP);
  const carl = await Person.arrives("Carl", browser, inflow, PHONE);
  for (const each of [bea, carl]) {
    await each.signsUp(mail);
    await each.chooses("SCENIC");
  }
  await carl.visits("/find");
  await carl.page.getByPlaceholder("search a name").fill("Bea");
  await expect(carl.page.getByText("@bea", { exact: true }).first()).toBeVisible();

  await bea.visits("/settings/security");
  await bea.page.getByRole("button", { name: "Change username" }).click();
  const dialog = bea.page.getByRole("dialog", { name: "Change username" });
  await isAccessible(bea.page, "another username");
  await dialog.getByLabel("New username").fill(carl.username);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("That username is taken. Please choose another.").first()).toBeVisible();
  await dialog.getByLabel("New username").fill("bea_at_sea");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(bea.page.getByRole("main").getByText("@bea_at_sea", { exact: true })).toBeVisible();
  await expect(carl.page.getByText("@bea_at_sea").first()).toBeVisible();
  await bea.leaves();
  await carl.leaves();
});
