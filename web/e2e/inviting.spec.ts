import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { SIZES } from "./person";

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
  test(`a member who is alone on a server can invite people from every empty screen, on a ${size}${longUnless(size === "phone")}`, async ({
    browser,
  }) => {
    inflow.byHand("DELETE FROM users");
    const alice = await joins(size === "phone" ? "Alice" : "Alma", { browser, inflow, mail, size: viewport });
    const { page } = alice;
    for (const path of ["/find", "/intexted?tab=syncflows", "/intexted?tab=outgoing", "/homefeed"]) {
      await alice.visits(path);
      await expect(page.getByRole("button", { name: "Invite people" })).toBeVisible();
    }
    await expect(page.getByText("This is how it looks here when people post.")).toBeVisible();
    await isAccessible(page, "an empty feed");
    await page.getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people to Inflow" });
    await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(`${inflow.origin}/get-started`);
    await isAccessible(page, "an invitation");
    await copies(alice);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Invite people" })).toBeFocused();
    await alice.leaves();
  });

async function copies({ page }: Joined): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${inflow.origin}/get-started`);
}
