import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { Person, SIZES } from "./person";

const PHRASE = "quiet harbours at dusk";
const HINT = "At least 15 characters";
const RULES =
  `${HINT} At most 1,024 bytes. ` +
  "No common password, and nothing with your username, your email or Inflow in it.";

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_PASSWORD_POLICY: "modern" });
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

for (const [size, viewport] of SIZES)
  test(`with today's policy, on a ${size}, a phrase is enough, and what is short or easily guessed is refused in words${longUnless(size === "desktop")}`, async ({
    browser,
  }) => {
    const mina = await Person.arrives(size === "phone" ? "Mina" : "Mila", browser, inflow, viewport);
    const { page } = mina;
    await mina.visits("/get-started");
    await expect(mina.field("Password")).toHaveAccessibleDescription(RULES);
    await mina.fillsSignUp();
    await mina.field("Password").fill(PHRASE);
    const short = "Password must be at least 15 characters long";
    await mina.signUpIs(short, "Password", { Password: PHRASE.slice(0, 14) });
    const guessed = "Please choose a password that is harder to guess";
    await mina.signUpIs(guessed, "Password", { Password: "passwordpassword" });
    await isAccessible(page, "a sign-up with today's policy");
    await mina.field("Password").fill(PHRASE);
    await page.getByRole("button", { name: "GET STARTED" }).click();
    await page.getByLabel("Verification code").fill(await mina.codeFrom(mail));
    await mina.chooses("SCENIC");
    await mina.signsOut();
    await mina.logsIn(mina.email, PHRASE);
    await expect(page).toHaveURL(/\/homefeed$/);
    await mina.signsOut();
    await mina.visits("/reset-password");
    await expect(page.getByText(HINT)).toBeVisible();
    await mina.leaves();
  });
