import { execFileSync } from "node:child_process";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow, PYTHON } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";

/** Opens a downloaded archive: its contents, and the text of one part. */
const OPEN = `
import json, sys, zipfile
opened = zipfile.ZipFile(sys.argv[1])
assert opened.testzip() is None
beginnings = {name: opened.read(name)[:3].hex() for name in opened.namelist()}
print(json.dumps({"beginnings": beginnings, "data": json.loads(opened.read("data.json"))}))
`;
const JPEG = "ffd8ff";

/** The texts of each screen, to the letter. */
const SAID = [
  ["/settings", "Account | Profile Information | Privacy | Security | Preferences | Notifications"],
  ["/settings", "Support | Help Center | Report a Problem"],
  ["/settings/profile", "Username | @grace | Full Name | Grace Moreau | Email | grace@example.org"],
  ["/settings/profile", "Date of Birth | April 2, 1990 | Member Since"],
  ["/settings/privacy", "Allow Syncflow | Other users can syncflow with you | Curator Matrices"],
  ["/settings/privacy", "Fotos Uploaded | 0/120 | Grids Created | 0/30 | FlowsSynced | 0/250"],
  ["/settings/privacy", "Complete all matrices to avail the curator badge"],
  ["/settings/security", "Change Password | 2FA | Coming soon | Danger zone | Delete Account"],
  ["/settings/notifications", "Post Notifications | Get notified when someone posts in your sphere"],
  ["/settings/notifications", "Comment Notifications | Get notified when someone comments on your posts"],
  ["/settings/help", "What is Inflow? | How do I get started? | Need more help?"],
] as const;

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

const member = (name: string, browser: Browser, size = PHONE) => joins(name, { browser, inflow, mail, size });

test("every part of the settings says what it should @long", async ({ browser }) => {
  const grace = await member("Grace", browser);
  const { page } = grace;
  const main = page.getByRole("main");
  for (const path of new Set(SAID.map(([path]) => path)))
    await test.step(path, async () => {
      await grace.visits(path);
      const words = SAID.filter((row) => row[0] === path).flatMap((row) => row[1].split(" | "));
      for (const each of words) await expect(main.getByText(each, { exact: true }).first()).toBeVisible();
      await isAccessible(page, path);
    });

  await test.step("a problem is reported by mail, and what is to come leads nowhere", async () => {
    await grace.visits("/settings");
    await expect(page.getByRole("link", { name: "Report a Problem" })).toHaveAttribute("href", /^mailto:.+@/);
    await expect(page.getByText("Coming soon", { exact: true })).toHaveCount(3);
    for (const later of ["Theme", "Language", "About"]) {
      await expect(page.getByText(`${later}Coming soon`, { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: later })).toHaveCount(0);
    }
  });

  const goesToSettings = async () => {
    await grace.visits("/homefeed");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeFocused();
  };

  await test.step("a browser's back leaves at once", async () => {
    await goesToSettings();
    await page.goBack();
    await expect(page).toHaveURL(/\/homefeed$/);
    await expect(page.getByRole("heading", { name: "Settings" })).toBeHidden();
  });

  await test.step("an installed phone's hardware back leaves at the second press", async () => {
    await page.addInitScript(() => {
      const { matchMedia } = window;
      // No browser of the tests can be installed.
      window.matchMedia = (query) =>
        /display-mode|pointer: coarse/.test(query)
          ? Object.assign(new EventTarget(), { matches: true } as MediaQueryList)
          : matchMedia.call(window, query);
    });
    await goesToSettings();
    // The toast may be gone by the time at which a busy machine has gone back.
    await Promise.all([says(page, "Press back again to leave the settings."), page.goBack()]);
    await expect(page).toHaveURL(/\/settings$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/homefeed$/);
    await expect(page.getByRole("heading", { name: "Settings" })).toBeHidden();
  });

  await test.step("the badge is told as soon as it is earned", async () => {
    await grace.visits("/settings/privacy");
    inflow.byHand(`
      INSERT INTO aura (user_id, photos_uploaded, grids_created, syncs)
      SELECT id, 500, 15, 249 FROM users WHERE username = 'grace'
      ON CONFLICT (user_id) DO UPDATE SET photos_uploaded = 500, grids_created = 15, syncs = 249`);
    // A bar is no longer than full, whatever stands behind it.
    for (const [name, share] of Object.entries({
      "Fotos Uploaded": 100,
      "Grids Created": 50,
      FlowsSynced: 99,
    }))
      await expect
        .poll(async () =>
          Math.floor(Number(await page.getByRole("progressbar", { name }).getAttribute("aria-valuenow"))),
        )
        .toBe(share);
    inflow.byHand(`
      INSERT INTO aura (user_id, has_badge, badge_since) SELECT id, true, now() FROM users WHERE username = 'grace'
      ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = excluded.badge_since`);
    await says(page, "Congratulations! You've earned the Curator badge!");
  });

  await test.step("a day of birth that is not known is not set", async () => {
    await page.routeWebSocket(/\/sync$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((said) => socket.send(String(said).replace(/"dateOfBirth":"[\d-]+",/g, "")));
    });
    await grace.visits("/settings/profile");
    await expect(main.getByText("Date of BirthNot set", { exact: true })).toBeVisible();
  });
  await grace.leaves();
});

test("what is switched off is off for everybody, on every device, until it is switched on", async ({
  browser,
}) => {
  const hugo = await member("Hugo", browser);
  const iris = await member("Iris", browser, DESKTOP);
  const elsewhere = await hugo.opensAnother("/settings/privacy");
  const sync = { sender_id: iris.profileId, receiver_id: hugo.profileId };
  const asks = () => iris.call("mutation", "flowRequests:requestSync", sync);
  const { _id: postId } = await hugo.call<{ _id: string }>("mutation", "posts:createPost", {
    userId: hugo.userId,
    imageUrl: await drawn(hugo.page),
    ratio: "landscape",
    nookType: "scenic",
    caption: "Low tide",
    postType: "sphere",
  });
  const comments = (content: string) =>
    iris.call("mutation", "comments:create", {
      content,
      postId,
      userId: iris.userId,
      username: iris.username,
    });
  const bell = (words: string) => hugo.page.getByRole("button", { name: words, exact: true });

  await test.step("requests", async () => {
    await hugo.visits("/settings/privacy");
    await toggle(hugo.page, "Allow Syncflow").click();
    await says(hugo.page, "Other users cannot syncflow with you");
    await says(elsewhere, "Other users cannot syncflow with you");
    await expect(asks()).rejects.toThrow();
    await hugo.page.reload();
    await expect(toggle(hugo.page, "Allow Syncflow")).not.toBeChecked();
    await toggle(hugo.page, "Allow Syncflow").click();
    await says(elsewhere, "Other users can syncflow with you");
    await asks();
    await expect(bell("Notifications, 1 unread")).toBeVisible();
  });

  await test.step("being told of comments", async () => {
    await hugo.visits("/settings/notifications");
    await elsewhere.goto(`${inflow.origin}/settings/notifications`);
    await toggle(hugo.page, "Comment Notifications").click();
    await expect(toggle(elsewhere, "Comment Notifications")).not.toBeChecked();
    await comments("nobody is told");
    await toggle(hugo.page, "Comment Notifications").click();
    await expect(toggle(elsewhere, "Comment Notifications")).toBeChecked();
    await comments("Where is that?");
    await expect(bell("Notifications, 2 unread")).toBeVisible();
    await toggle(hugo.page, "Post Notifications").click();
    await expect(toggle(elsewhere, "Post Notifications")).not.toBeChecked();
    await hugo.page.reload();
    await expect(toggle(hugo.page, "Post Notifications")).not.toBeChecked();
    await expect(toggle(hugo.page, "Comment Notifications")).toBeChecked();
  });

  await test.step("all that is kept of somebody can be taken along, by whoever knows the password", async () => {
    const { page } = hugo;
    await hugo.visits("/settings/security");
    await page.getByRole("button", { name: "Download my data" }).click();
    const dialog = page.getByRole("dialog", { name: "Download your data" });
    await dialog.getByRole("button", { name: "Prepare download" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Enter your password");
    await isAccessible(page, "the download");
    await dialog.getByLabel("Your password").fill(hugo.password);
    await dialog.getByRole("button", { name: "Prepare download" }).click();
    await expect(dialog).toBeHidden();
    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const archive = await arriving;
    expect(archive.suggestedFilename()).toMatch(/^inflow-[\d-]+\.zip$/);
    const { beginnings, data } = JSON.parse(
      execFileSync(PYTHON, ["-c", OPEN, await archive.path()], { encoding: "utf8" }),
    );
    expect(data.posts).toMatchObject([{ caption: "Low tide" }]);
    expect(data.user).toMatchObject([{ username: "hugo" }]);
    expect(beginnings[`photos/${data.photos[0].id}.${data.photos[0].kind}`]).toBe(JPEG);
    expect(JSON.stringify(data)).not.toContain("iris@example.org");
  });
  await hugo.leaves();
  await iris.leaves();
});

const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
const toggle = (page: Page, name: string) => page.getByRole("switch", { name });

/** A foto, as a data URL. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
    const pen = canvas.getContext("2d");
    for (let x = 0; pen && x < 640; x += 1) {
      pen.fillStyle = `hsl(${x} 60% 50%)`;
      pen.fillRect(x, 0, 1, 360);
    }
    return canvas.toDataURL("image/jpeg");
  });
