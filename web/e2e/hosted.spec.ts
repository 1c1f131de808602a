import { type Browser, expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE, SIZES } from "./person";
import { Provider } from "./provider";

let mail: MailServer;
let smtpUrl: string;
let provider: Provider;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  provider = await Provider.start();
  smtpUrl = await mail.open();
  inflow = await Inflow.start(smtpUrl, { INFLOW_ISSUERS: provider.configured });
});

test.afterAll(async () => {
  await inflow?.stop();
  await provider?.stop();
  await mail?.close();
});

const way = (page: Page) => page.getByRole("button", { name: "Continue with Example" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

for (const [size, viewport] of SIZES) {
  test.describe(`on a ${size}${longUnless(size === "desktop")}`, () => {
    test("somebody whom the provider knows tells the rest and is a member", async ({ browser }) => {
      const nora = await arrives(size === "phone" ? "Nora" : "Nore", browser, viewport);
      const { page } = nora;
      await nora.visits("/get-started");
      await expect(page.getByLabel("Password")).toBeVisible();
      await isAccessible(page, "get started with a provider");
      await way(page).click();
      await provider.signsIn(page, nora.username);

      await expect(page).toHaveURL(/\/get-started\?complete$/);
      await expect(page.getByText(`You come from Example, as ${nora.email}.`)).toBeVisible();
      await expect(page.getByLabel("Full name")).toHaveValue(`${nora.name} Moreau`);
      await expect(page.getByLabel("Username")).toHaveValue(nora.username);
      await expect(page.getByLabel("Email")).toBeHidden();
      await expect(page.getByLabel("Password")).toBeHidden();
      await isAccessible(page, "the rest of a sign-up");
      await nora.signUpIs("Please fill in all fields", "Date of birth", {});
      await page.getByLabel("Date of birth").fill("1990-04-02");
      await nora.signUpIs("Please accept the terms and conditions", "I accept the terms and conditions", {});
      await page.getByRole("checkbox").check();
      await isNotSaved(nora);
      await page.getByRole("button", { name: "GET STARTED" }).click();
      await expect(page).toHaveURL(/\/nooks$/);
      await nora.chooses("SCENIC");

      await nora.signsOut();
      await nora.visits("/settings/security");
      await expect(page).toHaveURL(/\/login\?back=/);
      await isAccessible(page, "login with a provider");
      await way(page).click();
      await provider.signsIn(page, nora.username);
      await expect(page).toHaveURL(/\/settings\/security$/);
      await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
      await downloadsAfterLoggingInAgain(nora);
      await isDeletedAfterLoggingInAgain(nora);
      await nora.leaves();
    });

    test("whoever comes back without having signed in reads so, and may still do it", async ({ browser }) => {
      const odo = await arrives(size === "phone" ? "Odo" : "Oda", browser, viewport);
      const { page } = odo;
      await odo.visits("/post/fotos");
      await way(page).click();
      await provider.declines(page);
      await expect(page.getByText("Failed to login. Please try again.")).toBeVisible();
      await expect(page).toHaveURL(/\/login\?problem=cancelled&back=%2Fpost%2Ffotos$/);
      await isAccessible(page, "login after a cancelled visit");
      await way(page).click();
      await page.goBack();
      await expect(way(page)).toBeEnabled();
      await page.route("**/methods", (route) => route.abort(), { times: 1 });
      await odo.visits("/login");
      await page.getByLabel("Email").fill(odo.email);
      await expect(way(page)).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue(odo.email);
      await odo.leaves();
    });
  });
}

test("a provider that does not answer, and a sign-up that waits no longer, end at the login", async ({
  browser,
}) => {
  const pia = await arrives("Pia", browser, PHONE);
  const { page } = pia;
  await pia.visits("/api/identity/hosted/start?issuer=https://nobody.example");
  await expect(page.getByText("Authentication not available")).toBeVisible();
  await pia.visits("/get-started?complete");
  await expect(heading(page, "Login")).toBeVisible();
  await expect(page.getByText("Failed to login. Please try again.")).toBeVisible();
  await page.route("**/hosted/pending", (route) => route.abort(), { times: 1 });
  await way(page).click();
  await provider.signsIn(page, pia.username);
  await expect(heading(page, "You're almost in")).toBeVisible();
  await expect(page.getByText("Couldn't reach the server. Try again.")).toBeVisible();
  await isAccessible(page, "a sign-up whose beginning could not be read");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Date of birth").fill("1990-04-02");
  await page.getByRole("checkbox").check();
  inflow.byHand("DELETE FROM hosted_newcomers");
  await page.getByRole("button", { name: "GET STARTED" }).click();
  await expect(heading(page, "Login")).toBeVisible();
  await pia.leaves();
});

test("without passwords there is only the provider", async ({ browser }) => {
  const settings = { INFLOW_ISSUERS: provider.configured, INFLOW_PASSWORDS: "off" };
  const strict = await Inflow.start(smtpUrl, settings);
  try {
    const quin = await Person.arrives("Quin", browser, strict, DESKTOP);
    for (const path of ["/login", "/get-started"]) {
      await quin.visits(path);
      await expect(way(quin.page)).toBeVisible();
      await expect(quin.page.getByRole("textbox")).toHaveCount(0);
      await isAccessible(quin.page, `${path} without passwords`);
    }
    await quin.visits("/reset-password");
    await expect(quin.page.getByText("Passwords aren't used here. Log in below.")).toBeVisible();
    await expect(quin.page).toHaveURL(/\/login\?problem=no_passwords$/);
    await quin.leaves();
  } finally {
    await strict.stop();
  }
});

test("somebody with a password is asked for it before their account is deleted", async ({ browser }) => {
  const rosa = await Person.arrives("Rosa", browser, inflow, PHONE);
  const { page } = rosa;
  await rosa.signsUp(mail);
  await rosa.chooses("SCENIC");
  await rosa.visits("/settings/security");
  await page.getByRole("button", { name: "Delete Account" }).click();
  const yes = page.getByRole("button", { name: "Yes, Delete My Account" });
  await expect(page.getByLabel("Your password")).toBeHidden();
  await yes.click();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(rosa.password);
  await yes.click();
  await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  await rosa.leaves();
});

/**
 * A member without a password proves themselves at the provider, if their login was not a moment ago. Starts at the
 * settings.
 */
async function isDeletedAfterLoggingInAgain(person: Person): Promise<void> {
  const { page } = person;
  const asks = page.getByRole("button", { name: "Delete Account", exact: true });
  const yes = page.getByRole("button", { name: "Yes, Delete My Account" });
  inflow.byHand("UPDATE identity_sessions SET created_at = created_at - interval '6 minutes'");
  await asks.click();
  await yes.click();
  await expect(page.getByRole("alert")).toHaveText(
    "Please log in again, and delete your account within five minutes.",
  );
  await isAccessible(page, "a deletion that needs another login");
  await way(page).click();
  await provider.signsIn(page, person.username);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await asks.click();
  await yes.click();
  await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
}

/** The same for all that is kept of them. */
async function downloadsAfterLoggingInAgain(person: Person): Promise<void> {
  const { page } = person;
  const asks = page.getByRole("button", { name: "Download my data" });
  const dialog = page.getByRole("dialog", { name: "Download your data" });
  inflow.byHand("UPDATE identity_sessions SET created_at = created_at - interval '6 minutes'");
  await asks.click();
  await dialog.getByRole("button", { name: "Prepare download" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please log in again, and do this within five minutes.");
  await isAccessible(page, "a download that needs another login");
  await way(page).click();
  await provider.signsIn(page, person.username);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await asks.click();
  await dialog.getByRole("button", { name: "Prepare download" }).click();
  await expect(dialog).toBeHidden();
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);
}

/** A person whom the provider knows by their username; it does not tell their day of birth. */
async function arrives(name: string, browser: Browser, viewport: typeof PHONE): Promise<Person> {
  const person = await Person.arrives(name, browser, inflow, viewport);
  await provider.knows(person.username, {
    email: person.email,
    email_verified: true,
    name: `${name} Moreau`,
    preferred_username: person.username,
  });
  // Its form wants a style sheet from far away; the tests stay on this machine.
  await person.page.route(/^https:/, (route) => route.abort());
  return person;
}

/** The server fails as it would with a bug in the product; nothing of the attempt is stored, and it can be repeated. */
async function isNotSaved(person: Person): Promise<void> {
  inflow.byHand("ALTER TABLE users ADD CONSTRAINT bug CHECK (false) NOT VALID");
  const words = "Account created but failed to save additional data. Please contact support.";
  await person.signUpIs(words, "GET STARTED", {});
  inflow.byHand("ALTER TABLE users DROP CONSTRAINT bug");
}
