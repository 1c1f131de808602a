import type { Plain } from "./seat";

/** Screens for visitors. They show no member's data, and have only this state. */
export const VISITORS: Plain[] = [
  {
    name: "landing",
    route: "/",
    heading: "Inflow",
    full: "Photographs, and the people you are in flow with.",
  },
  {
    name: "get-started",
    route: "/get-started",
    heading: "Get started",
    full: "A few details, and you're in.",
  },
  { name: "login", route: "/login", heading: "Login", full: "Welcome back." },
  {
    name: "reset-password",
    route: "/reset-password",
    heading: "Reset password",
    full: "We'll email you a code to confirm the new password.",
  },
  {
    name: "undo-email-change",
    route: "/undo-email-change",
    heading: "Undo the change of your address?",
    full: "Your account gets this address back, and every browser is logged out.",
  },
  {
    name: "about",
    route: "/about",
    heading: "About Inflow",
    full: "The operator of this server hasn't written anything here yet.",
  },
  {
    // Without what the login and the emails put into its address.
    name: "appeal",
    route: "/appeal",
    heading: "This link is not complete",
    full: "Open it again from your email or from the login, or copy it whole.",
  },
];

/** Paths of the map at which nothing is, an address that fits, and where it leads a member. */
export const ELSEWHERE = [
  { route: "/homeFeed", at: "/homeFeed", leads: "/homefeed" },
  { route: "/preview", at: "/preview", leads: "/homefeed" },
  // The operator has not switched it on.
  {
    route: "/settings/security/two-factor",
    at: "/settings/security/two-factor",
    leads: "/settings/security",
  },
  // It is for moderators.
  { route: "/moderation", at: "/moderation", leads: "/homefeed" },
  // By way of `/`, which leads members on.
  { route: "*", at: "/no/such/place", leads: "/homefeed" },
];
