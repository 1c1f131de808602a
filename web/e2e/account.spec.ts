import { type Browser, expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { Mailroom, otherThan } from "./mailroom";
import { Person, SIZES } from "./person";

/** A member's own screens follow a sign-out, a reset or a deletion elsewhere within this time. */
const AT_ONCE_MS = 1_000;
const NEW_PASSWORD = "High-Water-1988";

let mail: Mailroom;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new Mailroom();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

for (const [size, viewport] of SIZES) {
  const arrives = (name: string, browser: Browser) =>
    Person.arrives(name + (size === "phone" ? "a" : "e"), browser, inflow, viewport);

  test.describe(`on a ${size}`, () => {
    test("login says what is wrong, and leads to where one was going", async ({ browser }) => {
      const hana = await arrives("Han", browser);
      const { page } = hana;
      await hana.signsUp(mail);
      await hana.chooses("SCENIC");
      await hana.signsOut();
      await hana.visits("/post/fotos");
      await expect(page).toHaveURL(/\/login\?back=/);
      await hana.logsIn("", "");
      await hana.reads("Please fill in all fields", "E-mail");
      await hana.logsIn(hana.email, "");
      await hana.reads("Please fill in all fields", "Password");
      await hana.logsIn(hana.email, "Not-The-One-1");
      await hana.reads("Invalid credentials", "Password");
      await isAccessible(page, "a login that was refused");
      await page.route("**/sign-in", (route) => route.abort());
      await hana.logsIn(hana.email, hana.password);
      await hana.reads("Failed to login. Please try again.", "Password");
      await page.unroute("**/sign-in");
      await page.route("**/sign-in", (route) => route.fulfill({ status: 503, body: "" }));
      await hana.logsIn(hana.email, hana.password);
      await hana.reads("Authentication not available", "Password");
      await page.unroute("**/sign-in");
      await hana.logsIn(hana.email, hana.password);
      await expect(page).toHaveURL(/\/post\/fotos$/);
      await expect(page.getByRole("heading", { name: "New foto" })).toBeVisible();
      await hana.leaves();
    });

    test("a reset needs a code, and ends every session", async ({ browser }) => {
      const ines = await arrives("Ine", browser);
      const away = await Person.arrives(ines.name, browser, inflow, viewport);
      const { page } = ines;
      await away.signsUp(mail);
      await away.chooses("SCENIC");
      aWhileLater();
      await ines.visits("/reset-password");
      await isAccessible(page, "the reset");
      await ines.asksForReset("", "", "");
      await ines.reads("Please fill in all fields", "E-mail");
      await ines.asksForReset(ines.email, NEW_PASSWORD, "High-Water-1989");
      await ines.reads("Passwords do not match", "Retype new password");
      await page.route("**/reset", (route) => route.abort());
      await ines.asksForReset(ines.email, NEW_PASSWORD, NEW_PASSWORD);
      await ines.reads("Failed to send reset email. Please try again later.", "E-mail");
      await page.unroute("**/reset");
      const former = mail.codeFor(ines.email);
      await page.getByRole("button", { name: "SEND CODE" }).click();
      const code = page.getByLabel("Verification code");
      await expect(code).toBeFocused();
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
        "Please enter the verification code",
      );
      await expect.poll(() => mail.codeFor(ines.email)).not.toBe(former);
      await code.fill(otherThan(mail.codeFor(ines.email) ?? ""));
      await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
        "Invalid verification code. Please try again.",
      );
      await isAccessible(page, "a wrong code of a reset");
      await page.route("**/complete", (route) => route.abort());
      await code.fill("111111");
      await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
        "Failed to reset password. Please try again.",
      );
      await page.unroute("**/complete");
      await paste(page, ` ${mail.codeFor(ines.email)?.replace(/^.../, "$& ")} `);
      await expect(page.getByRole("heading", { name: "YOUR PASSWORD HAS BEEN RESET!" })).toBeVisible();
      await expect(away.page).toHaveURL(/\/login/, { timeout: AT_ONCE_MS });
      await expect(page.getByRole("link", { name: "GO BACK" })).toBeFocused();
      await isAccessible(page, "a reset that is done");
      await expect(page).toHaveURL(/\/login$/);
      await ines.logsIn(ines.email, ines.password);
      await ines.reads("Invalid credentials", "Password");
      await ines.logsIn(ines.email, NEW_PASSWORD);
      await expect(page).toHaveURL(/\/homefeed$/);
      await ines.leaves();
      await away.leaves();
    });

    test("signing out closes every open page of that browser, and others when asked", async ({ browser }) => {
      const jana = await arrives("Jan", browser);
      const away = await Person.arrives(jana.name, browser, inflow, viewport);
      await jana.signsUp(mail);
      await jana.chooses("SCENIC");
      await away.visits("/sphere");
      await away.logsIn(away.email, away.password);
      await expect(away.page).toHaveURL(/\/sphere$/);
      await jana.visits("/settings/security");
      await expect(jana.page.getByText("This browser")).toBeVisible();
      await isAccessible(jana.page, "the security settings");
      await jana.page.getByRole("button", { name: "Sign out others" }).click();
      await expect(away.page).toHaveURL(/\/login\?back=%2Fsphere$/, { timeout: AT_ONCE_MS });
      await expect(jana.page.getByRole("button", { name: "Sign out others" })).toBeHidden();

      const second = await jana.opensAnother("/homefeed");
      await expect(second.getByRole("heading", { name: "SCENIC" })).toBeVisible();
      await jana.signsOut();
      await expect(second).toHaveURL(/\/login/, { timeout: AT_ONCE_MS });
      await jana.leaves();
      await away.leaves();
    });

    test("an account is deleted after a yes and the password, everywhere at once", async ({ browser }) => {
      const kira = await arrives("Kir", browser);
      const { page } = kira;
      await kira.signsUp(mail);
      await kira.chooses("SCENIC");
      const second = await kira.opensAnother("/homefeed");
      await expect(second.getByRole("heading", { name: "SCENIC" })).toBeVisible();
      await kira.visits("/settings/security");
      await page.getByRole("button", { name: "Delete Account" }).click();
      const question = page.getByRole("dialog");
      await expect(question).toContainText(
        "Are you sure you want to delete your account? This action cannot be undone.",
      );
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(question).toBeHidden();
      await expect(page.getByRole("button", { name: "Delete Account" })).toBeFocused();
      await page.getByRole("button", { name: "Delete Account" }).click();
      await question.getByLabel("Your password").fill("Not-The-One-1");
      await question.getByRole("button", { name: "Yes, Delete My Account" }).click();
      await expect(question.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
      await isAccessible(page, "a deletion that was refused");
      await question.getByLabel("Your password").fill(kira.password);
      await question.getByRole("button", { name: "Yes, Delete My Account" }).click();
      await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
      await expect(second).toHaveURL(/\/login/, { timeout: AT_ONCE_MS });
      await kira.visits("/login");
      await kira.logsIn(kira.email, kira.password);
      await kira.reads("Invalid credentials", "Password");
      await kira.leaves();
    });
  });
}

/** Minutes pass for the counters, but not for the one who waits. */
function aWhileLater(): void {
  inflow.byHand("TRUNCATE identity_counters");
}

/** Puts text where the focus is, as pasting does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
}
