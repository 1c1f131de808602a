import { type Browser, expect, type Page, test, type WebSocket } from "@playwright/test";
import { lost, meanwhile, says, whileWaiting } from "./answers";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { longUnless } from "./long";
import { MailServer, otherThan } from "./mailServer";
import { Person, SIZES } from "./person";
import { lays, lies } from "./stored";

/** Long enough for a reader to see that the password has been changed. */
const MOMENT_MS = 2_900;
const NEW_PASSWORD = "High-Water-1988";

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

for (const [size, viewport] of SIZES) {
  const arrives = (name: string, browser: Browser) =>
    Person.arrives(name + (size === "phone" ? "a" : "e"), browser, inflow, viewport);

  test.describe(`on a ${size}${longUnless(size === "desktop")}`, () => {
    test("login says what is wrong, and leads to where one was going", async ({ browser }) => {
      const hana = await arrives("Han", browser);
      const { page } = hana;
      await hana.signsUp(mail);
      await hana.chooses("SCENIC");
      await hana.signsOut();
      await hana.visits("/post/fotos");
      await expect(page).toHaveURL(/\/login\?back=/);
      await hana.logsIn("", "");
      await hana.reads("Please fill in all fields", "Email");
      await hana.logsIn(hana.email, "");
      await hana.reads("Please fill in all fields", "Password");
      await hana.logsIn(hana.email, "Not-The-One-1");
      await hana.reads("Invalid credentials", "Password");
      await isAccessible(page, "a login that was refused");
      for (const [answer, words] of NO_ANSWER)
        await meanwhile(page, "**/sign-in", answer, async () => {
          await hana.logsIn(hana.email, hana.password);
          await hana.reads(words, "Password");
        });
      inflow.byHand("UPDATE identity_counters SET times = array_fill(now(), ARRAY[5])");
      await hana.logsIn(hana.email, hana.password);
      await hana.reads("Too many attempts. Please try again later.", "Password");
      aWhileLater();
      await whileWaiting(
        page,
        "**/sign-in",
        () => hana.logsIn(hana.email, hana.password),
        () => isBusy(page, "a login that waits"),
      );
      await expect(page).toHaveURL(/\/post\/fotos$/);
      await expect(page.getByRole("heading", { name: "New foto" })).toBeVisible();
      await hana.leaves();
    });

    test("a browser that clears nothing by itself keeps nothing of a deleted account", async ({
      browser,
    }) => {
      const lena = await arrives("Len", browser);
      const { page } = lena;
      await lena.signsUp(mail);
      await lena.chooses("SCENIC");
      await lena.visits("/settings/security");
      await page.evaluate(() => localStorage.setItem("shelf:foto", "half a thought"));
      await lays(page, "a foto", "half a foto");
      await page.route("**/delete", async (route) => {
        const response = await route.fetch();
        const { "clear-site-data": _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await page.getByRole("button", { name: "Delete Account" }).click();
      await page.getByLabel("Your password").fill(lena.password);
      await page.getByRole("button", { name: "Yes, Delete My Account" }).click();
      await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
      // The page may still be loading itself anew. Of what waits to be sent, an empty list stays.
      await expect(async () => {
        expect(await page.evaluate(() => localStorage.getItem("shelf:foto"))).toBeNull();
        expect((await lies(page)).flat()).toEqual([]);
      }).toPass();
      await lena.leaves();
    });

    test("a reset needs a code, and ends every session", async ({ browser }) => {
      const ines = await arrives("Ine", browser);
      const away = await Person.arrives(ines.name, browser, inflow, viewport);
      const { page } = ines;
      await away.signsUp(mail);
      await away.chooses("SCENIC");
      aWhileLater();
      await page.clock.install();
      await ines.visits("/reset-password");
      await isAccessible(page, "the reset");
      for (const [words, field, email, password, retyped] of WRONG_RESETS) {
        await ines.asksForReset(email ?? ines.email, password, retyped);
        await ines.reads(words, field);
      }
      await isAccessible(page, "a reset with something wrong");
      for (const [answer, words] of NOT_SENT)
        await meanwhile(page, "**/reset", answer, async () => {
          await ines.asksForReset(ines.email, NEW_PASSWORD, NEW_PASSWORD);
          await ines.reads(words, "Email");
        });
      const code = page.getByLabel("Verification code");
      const objection = page.getByRole("dialog").getByRole("alert");
      let former = mail.codeFor(ines.email);
      await ines.asksForReset(ines.email, "Inflow-1987", "Inflow-1987");
      await code.fill("000000");
      await expect(page.getByRole("dialog")).toBeHidden();
      await ines.reads("Please choose a password that is harder to guess", "New password");
      former = await ines.codeAfter(former, mail);

      aWhileLater();
      await whileWaiting(
        page,
        "**/reset",
        () => ines.asksForReset(ines.email, NEW_PASSWORD, NEW_PASSWORD),
        () => isBusy(page, "a reset that waits"),
      );
      await expect(code).toBeFocused();
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(objection).toHaveText("Please enter the verification code");
      former = await ines.codeAfter(former, mail);
      await code.fill(otherThan(former));
      await expect(objection).toHaveText("Invalid verification code. Please try again.");
      await isAccessible(page, "a wrong code of a reset");
      await meanwhile(page, "**/complete", lost, async () => {
        await code.fill("111111");
        await expect(objection).toHaveText("Failed to reset password. Please try again.");
      });

      aWhileLater();
      await page.clock.fastForward(60_000);
      await meanwhile(page, "**/resend", lost, async () => {
        await page.getByRole("button", { name: "Send the code again" }).click();
        await expect(objection).toHaveText("Failed to send reset email. Please try again later.");
      });
      await page.getByRole("button", { name: "Send the code again" }).click();
      await expect(page.getByText("We sent another code.")).toBeVisible();
      const latest = await ines.codeAfter(former, mail);
      await code.focus();
      const before = Date.now();
      const led = page.waitForURL(/\/login$/, { waitUntil: "commit" }).then(() => Date.now());
      await paste(page, ` ${latest.replace(/^.../, "$& ")} `);
      await expect(page.getByRole("heading", { name: "YOUR PASSWORD HAS BEEN RESET!" })).toBeVisible();
      await expect(away.page).toHaveURL(/\/login/);
      await expect(page.getByRole("link", { name: "GO BACK" })).toBeFocused();
      await isAccessible(page, "a reset that is done");
      await expect(page).toHaveURL(/\/login$/);
      expect((await led) - before).toBeGreaterThanOrEqual(MOMENT_MS);
      await ines.logsIn(ines.email, ines.password);
      await ines.reads("Invalid credentials", "Password");
      await ines.logsIn(ines.email, NEW_PASSWORD);
      await expect(page).toHaveURL(/\/homefeed$/);
      await ines.leaves();
      await away.leaves();
    });

    test("the link in the email resets the password in any browser, once", async ({ browser }) => {
      const mona = await arrives("Mon", browser);
      const away = await Person.arrives(mona.name, browser, inflow, viewport);
      const { page } = mona;
      await away.signsUp(mail);
      await away.chooses("SCENIC");
      aWhileLater();
      await away.visits("/reset-password");
      await away.asksForReset(mona.email, NEW_PASSWORD, NEW_PASSWORD);
      await expect.poll(() => mail.linkFor(mona.email)).toBeTruthy();
      const link = mail.linkFor(mona.email) ?? "";

      const chooses = async (password: string) => {
        await mona.visits("/login");
        await mona.visits(link);
        await expect(page).toHaveURL(/\/reset-password$/);
        await expect(mona.field("Email")).toHaveCount(0);
        await mona.field("New password").fill(password);
        await mona.field("Retype new password").fill(password);
        await page.getByRole("button", { name: "RESET PASSWORD" }).click();
      };
      await chooses("short");
      await mona.reads("Password must be at least 8 characters long", "New password");
      await isAccessible(page, "a reset by link");
      await chooses(NEW_PASSWORD);
      await expect(page.getByRole("heading", { name: "YOUR PASSWORD HAS BEEN RESET!" })).toBeVisible();
      await chooses("Low-Water-1988");
      await mona.reads("This link is no longer valid. Please enter your email again.", "Email");
      await mona.visits("/login");
      await mona.logsIn(mona.email, NEW_PASSWORD);
      await expect(page).toHaveURL(/\/homefeed$/);
      await mona.leaves();
      await away.leaves();
    });

    test("a member who goes back to the first page is led on to the feed, and has one connection", async ({
      browser,
    }) => {
      const wim = await arrives("Wim", browser);
      const { page } = wim;
      await wim.visits("/");
      await wim.enrols(mail);
      const sockets: WebSocket[] = [];
      page.on("websocket", (socket) => sockets.push(socket));
      const open = () => sockets.filter((socket) => !socket.isClosed()).length;
      await page.getByRole("link", { name: "LOGIN" }).click();
      const feed = page.getByRole("heading", { name: "SPHERE" });
      await expect(feed).toBeVisible();
      expect(open()).toBe(1);
      await page.goBack();
      await expect(page).toHaveURL(/\/homefeed$/);
      await expect(feed).toBeVisible();
      await expect.poll(open).toBe(1);
      await page.goForward();
      await expect(feed).toBeVisible();
      await expect.poll(open).toBe(1);
      await wim.leaves();
    });

    test("signing out closes every open page of that browser, and others when asked", async ({ browser }) => {
      const jana = await arrives("Jan", browser);
      const away = await Person.arrives(jana.name, browser, inflow, viewport);
      const sockets: WebSocket[] = [];
      away.page.on("websocket", (socket) => sockets.push(socket));
      await jana.signsUp(mail);
      await jana.chooses("SCENIC");
      await away.visits("/sphere");
      await away.logsIn(away.email, away.password);
      await expect(away.page).toHaveURL(/\/sphere$/);
      await jana.visits("/settings/security");
      await expect(jana.page.getByText("This browser")).toBeVisible();
      await isAccessible(jana.page, "the security settings");
      await jana.page.getByRole("button", { name: "Log out others" }).click();
      await expect(away.page).toHaveURL(/\/login\?back=%2Fsphere$/);
      await expect(jana.page.getByRole("button", { name: "Log out others" })).toBeHidden();
      await isAccessible(away.page, "a login that one was led to");
      // The server sends strangers away after ten seconds; a page left here must not come back to it all night.
      expect(sockets.filter((socket) => !socket.isClosed())).toEqual([]);

      const second = await jana.opensAnother("/homefeed");
      await expect(second.getByRole("heading", { name: "SCENIC" })).toBeVisible();
      await jana.signsOut();
      await expect(second).toHaveURL(/\/login/);
      await jana.leaves();
      await away.leaves();
    });

    test("an account is deleted after a yes and the password, everywhere at once", async ({ browser }) => {
      const kira = await arrives("Kir", browser);
      const away = await Person.arrives(kira.name, browser, inflow, viewport);
      const { page } = kira;
      await kira.signsUp(mail);
      await kira.chooses("SCENIC");
      await away.visits("/homefeed");
      await away.logsIn(away.email, away.password);
      await expect(away.page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
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
      const password = question.getByLabel("Your password");
      const yes = question.getByRole("button", { name: "Yes, Delete My Account" });
      await isAccessible(page, "a deletion that is asked for");
      for (const [words, typed, answer] of NOT_DELETED) {
        await password.fill(typed);
        if (answer) await page.route("**/delete", answer);
        await yes.click();
        await expect(question.getByRole("alert")).toContainText(words);
        await expect(password).toHaveAttribute("aria-invalid", "true");
        await expect(password).toBeFocused();
        await expect(yes).toBeEnabled();
      }
      await page.unroute("**/delete");
      await isAccessible(page, "a deletion that was refused");
      await password.fill(kira.password);
      await whileWaiting(
        page,
        "**/delete",
        () => yes.click(),
        () => isBusy(page, "a deletion that waits", "Deleting..."),
      );
      await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
      for (const other of [second, away.page]) await expect(other).toHaveURL(/\/login/);
      await kira.visits("/login");
      await kira.logsIn(kira.email, kira.password);
      await kira.reads("Invalid credentials", "Password");
      await kira.leaves();
      await away.leaves();
    });
  });
}

/** The form's message for each failure of the server. */
const NO_ANSWER = [
  [lost, "Failed to login. Please try again."],
  [says(500, null), "Failed to login. Please try again."],
  [says(503, null), "Authentication not available"],
  [says(200, { status: "needs_second_factor" }), "Invalid credentials"],
  [says(403, { code: "forbidden", message: "This account is on hold." }), "This account is on hold."],
] as const;

const NOT_SENT = [
  [lost, "Failed to send reset email. Please try again later."],
  [says(502, null), "Failed to send reset email. Please try again later."],
  [says(400, { code: "invalid", message: "No letters today.", field: "email" }), "No letters today."],
] as const;

/** The message and its field for each filling of the form; without an address, the form takes the member's own. */
const WRONG_RESETS: [
  words: string,
  field: string,
  email: string | null,
  password: string,
  retyped: string,
][] = [
  ["Please fill in all fields", "Email", "", "", ""],
  ["Please fill in all fields", "New password", null, "", ""],
  ["Please fill in all fields", "Retype new password", null, NEW_PASSWORD, ""],
  ["Password must be at least 8 characters long", "New password", null, "Sho-1", "Sho-1"],
  ["Passwords do not match", "Retype new password", null, NEW_PASSWORD, "High-Water-1989"],
  ["Please enter a valid email address", "Email", "nobody", NEW_PASSWORD, NEW_PASSWORD],
];

const NOT_DELETED = [
  ["Enter your password", "", null],
  ["Invalid credentials", "Not-The-One-1", null],
  ["Couldn't delete your account. Try again.", "Not-The-One-1", lost],
] as const;

/** While the form waits for the server, it can neither be sent twice nor lock the member out. */
async function isBusy(page: Page, where: string, words = "One moment…"): Promise<void> {
  await expect(page.getByRole("button", { name: words })).toBeDisabled();
  await isAccessible(page, where);
}

/** Resets the rate limits, as some minutes would. */
function aWhileLater(): void {
  inflow.byHand("TRUNCATE identity_counters");
}

/** Puts text where the focus is, as pasting does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
}
