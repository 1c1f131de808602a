import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { codeOf, PasskeyDevice, proves, savesCodes } from "./factorTools";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE, SIZES } from "./person";

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), {
    INFLOW_TWO_FACTOR: "on",
    INFLOW_TWO_FACTOR_REQUIRED: "moderator,owner",
  });
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

for (const [size, viewport] of SIZES) {
  test(`on a ${size}, a member adds a passkey and logs in with it alone`, async ({ browser }) => {
    const ana = await Person.arrives(`Ana${size}`, browser, inflow, viewport);
    const { page } = ana;
    const device = await PasskeyDevice.of(page);
    await joins(ana);
    await opensTwoFactor(page);
    await isAccessible(page, "second steps of a member without any");

    await page.getByRole("button", { name: "Add a passkey" }).click();
    await proves(page, ana.password);
    await isAccessible(page, "recovery codes");
    await savesCodes(page);
    const key = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
    await expect(key).toContainText("Chrome on Linux");
    await expect(page.getByText("10 of 10 left")).toBeVisible();
    await isAccessible(page, "second steps of a member with a passkey");
    await page.getByRole("button", { name: "More about Chrome on Linux" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name of the passkey").fill("My laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(key).toContainText("My laptop");

    const away = await Person.arrives(ana.name, browser, inflow, viewport);
    await away.visits("/login");
    const button = away.page.getByRole("button", { name: "Log in with a passkey" });
    await expect(button).toBeEnabled();
    await isAccessible(away.page, "a login with passkeys");
    const copy = await PasskeyDevice.of(away.page);
    await device.syncsTo(copy);
    await button.click();
    await expect(away.page).toHaveURL(/\/homefeed$/);
    // The browser offers it in the field too; the simulated member takes what is offered there at once, also after logging
    // out.
    await copy.recognises(false);
    await away.signsOut();
    await copy.recognises(true);
    await away.visits("/login");
    await expect(away.page).toHaveURL(/\/homefeed$/);
    await ana.leaves();
    await away.leaves();
  });
}

test("a member adds an app, is asked for its code, and trusts the browser", async ({ browser }) => {
  const bea = await Person.arrives("Bea", browser, inflow, PHONE);
  const { page } = bea;
  await joins(bea);
  await opensTwoFactor(page);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await proves(page, bea.password);
  const scan = page.getByRole("dialog", { name: "Scan this code" });
  const link = scan.getByRole("link", { name: "Open in an authenticator app on this device" });
  const seed = new URL((await link.getAttribute("href")) ?? "").searchParams.get("secret") ?? "";
  await isAccessible(page, "a new authenticator app");
  await scan.getByLabel("Verification code").fill("000000");
  await expect(scan.getByRole("alert")).toContainText("This code isn't right. Enter the newest one.");
  await scan.getByLabel("Verification code").fill(codeOf(seed));
  const codes = await savesCodes(page);
  await expect(page.getByRole("button", { name: "Make new codes" })).toBeFocused();
  await expect(page.getByRole("list", { name: "Authenticator app" })).toBeVisible();

  const security = await bea.opensAnother("/settings/security");
  const sessions = security.getByRole("list", { name: "Where you are logged in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(1);

  const away = await Person.arrives(bea.name, browser, inflow, DESKTOP);
  await away.visits("/login");
  await away.logsIn(away.email, away.password);
  await expect(away.page.getByRole("heading", { name: "Confirm that it's you" })).toBeVisible();
  await expect(away.page.getByLabel("Verification code")).toBeFocused();
  await expect(away.page.getByLabel("Verification code")).toHaveAccessibleDescription(
    "Enter the code from your authenticator app.",
  );
  await isAccessible(away.page, "a second step that is asked for");
  await away.page.getByLabel("Verification code").fill("000000");
  await expect(away.page.getByRole("alert")).toContainText("This code isn't right. Enter the newest one.");
  await away.page.getByRole("button", { name: "Use a recovery code" }).click();
  await away.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await away.page.getByRole("checkbox").check();
  await away.page.getByRole("button", { name: "Continue" }).click();
  await expect(away.page).toHaveURL(/\/homefeed$/);

  // Where the member was before, all of it shows by itself.
  await expect(sessions).toHaveCount(2);
  await expect(page.getByText("9 of 10 left")).toBeVisible();
  await expect(page.getByRole("list", { name: "Trusted browsers" }).getByRole("listitem")).toHaveCount(1);

  await away.visits("/settings/security/two-factor");
  await expect(away.page.getByText("9 of 10 left")).toBeVisible();
  const trusted = away.page.getByRole("list", { name: "Trusted browsers" }).getByRole("listitem");
  await expect(trusted).toContainText("This browser, until");
  await away.signsOut();
  await away.visits("/login");
  await away.logsIn(away.email, away.password);
  await expect(away.page).toHaveURL(/\/homefeed$/);
  await away.visits("/settings/security/two-factor");
  await trusted.getByRole("button", { name: "Stop trusting" }).click();
  await expect(away.page.getByText("No browser is trusted.")).toBeVisible();
  await bea.leaves();
  await away.leaves();
});

test("a member with a passkey gives it again to delete the account", async ({ browser }) => {
  const cleo = await Person.arrives("Cleo", browser, inflow, PHONE);
  const { page } = cleo;
  const device = await PasskeyDevice.of(page);
  await joins(cleo);
  await opensTwoFactor(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await proves(page, cleo.password);
  await savesCodes(page);
  inflow.byHand("UPDATE identity_sessions SET proved_at = proved_at - interval '6 minutes'");

  await cleo.visits("/settings/security");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(cleo.password);
  await page.getByRole("button", { name: "Yes, Delete My Account" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(proof).toBeVisible();
  await isAccessible(page, "a deletion that needs a second step");
  await device.recognises(false);
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(proof.getByRole("button", { name: "Use a passkey" })).toBeEnabled();
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(proof).toBeHidden();
  await page.getByRole("button", { name: "Yes, Delete My Account" }).click();
  await device.recognises(true);
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(`${inflow.origin}/`);
  await cleo.leaves();
});

test("a moderator adds a second step, and the console opens at once", async ({ browser }) => {
  const dora = await Person.arrives("Dora", browser, inflow, DESKTOP);
  const { page } = dora;
  await PasskeyDevice.of(page);
  await joins(dora);
  inflow.command("role", "grant", dora.username, "moderator");
  await dora.visits("/moderation");
  await expect(page.getByText("Your role needs a second step")).toBeVisible();
  await isAccessible(page, "a console that needs a second step");
  const console = await dora.opensAnother("/moderation");
  await expect(console.getByText("Your role needs a second step")).toBeVisible();
  await page.getByRole("link", { name: "Add a second step" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await proves(page, dora.password);
  await savesCodes(page);
  await expect(console.getByRole("tab", { name: "Open" })).toBeVisible();
  await dora.leaves();
});

test("where the list does not come, the page says so and asks again", async ({ browser }) => {
  const eva = await Person.arrives("Eva", browser, inflow, PHONE);
  const { page } = eva;
  await joins(eva);
  await page.route("**/api/identity/factors", (route) => route.abort());
  await eva.visits("/settings/security/two-factor");
  await expect(page.getByRole("alert")).toContainText("Couldn't load your second steps.");
  await page.unroute("**/api/identity/factors");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeEnabled();
  await eva.leaves();
});

async function joins(person: Person): Promise<void> {
  await person.signsUp(mail);
  await person.chooses("SCENIC");
}

async function opensTwoFactor(page: Page): Promise<void> {
  await page.goto(`${inflow.origin}/settings/security`);
  await page.getByRole("link", { name: "Manage" }).click();
  await expect(page.getByRole("heading", { name: "Two-factor login" })).toBeVisible();
}
