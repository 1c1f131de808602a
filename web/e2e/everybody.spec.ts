import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const NARROWEST = { width: 320, height: 640 };
/** The name of each member's screen for screen readers. `/settings` is last: it holds the first step back. */
const SCREENS: [path: string, heading: string][] = [
  ["/sphere", "SPHERE"],
  ["/cue", "CUE"],
  ["/cue?tab=cues", "CUE"],
  ["/find", "FIND"],
  ["/intexted", "INTEXTED"],
  ["/intexted?tab=syncflows", "INTEXTED"],
  ["/flicks", "FLICKS"],
  ["/post/flicks", "Video Posts Coming Soon!"],
  ["/post/fotos", "New foto"],
  ["/profile", "Alice Moreau"],
  ["/profile?tab=grids", "Alice Moreau"],
  ["/nooks", "Choose your nook"],
  ["/create", "CREATE"],
  ["/grid-creation", "Create Grid"],
  ["/curators", "CURATORS"],
  ["/settings/profile", "Profile Information"],
  ["/settings/privacy", "Privacy"],
  ["/settings/security", "Security"],
  ["/settings/notifications", "Notifications"],
  ["/settings/help", "Help Center"],
  ["/welcome", "Welcome to Inflow"],
  ["/homefeed", "SCENIC"],
  ["/settings", "Settings"],
];

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  await hangPictures(alice.page);
  hang(inflow, "alice", "Foto", { count: 12 });
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("the keys lead everywhere, and are letters where one writes", async () => {
  const { page } = alice;
  const { keyboard } = page;
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await expect(alice.foto("Foto 12")).toBeVisible();

  await test.step("two keys lead to a screen, and the focus to its heading", async () => {
    // What listens to keys comes after the feed, and need not be there yet.
    await expect(async () => {
      await presses(page, "g", "f");
      await expect(heading("FIND")).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await presses(page, "g", "h");
    await expect(heading("SCENIC")).toBeFocused();
    await presses(page, "/");
    await expect(page.getByPlaceholder("search a name")).toBeFocused();
    await keyboard.type("gh?n/j");
    await expect(page.getByPlaceholder("search a name")).toHaveValue("gh?n/j");
    await expect(page.getByRole("search").getByRole("status").first()).toHaveText("No users found");
    await expect(page).toHaveURL(/\/find$/);
    await keyboard.press("Tab");
    await presses(page, "g", "h");
    await expect(heading("SCENIC")).toBeFocused();
  });

  await test.step("fotos are walked along, opened, turned and left", async () => {
    await expect(alice.foto("Foto 12")).toBeVisible();
    await presses(page, "j");
    await expect(page.getByRole("link", { name: /^Foto 1 @alice/ })).toBeFocused();
    await presses(page, "j", "j", "k");
    await expect(page.getByRole("link", { name: /^Foto 2 @alice/ })).toBeFocused();
    await presses(page, "Enter");
    const popup = page.getByRole("dialog", { name: "Foto by @alice" });
    await expect(popup.getByRole("img", { name: "Foto 2", exact: true })).toBeVisible();
    await presses(page, "j");
    await expect(popup.getByRole("img", { name: "Foto 3", exact: true })).toBeVisible();
    await popup.getByLabel("Add a comment").focus();
    await keyboard.type("jk");
    await expect(popup.getByLabel("Add a comment")).toHaveValue("jk");
    await expect(popup.getByRole("img", { name: "Foto 3", exact: true })).toBeVisible();
    await presses(page, "Escape");
    await expect(popup).toBeHidden();
    await expect(page.getByRole("link", { name: /^Foto 2 @alice/ })).toBeFocused();
  });

  const map = page.getByRole("dialog", { name: "Keyboard" });
  await test.step("the list of keys, and the switch in it", async () => {
    await presses(page, "?");
    await expect(map).toHaveAccessibleDescription(/Press one key, or two/);
    await isAccessible(page, "keys");
    await expect(map.getByRole("switch", { name: "Single keys" })).toBeFocused();
    await presses(page, " ", "Escape");
    await expect(map).toBeHidden();
    await presses(page, "g", "f", "?", "n");
    await page.reload();
    await expect(alice.foto("Foto 12")).toBeVisible();
    await presses(page, "g", "f", "?", "n");
    await expect(map).toBeHidden();
    await expect(page).toHaveURL(/\/homefeed$/);
  });

  await test.step("it is in the menu and in the settings, for those who switched it off", async () => {
    await alice.tabsTo("button", "Menu");
    await presses(page, "Enter");
    await expect(page.getByRole("menu")).toBeFocused();
    await expect(page.getByRole("menu")).toHaveCSS("transition-duration", "0.15s, 0.15s");
    await presses(page, "ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
    await presses(page, "ArrowDown", "Enter");
    await expect(map.getByRole("switch", { name: "Single keys" })).toBeFocused();
    await presses(page, "Escape");
    await expect(map).toBeHidden();
    await alice.visits("/settings/help");
    await alice.tabsTo("button", "Show all keys");
    await presses(page, "Enter");
    await expect(map.getByRole("switch", { name: "Single keys" })).not.toBeChecked();
    await presses(page, " ", "Escape");
    await expect(page.getByRole("button", { name: "Show all keys" })).toBeFocused();
    await presses(page, "n");
    await expect(heading("New foto")).toBeFocused();
  });
});

test("every screen has one main part and one heading, which gets the focus; it fits, and nothing moves unasked @long", async () => {
  const { page } = alice;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await alice.visits("/create");
  // The code that moves the focus is loaded after the page.
  await page.waitForLoadState("networkidle");
  for (const [path, name] of SCREENS) {
    await goes(page, path);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading, path).toHaveAccessibleName(name);
    await expect(heading, path).toBeFocused();
    await expect(page.getByRole("main"), path).toHaveCount(1);
    expect(await page.evaluate(() => document.getAnimations().length), `${path} moves`).toBe(0);
    expect(await headingsOf(page), `${path} leaves out a level`).toEqual([]);
    await page.setViewportSize(NARROWEST);
    expect(await sidewaysOf(page), `${path} at 320`).toBe(0);
    await page.setViewportSize(PHONE);
    expect(await sidewaysOf(page, "200%"), `${path} in letters of twice the size`).toBe(0);
    expect(await cutWhenSpaced(page), `${path} with wide spaces in the text`).toEqual([]);
    await page.setViewportSize(DESKTOP);
  }
});

test("whoever likes things light finds the app on black, and what their browser draws in it dark", async () => {
  const { page } = alice;
  await page.emulateMedia({ colorScheme: "light" });
  await alice.visits("/find");
  await expect(page.getByPlaceholder("search a name")).toBeVisible();
  const root = page.locator("html");
  await expect(root).toHaveCSS("background-color", "rgb(0, 0, 0)");
  await expect(root).toHaveCSS("color-scheme", "dark");
});

async function presses(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** To a screen without loading the page anew, as by a link. */
const goes = (page: Page, path: string) =>
  page.evaluate((to) => {
    const idx = (history.state?.idx ?? 0) + 1;
    history.pushState({ usr: null, key: `step${idx}`, idx }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** Headings that are more than one level below the one before them. */
const headingsOf = (page: Page) =>
  page.evaluate(() => {
    let before = 0;
    return [...document.querySelectorAll("h1, h2, h3, h4")].flatMap((heading) => {
      const level = Number(heading.tagName.slice(1));
      const isLeap = level > before + 1;
      before = level;
      return isLeap ? [heading.textContent] : [];
    });
  });

/** How far the page goes beyond the screen's edge, with letters of this size. */
const sidewaysOf = (page: Page, letters = "") =>
  page.evaluate((size) => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const beyond = root.scrollWidth - root.clientWidth;
    root.style.fontSize = "";
    return beyond;
  }, letters);

/** What is cut off, or makes the page wider, with the spaces in the text that WCAG 1.4.12 names. */
const cutWhenSpaced = (page: Page) =>
  page.evaluate(() => {
    const spaces = new CSSStyleSheet();
    spaces.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }
    `);
    document.adoptedStyleSheets.push(spaces);
    const root = document.documentElement;
    const isCut = (one: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one);
      // An ellipsis says that there is more; what is only for screen readers is a pixel wide.
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none" || one.clientWidth <= 1) return false;
      const isWide = overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
      return isWide || (overflowY === "hidden" && one.scrollHeight > one.clientHeight + 1);
    };
    const texts = document.querySelectorAll("h1, h2, h3, p, a, button, label, li, dt, dd, span, small");
    const cut = [...texts]
      .filter((one) => one.textContent && isCut(one))
      .map((one) => one.outerHTML.slice(0, 120));
    const beyond = root.scrollWidth > root.clientWidth ? ["the page"] : [];
    document.adoptedStyleSheets.pop();
    return [...beyond, ...cut];
  });
