import { type ComponentType, lazy } from "react";
import { paths } from "../paths";
import { Navigate, type Route } from "../ui/Router";

type Screens<Name extends string> = Record<Name, ComponentType>;

/**
 * A route whose code is fetched when a member goes there; `fetch` begins that early. Loaded code is drawn at
 * once: React delays every suspended part by 300 ms, and three routes are nested.
 */
function lazyRoute<Name extends string>(
  load: () => Promise<Screens<Name>>,
  name: Name,
): Pick<Route, "element" | "fetch"> {
  let loaded: { default: ComponentType } | undefined;
  const fetch = async () => {
    loaded = { default: (await load())[name] };
    return loaded;
  };
  const Part = lazy(() => (loaded ? resolvedNow(loaded) : fetch()));
  return { element: <Part />, fetch };
}

/** What `lazy` takes for a promise, and has when it asks. */
const resolvedNow = <Value,>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: `lazy` calls `then`, and this one answers before it returns
  ({ then: (use: (value: Value) => void) => use(value) }) as Promise<Value>;

// Named once each, since the build writes down beside every `import` what its file needs.
const memberBundle = () => import("./memberBundle");
const resetting = () => import("../screens/ResetPassword");
const ownPages = () => import("../screens/ownPages");

/** Members' places that stand inside the shell. */
const shellRoutes: Route[] = [
  { path: "/homeFeed", caseSensitive: true, element: <Navigate to={paths.homeFeed()} replace /> },
  {
    path: paths.homeFeed(),
    ...lazyRoute(memberBundle, "HomeFeed"),
  },
  { path: paths.sphere(), ...lazyRoute(() => import("../screens/Sphere"), "Sphere") },
  { path: paths.find(), ...lazyRoute(() => import("../screens/Find"), "Find") },
  { path: paths.intexted(), ...lazyRoute(() => import("../screens/Intexted"), "Intexted") },
  { path: paths.flicks(), ...lazyRoute(() => import("../screens/Flicks"), "Flicks") },
  { path: paths.postFlicks(), ...lazyRoute(() => import("../screens/PostFlicks"), "PostFlicks") },
  { path: paths.cue(), ...lazyRoute(() => import("../screens/Cue"), "Cue") },
  { path: paths.profile(), ...lazyRoute(() => import("../screens/Profile"), "Profile") },
  { path: paths.saved(), ...lazyRoute(ownPages, "Saved") },
  { path: paths.drafts(), ...lazyRoute(ownPages, "Drafts") },
  { path: paths.archive(), ...lazyRoute(ownPages, "Archive") },
  { path: "/preview/:profileId", ...lazyRoute(() => import("../screens/Preview"), "Preview") },
  { path: paths.settings(), ...lazyRoute(ownPages, "Settings") },
  {
    path: paths.settingsProfile(),
    ...lazyRoute(ownPages, "SettingsProfile"),
  },
  {
    path: paths.settingsPrivacy(),
    ...lazyRoute(ownPages, "SettingsPrivacy"),
  },
  { path: paths.settingsSafety(), ...lazyRoute(ownPages, "SettingsSafety") },
  {
    path: paths.settingsSecurity(),
    ...lazyRoute(ownPages, "SettingsSecurity"),
  },
  {
    path: paths.settingsTwoFactor(),
    ...lazyRoute(ownPages, "SettingsTwoFactor"),
  },
  {
    path: paths.settingsNotifications(),
    ...lazyRoute(ownPages, "SettingsNotifications"),
  },
  { path: paths.settingsImport(), ...lazyRoute(ownPages, "SettingsImport") },
  { path: paths.settingsHelp(), ...lazyRoute(ownPages, "SettingsHelp") },
  { path: paths.create(), ...lazyRoute(() => import("../screens/Create"), "Create") },
  { path: paths.gridCreation(), ...lazyRoute(() => import("../screens/GridCreation"), "GridCreation") },
  { path: paths.curators(), ...lazyRoute(() => import("../screens/Curators"), "Curators") },
  { path: paths.moderation(), ...lazyRoute(() => import("../screens/Moderation"), "Moderation") },
  { path: "/preview", element: <Navigate to={paths.homeFeed()} replace /> },
];

/** Members' places that fill the page. */
const fullPageRoutes: Route[] = [
  { path: paths.nooks(), ...lazyRoute(() => import("../screens/Nooks"), "Nooks") },
  { path: paths.welcome(), ...lazyRoute(() => import("../screens/Welcome"), "Welcome") },
  {
    path: paths.postFotos(),
    ...lazyRoute(() => import("../screens/PostFotos"), "PostFotos"),
  },
];

const visitorRoutes: Route[] = [
  {
    path: paths.getStarted(),
    ...lazyRoute(() => import("../screens/GetStarted"), "GetStarted"),
  },
  { path: paths.login(), ...lazyRoute(() => import("../screens/Login"), "Login") },
  {
    path: paths.resetPassword(),
    ...lazyRoute(resetting, "ResetPassword"),
  },
  { path: "/undo-email-change", ...lazyRoute(resetting, "UndoEmailChange") },
  { path: paths.about(), ...lazyRoute(() => import("../screens/About"), "About") },
  { path: paths.appeal(), ...lazyRoute(() => import("../screens/Appeal"), "Appeal") },
];

/** The map. The landing page stands outside the live part, so that it loads next to nothing. */
export const routes: Route[] = [
  {
    children: [
      {
        path: paths.landing(),
        ...lazyRoute(() => import("../screens/Landing"), "Landing"),
      },
      {
        ...lazyRoute(() => import("./Live"), "Live"),
        children: [
          ...visitorRoutes,
          {
            ...lazyRoute(memberBundle, "Members"),
            children: [
              { ...lazyRoute(memberBundle, "Shell"), children: shellRoutes },
              { ...lazyRoute(() => import("./FullPageLayout"), "FullPageLayout"), children: fullPageRoutes },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to={paths.landing()} replace /> },
    ],
  },
];
