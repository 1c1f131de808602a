import { type Browser, expect, type Page, test } from "@playwright/test";
import { lost, meanwhile, says, whileWaiting } from "./answers";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { longUnless } from "./long";
import { MailServer, otherThan } from "./mailServer";
import { DESKTOP, Person, PHONE, SIZES } from "./person";

const ANOTHER = "Slack-Water-1969";

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
    test("what is wrong with a sign-up is said, and the focus goes there", async ({ browser }) => {
      const dora = await arrives("Dor", browser);
      const { page } = dora;
      if (size === "desktop") await page.emulateMedia({ reducedMotion: "reduce" });
      await dora.visits("/get-started");
      await dora.signUpIs("Please fill in all fields", "Email", {});
      await dora.fillsSignUp();
      await dora.signUpIs("Please fill in all fields", "Date of birth", { "Date of birth": "" });
      await page.getByRole("checkbox").uncheck();
      await dora.signUpIs("Please accept the terms and conditions", "I accept the terms and conditions", {});
      await page.getByRole("checkbox").check();
      for (const [words, field, typed] of WRONG) await dora.signUpIs(words, field, { [field]: typed });
      await isAccessible(page, "a sign-up with something wrong");
      for (const [answer, words, field] of NO_ANSWER)
        await meanwhile(page, "**/sign-up", answer, () => dora.signUpIs(words, field, {}));
      await meanwhile(page, "**/sign-up", lost, async () => {
        await page.getByRole("button", { name: "GET STARTED" }).click();
        const dialog = page.getByRole("dialog", { name: "Sign Up Error" });
        await expect(dialog).toBeVisible();
        await isAccessible(page, "the error of a sign-up");
        await page.keyboard.press("Escape");
        // It gives the focus back when it has gone.
        await expect(dialog).toBeHidden();
      });
      const username = page.getByLabel("Username");
      await username.clear();
      await username.pressSequentially("DORA_of_the_Northern_Lights");
      await expect(username).toHaveValue("dora_of_the_northern");
      await page.getByRole("button", { name: "Read the terms" }).click();
      await expect(page.getByRole("dialog")).toContainText("at least 15 years old");
      await isAccessible(page, "the terms");
      await dora.leaves();
    });

    test("a field is marked when one leaves it, and a password shows its rules and itself", async ({
      browser,
    }) => {
      const greta = await arrives("Gre", browser);
      const { page } = greta;
      await greta.visits("/get-started");
      const username = greta.field("Username");
      await username.fill("al");
      await expect(username).not.toHaveAttribute("aria-invalid");
      // The mark appears after the press, so that the button is still where the finger is.
      await page.getByRole("button", { name: "Read the terms" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Understood" }).click();
      await expect(username).toHaveAttribute("aria-invalid", "true");
      await expect(username).toHaveAccessibleDescription("Username must be at least 3 characters long");
      await username.fill("ali");
      await expect(username).not.toHaveAttribute("aria-invalid");
      await expect(greta.field("Email")).not.toHaveAttribute("aria-invalid");
      const password = greta.field("Password");
      const rules = page.getByRole("listitem");
      await password.fill("low-tide");
      await expect(rules).toHaveText([
        "8-15 characters (done)",
        "An uppercase letter",
        "A lowercase letter (done)",
        "A number",
      ]);
      await page.getByRole("button", { name: "Show password" }).click();
      await expect(password).toHaveAttribute("type", "text");
      await isAccessible(page, "a sign-up with marks");
      await greta.signUpIs("Please fill in all fields", "Email", {});
      await expect(password).toHaveAttribute("type", "password");
      await greta.leaves();
    });

    test("the code is asked for until it is right, and back closes the question", async ({ browser }) => {
      const edda = await arrives("Edd", browser);
      const { page } = edda;
      await edda.visits("/login");
      await page.getByRole("link", { name: "Get started" }).click();
      await edda.fillsSignUp();
      await whileWaiting(
        page,
        "**/sign-up",
        () => page.getByRole("button", { name: "GET STARTED" }).click(),
        async () => {
          await expect(page.getByRole("button", { name: "One moment…" })).toBeDisabled();
          await isAccessible(page, "a sign-up that waits");
        },
      );
      const code = page.getByLabel("Verification code");
      await expect(code).toBeFocused();
      await expect(page.getByRole("button", { name: /Send again in \d+ s/ })).toBeDisabled();
      await isAccessible(page, "a code that is asked for");
      await page.getByRole("button", { name: "Verify" }).click();
      await edda.isToldOfCode("Please enter the verification code");
      const first = await edda.codeFrom(mail);
      await code.fill(otherThan(first));
      await edda.isToldOfCode("Invalid verification code", () => isAccessible(page, "a wrong code"));
      await expect(code).toHaveAttribute("aria-invalid", "true");
      for (const [answer, words] of NOT_VERIFIED)
        await meanwhile(page, "**/verify", answer, async () => {
          await code.fill("111111");
          await edda.isToldOfCode(words);
        });

      await page.goBack();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByLabel("Email")).toHaveValue(edda.email);
      const another = { Email: `not-${edda.email}` };
      await edda.signUpIs("That username is taken. Please choose another.", "Username", another);
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
      await edda.leaves();
    });

    test("another code is sent after a minute, and the one before is worth nothing", async ({ browser }) => {
      const ella = await arrives("Ell", browser);
      const { page } = ella;
      await page.clock.install();
      await ella.visits("/get-started");
      await ella.fillsSignUp();
      await page.getByRole("button", { name: "GET STARTED" }).click();
      const first = await ella.codeFrom(mail);
      await expect(page.getByRole("button", { name: /Send again in \d+ s/ })).toBeDisabled();
      await page.clock.fastForward(30_000);
      await expect(page.getByRole("button", { name: /Send again in [123]?\d s/ })).toBeDisabled();
      await page.clock.fastForward(30_000);
      const again = page.getByRole("button", { name: "Send the code again" });
      await again.click();
      await ella.isToldOfCode(/^Please wait \d+ seconds before asking for another code\.$/);
      inflow.byHand("TRUNCATE identity_counters");
      await again.click();
      await expect(page.getByText("We sent another code.")).toBeVisible();
      await isAccessible(page, "a code that was sent again");
      const second = await ella.codeAfter(first, mail);
      await page.getByLabel("Verification code").fill(first);
      await ella.isToldOfCode("Invalid verification code");
      await page.keyboard.insertText(` ${second.replace(/^.../, "$& ")} `);
      await expect(page).toHaveURL(/\/nooks$/);
      await ella.leaves();
    });

    test("a new member chooses a nook, is welcomed, and stands before the feed", async ({ browser }) => {
      const fara = await arrives("Far", browser);
      const { page } = fara;
      await fara.signsUpByHand(mail);
      await expect(page.getByText("CANNOT CHANGE NOOK FOR 7 DAYS")).toBeVisible();
      await expect(page.getByRole("button", { name: "DONE" })).toBeDisabled();
      await page.getByRole("radio", { name: "LIFESTYLE" }).check();
      await isAccessible(page, "a nook chosen");
      await page.clock.install();
      await page.getByRole("button", { name: "DONE" }).click();
      await expect(page).toHaveURL(/\/welcome$/);
      for (const words of ["CONNECT", "SHARE", "THRIVE", "MEET PEOPLE WORLDWIDE"])
        await expect(page.getByText(words)).toBeVisible();
      await isAccessible(page, "the welcome");
      await page.clock.fastForward(3_000);
      await expect(page).toHaveURL(/\/welcome$/);
      await page.clock.fastForward(7_000);
      await expect(page).toHaveURL(/\/homefeed$/);
      await fara.visits("/nooks");
      await expect(page.getByRole("link", { name: "7 days left" })).toBeVisible();
      await fara.leaves();
    });

    test("a choice that comes too late is refused in words", async ({ browser }) => {
      const gala = await arrives("Gal", browser);
      const { page } = gala;
      await gala.signsUp(mail);
      await expect(page).toHaveURL(/\/nooks$/);
      const hears = await hardOfHearing(page);
      await gala.visits("/nooks");
      await page.getByRole("radio", { name: "SCENIC" }).check();
      hears.nothingMore();
      inflow.byHand(`UPDATE users SET last_nook_change = now() WHERE username = '${gala.username}'`);
      await page.getByRole("button", { name: "DONE" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "Failed to update nook: " })).toBeVisible();
      await expect(page.getByRole("button", { name: "DONE" })).toBeEnabled();
      await isAccessible(page, "a nook that was refused");
      await gala.leaves();
    });
  });
}

test("with the keyboard alone one signs up, chooses, opens the menu and logs out", async ({ browser }) => {
  const lena = await Person.arrives("Lena", browser, inflow, DESKTOP);
  const { page } = lena;
  const { keyboard } = page;
  await lena.visits("/");
  await lena.tabsTo("link", "GET STARTED");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await lena.typesInto({ ...lena.details, "Date of birth": "04021990" });
  await lena.tabsTo("checkbox", "I accept the terms and conditions");
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Verification code")).toBeFocused();
  await keyboard.type(await lena.codeFrom(mail));
  await expect(page).toHaveURL(/\/nooks$/);
  await lena.tabsTo("radio", "RANDOMIZED");
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "SCENIC" })).toBeChecked();
  await lena.tabsTo("button", "DONE");
  await keyboard.press("Enter");
  await lena.tabsTo("link", "To your feed");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
  await lena.tabsTo("button", "Menu");
  await keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await lena.leaves();
});

test("with the keyboard alone one resets the password, logs in, signs others out, and leaves for good", async ({
  browser,
}) => {
  const mona = await Person.arrives("Mona", browser, inflow, DESKTOP);
  const away = await Person.arrives("Mona", browser, inflow, PHONE);
  const { page } = mona;
  const { keyboard } = page;
  await away.signsUp(mail);
  await away.chooses("SCENIC");
  const former = mail.codeFor(mona.email);
  inflow.byHand("TRUNCATE identity_counters");
  await mona.visits("/login");
  await mona.tabsTo("link", "Forgot your password?");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Reset password" })).toBeVisible();
  const typed = { Email: mona.email, "New password": ANOTHER, "Retype new password": ANOTHER };
  await mona.typesInto(typed);
  await keyboard.press("Enter");
  await expect(page.getByLabel("Verification code")).toBeFocused();
  await keyboard.type(await mona.codeAfter(former, mail));
  await expect(page.getByRole("link", { name: "GO BACK" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await mona.typesInto({ Email: mona.email, Password: ANOTHER });
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/homefeed$/);

  await away.visits("/login");
  await away.logsIn(away.email, ANOTHER);
  await expect(away.page).toHaveURL(/\/homefeed$/);
  await mona.visits("/settings/security");
  await mona.tabsTo("button", "Log out others");
  await keyboard.press("Enter");
  await expect(away.page).toHaveURL(/\/login/);
  await mona.tabsTo("button", "Delete Account");
  await keyboard.press("Enter");
  await mona.typesInto({ "Your password": ANOTHER });
  await mona.tabsTo("button", "Yes, Delete My Account");
  await keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  await mona.leaves();
  await away.leaves();
});

test("a session without a member says whom to ask, and can be left", async ({ browser }) => {
  const mara = await Person.arrives("Mara", browser, inflow, PHONE);
  await mara.signsUp(mail);
  await mara.chooses("SCENIC");
  inflow.byHand("DELETE FROM users WHERE username = 'mara'");
  await expect(mara.page.getByRole("heading", { name: "Your account isn't complete" })).toBeVisible();
  await expect(
    mara.page.getByText("Account created but failed to save additional data. Please contact support."),
  ).toBeVisible();
  await isAccessible(mara.page, "an account without its data");
  await mara.page.getByRole("button", { name: "Log out" }).click();
  await expect(mara.page.getByRole("heading", { name: "Login" })).toBeVisible();
  await mara.leaves();
});

/** The message and its field for each value. */
const WRONG: [words: string, field: string, typed: string][] = [
  ["Please enter a valid email address", "Email", "nobody"],
  ["Please enter both first and last name separated by a space", "Full name", "Dora"],
  ["Please enter both first and last name", "Full name", "Dora "],
  ["Names can only contain letters and spaces", "Full name", "D0ra Moreau"],
  ["Full name must be 25 characters or less", "Full name", "Dora Abcdefghijklmnopqrstu"],
  ["Inappropriate language detected. Please revise your input.", "Full name", "Fucking Moreau"],
  ["Username must be at least 3 characters long", "Username", "do"],
  ["Username can only contain letters, numbers, and underscores", "Username", "do-ra"],
  ["Inappropriate language detected. Please revise your input.", "Username", "fvck_sh1thead"],
  ["Password must be at least 8 characters long", "Password", "Sho-1"],
  ["Password must contain at least one uppercase letter", "Password", "low-tide-1987"],
  ["Password must contain at least one lowercase letter", "Password", "LOW-TIDE-1987"],
  ["Password must contain at least one number", "Password", "Low-Tide-Low"],
  ["You must be at least 15 years old to sign up", "Date of birth", "2020-01-01"],
];

/** The message, and the field with the focus, for each failure of the server. */
const NO_ANSWER = [
  [lost, "Failed to create account", "GET STARTED"],
  [says(500, null), "Failed to create account", "GET STARTED"],
  [
    says(400, { code: "invalid", message: "This address is not for people.", field: "email" }),
    "This address is not for people.",
    "Email",
  ],
] as const;

const NOT_VERIFIED = [
  [lost, "Failed to verify code"],
  [says(502, null), "Failed to verify code"],
  [says(200, { status: "missing_requirements" }), "Invalid verification code"],
] as const;

/** From `nothingMore` on, this page gets the answers to its own calls, but no updates. */
async function hardOfHearing(page: Page): Promise<{ nothingMore: () => void }> {
  let isDeaf = false;
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDeaf || !String(message).includes('"Transition"')) socket.send(message);
    });
  });
  return {
    nothingMore: () => {
      isDeaf = true;
    },
  };
}
