import { expect, type Page } from "@playwright/test";
import { go, isPhone, press, type Row, search } from "./row";
import { SPOKEN_OF, UNSPOKEN_OF } from "./world";

/** Overlays over a screen. */
export const POPUPS: Row[] = [
  {
    name: "post",
    route: "/cue",
    // It is not on this wall, so that it has to be asked for.
    opens: (page) => go(page, `/cue?post=${SPOKEN_OF}`),
    dialog: "Foto",
    full: "vertical 2",
    asks: { loading: "Loading foto", failed: "Couldn't load this foto." },
    empty: { says: "Foto not available", opens: (page) => go(page, "/cue?post=none") },
  },
  {
    name: "comments",
    route: "/profile",
    opens: (page) => toComments(page, SPOKEN_OF),
    dialog: { phone: "Comments", desktop: "Foto by @alice" },
    full: "Where is that?",
    asks: { loading: "Loading comments", failed: "Couldn't load comments." },
    empty: { says: "No comments yet", age: "lively", opens: (page) => toComments(page, UNSPOKEN_OF) },
  },
  {
    name: "grid",
    route: "/profile",
    at: "/profile?tab=grids",
    // It is not among those that the page has, so that it has to be asked for.
    opens: (page) => go(page, "/profile?tab=grids&grid=grid-13"),
    dialog: "Grid by @alice",
    full: "Tap a foto to see all of it.",
    asks: { loading: "Loading grid", failed: "Couldn't load this grid." },
    empty: { says: "Grid not available", opens: (page) => go(page, "/profile?tab=grids&grid=none") },
  },
  {
    name: "chat",
    route: "/intexted",
    opens: (page, { conversation }) => go(page, `/intexted?chat=${conversation}`),
    dialog: "Chat",
    full: "On my way",
    asks: { loading: "Loading messages", failed: "Couldn't load this conversation." },
    empty: { says: "No messages yet", age: "met" },
  },
  {
    name: "notifications",
    route: "/homefeed",
    opens: press("Notifications"),
    dialog: "Notifications",
    full: "@noor_lind commented on your post",
    asks: { loading: "Loading notifications", failed: "Couldn't load your notifications." },
    empty: { says: "No notifications" },
  },
  {
    name: "find-all",
    route: "/find",
    before: async (page, people) => {
      await search("holm")(page, people);
      // It is asked for a moment after the last letter.
      await expect(page.getByRole("button", { name: "View All" })).toBeVisible();
    },
    opens: press("View All"),
    dialog: "All Profiles",
    full: "Ivo Holm",
    asks: { loading: "Loading members", failed: "Couldn't search." },
    empty: null,
  },
  {
    name: "nook-proposal",
    route: "/curators",
    opens: press("Next Nook"),
    dialog: "Next Edge",
    full: "13.5 / 20",
    asks: null,
    empty: {
      says: "Edge shapers are curators with 180+ days of experience",
      opens: press("Next Nook"),
      dialog: "Shape the Edge",
    },
  },
];

/** Beside the foto on a desktop, behind a button on a phone. */
async function toComments(page: Page, postId: string): Promise<void> {
  await go(page, `/profile?post=${postId}`);
  if (isPhone(page))
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /comment/ })
      .click();
}
