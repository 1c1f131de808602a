import type { Age, People, Row } from "./row";

/** The three walls of a member: Alice's own, or Bob's. */
function walls(name: "profile" | "preview"): Row[] {
  const isOwn = name === "profile";
  const route = isOwn ? "/profile" : "/preview/:profileId";
  const at = (tab: string) => (people: People) =>
    (isOwn ? "/profile" : `/preview/${people.bobsProfile}`) + tab;
  const common = {
    route,
    heading: isOwn ? "Alice Moreau" : /^(Bob Moreau|Profile|Couldn't load this)$/,
  };
  const asks = (loading: string) =>
    isOwn
      ? { loading, failed: "Couldn't load these posts." }
      : { loading: "Loading profile", failed: "Couldn't load this profile." };
  const age: Age = isOwn ? "alone" : "met";
  return [
    {
      ...common,
      name,
      at: at(""),
      full: isOwn ? "vertical 1" : "Pier 1",
      asks: asks("Loading fotos"),
      empty: { says: "No photos uploaded yet", age },
    },
    {
      ...common,
      name: `${name}-grids`,
      at: at("?tab=grids"),
      // A foto of the first grid: grids turn on a phone and hang on a wall on a desktop.
      full: isOwn ? "vertical 1" : "Pier 1",
      asks: asks("Loading grids"),
      empty: { says: "No grids created yet", age },
    },
    {
      ...common,
      name: `${name}-flicks`,
      at: at("?tab=flicks"),
      full: isOwn ? "Waves 1" : "Surf 1",
      asks: asks("Loading flicks"),
      empty: { says: "No flicks yet", age },
    },
  ];
}

const SETTINGS: Row[] = [
  {
    name: "settings",
    route: "/settings",
    heading: "Settings",
    full: "Report a Problem",
    asks: null,
    empty: null,
  },
  {
    name: "settings-profile",
    route: "/settings/profile",
    heading: "Profile Information",
    full: "April 2, 1990",
    asks: null,
    empty: null,
  },
  {
    name: "settings-privacy",
    route: "/settings/privacy",
    heading: "Privacy",
    full: "84/120",
    asks: { loading: "Loading your settings", failed: "Couldn't load your settings." },
    empty: null,
  },
  {
    name: "settings-safety",
    route: "/settings/safety",
    heading: "Safety",
    full: "Taken off the walls: a foto or flick of yours",
    asks: {
      loading: "Loading decisions",
      failed: [
        "Couldn't load your reports.",
        "Couldn't load these decisions.",
        "Couldn't load your settings.",
        "Couldn't load muted members.",
        "Couldn't load limited members.",
      ],
    },
    empty: { says: "No decisions" },
  },
  {
    name: "settings-import",
    route: "/settings/import",
    heading: "Import",
    full: "Ready to import",
    asks: { loading: "Loading your import", failed: "Couldn't load your import." },
    empty: { says: "Bring your fotos along" },
  },
  {
    name: "settings-security",
    route: "/settings/security",
    heading: "Security",
    full: "This browser",
    asks: { loading: "Loading your sessions", failed: "Couldn't load your sessions." },
    empty: null,
  },
  {
    name: "settings-notifications",
    route: "/settings/notifications",
    heading: "Notifications",
    full: "Get notified when someone posts in your sphere",
    asks: { loading: "Loading your settings", failed: "Couldn't load your settings." },
    empty: null,
  },
  {
    name: "settings-help",
    route: "/settings/help",
    heading: "Help Center",
    full: "How do I get started?",
    asks: null,
    empty: null,
  },
];

/** The lists that only the member sees. */
const LISTS: Row[] = [
  {
    name: "saved",
    route: "/saved",
    heading: "SAVED",
    full: "Pier 1",
    asks: { loading: "Loading fotos", failed: "Couldn't load your saved fotos." },
    empty: { says: "Nothing saved here" },
  },
  {
    name: "archive",
    route: "/archive",
    heading: "ARCHIVE",
    full: "Archived 1",
    asks: { loading: "Loading fotos", failed: "Couldn't load your archive." },
    empty: { says: "Nothing archived" },
  },
  {
    name: "drafts",
    route: "/drafts",
    heading: "DRAFTS",
    full: "Next tide",
    asks: { loading: "Loading your drafts", failed: "Couldn't load your drafts." },
    empty: { says: "No drafts" },
  },
];

const MAKING: Row[] = [
  { name: "create", route: "/create", heading: "CREATE", full: "Premium Effects", asks: null, empty: null },
  {
    name: "grid-creation",
    route: "/grid-creation",
    heading: "Create Grid",
    full: "horizontal 1",
    asks: { loading: "Loading fotos", failed: "Couldn't load your fotos." },
    empty: { says: "No photos uploaded yet" },
  },
  { name: "post-fotos", route: "/post/fotos", heading: "New foto", full: "Caption", asks: null, empty: null },
  {
    name: "post-flicks",
    route: "/post/flicks",
    heading: "Video Posts Coming Soon!",
    full: "Back to Feed",
    asks: null,
    empty: null,
  },
  {
    // The three first nooks are known without asking.
    name: "nooks",
    route: "/nooks",
    heading: "Choose your nook",
    full: "CANNOT CHANGE NOOK FOR 7 DAYS",
    asks: null,
    empty: null,
  },
  {
    name: "welcome",
    route: "/welcome",
    heading: "Welcome to Inflow",
    full: "MEET PEOPLE WORLDWIDE",
    asks: null,
    empty: null,
  },
];

/** A member's own screens: their walls and those of others, their settings, their compositions. */
export const OWN: Row[] = [...walls("profile"), ...walls("preview"), ...LISTS, ...SETTINGS, ...MAKING];
