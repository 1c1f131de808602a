/** Every URL of the app is a function here. Imports nothing, so every layer may import it. */
export const paths = {
  landing: () => "/",
  getStarted: () => "/get-started",
  login: (back?: string) => (back ? `/login?back=${encodeURIComponent(back)}` : "/login"),
  loginAfter: (problem: string) => `/login?problem=${encodeURIComponent(problem)}`,
  resetPassword: () => "/reset-password",
  about: () => "/about",
  appeal: (token = "") => (token ? `/appeal#${token}` : "/appeal"),
  homeFeed: () => "/homefeed",
  post: (id: string) => `/homefeed?post=${encodeURIComponent(id)}`,
  grid: (profileId: string, id: string) =>
    `/preview/${encodeURIComponent(profileId)}?tab=grids&grid=${encodeURIComponent(id)}`,
  find: () => "/find",
  intexted: () => "/intexted",
  nooks: () => "/nooks",
  welcome: () => "/welcome",
  flicks: () => "/flicks",
  postFotos: () => "/post/fotos",
  postFlicks: () => "/post/flicks",
  sphere: () => "/sphere",
  cue: () => "/cue",
  blocked: () => "/cue?tab=blocked",
  profile: () => "/profile",
  archive: () => "/archive",
  drafts: () => "/drafts",
  draft: (id: string) => `/post/fotos?draft=${encodeURIComponent(id)}`,
  saved: () => "/saved",
  grids: () => "/profile?tab=grids",
  settings: () => "/settings",
  settingsProfile: () => "/settings/profile",
  settingsPrivacy: () => "/settings/privacy",
  settingsSafety: () => "/settings/safety",
  settingsSecurity: () => "/settings/security",
  settingsTwoFactor: () => "/settings/security/two-factor",
  settingsNotifications: () => "/settings/notifications",
  settingsImport: () => "/settings/import",
  settingsHelp: () => "/settings/help",
  create: () => "/create",
  gridCreation: () => "/grid-creation",
  moderation: () => "/moderation",
  /** A case, over this tab of the console. */
  case: (id: string, tab?: string) =>
    `/moderation?${tab && tab !== "open" ? `tab=${tab}&` : ""}case=${encodeURIComponent(id)}`,
  curators: () => "/curators",
  preview: (profileId: string) => `/preview/${encodeURIComponent(profileId)}`,
};

/** The place after a provider has led back to the app; `returnTo` is the place before the login. */
export function resumedPath(
  { pathname, search }: { pathname: string; search: string },
  returnTo: string,
): string | null {
  const back = returnPathIn(`?${new URLSearchParams({ back: returnTo })}`);
  if (back === null) return null;
  if (pathname === paths.homeFeed()) return back;
  const isStillOut = pathname === paths.login() && new URLSearchParams(search).has("problem");
  return isStillOut ? `${pathname}${search}&back=${encodeURIComponent(back)}` : null;
}

/** Where a signed-out visitor was going, if that is a place of this app; otherwise null. */
export function returnPathIn(search: string): string | null {
  const back = new URLSearchParams(search).get("back");
  // '//host' and '/\host' would leave this origin, and so would either with a tab in it, which browsers overlook.
  if (!back || !/^\/(?![/\\])\P{Cc}*$/u.test(back)) return null;
  // The dots of '/.//host' are taken out as well.
  return new URL(back, "http://here").pathname.startsWith("//") ? null : back;
}
