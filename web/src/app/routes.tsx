import { type ComponentType, lazy } from "react";
import { Navigate, type RouteObject } from "react-router";
import { paths } from "./paths";

type Screens<Name extends string> = Record<Name, ComponentType>;

/**
 * A part of the map whose code is fetched when somebody goes there; `handle.fetch` begins that early. Code that is here
 * is drawn at once: React holds back for 300 ms whatever it had to wait for, and there are three parts in each other.
 */
function part<Name extends string>(
  load: () => Promise<Screens<Name>>,
  name: Name,
): Pick<RouteObject, "element" | "handle"> {
  let here: { default: ComponentType } | undefined;
  const fetch = async () => {
    here = { default: (await load())[name] };
    return here;
  };
  const Part = lazy(() => (here ? atOnce(here) : fetch()));
  return { element: <Part />, handle: { fetch } };
}

/** What `lazy` takes for a promise, and has when it asks. */
const atOnce = <Value,>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: `lazy` calls `then`, and this one answers before it returns
  ({ then: (use: (value: Value) => void) => use(value) }) as Promise<Value>;

// Named once each, since the build writes down beside every `import` what its file needs.
const inside = () => import("./inside");
const allSettings = () => import("../screens/allSettings");

/** Members' places that stand inside the shell. */
const inShell: RouteObject[] = [
  { path: "/homeFeed", caseSensitive: true, element: <Navigate to={paths.homeFeed()} replace /> },
  {
    path: paths.homeFeed(),
    ...part(inside, "HomeFeed"),
  },
  { path: paths.sphere(), ...part(() => import("../screens/Sphere"), "Sphere") },
  { path: paths.find(), ...part(() => import("../screens/Find"), "Find") },
  { path: paths.intexted(), ...part(() => import("../screens/Intexted"), "Intexted") },
  { path: paths.flicks(), ...part(() => import("../screens/Flicks"), "Flicks") },
  { path: paths.postFlicks(), ...part(() => import("../screens/PostFlicks"), "PostFlicks") },
  { path: paths.cue(), ...part(() => import("../screens/Cue"), "Cue") },
  { path: paths.profile(), ...part(() => import("../screens/Profile"), "Profile") },
  { path: "/preview/:profileId", ...part(() => import("../screens/Preview"), "Preview") },
  { path: paths.settings(), ...part(allSettings, "Settings") },
  {
    path: paths.settingsProfile(),
    ...part(allSettings, "SettingsProfile"),
  },
  {
    path: paths.settingsPrivacy(),
    ...part(allSettings, "SettingsPrivacy"),
  },
  {
    path: paths.settingsSecurity(),
    ...part(allSettings, "SettingsSecurity"),
  },
  {
    path: paths.settingsNotifications(),
    ...part(allSettings, "SettingsNotifications"),
  },
  { path: paths.settingsHelp(), ...part(allSettings, "SettingsHelp") },
  { path: paths.create(), ...part(() => import("../screens/Create"), "Create") },
  { path: paths.gridCreation(), ...part(() => import("../screens/GridCreation"), "GridCreation") },
  { path: paths.curators(), ...part(() => import("../screens/Curators"), "Curators") },
  { path: "/preview", element: <Navigate to={paths.homeFeed()} replace /> },
];

/** Members' places that fill the page. */
const alone: RouteObject[] = [
  { path: paths.nooks(), ...part(() => import("../screens/Nooks"), "Nooks") },
  { path: paths.welcome(), ...part(() => import("../screens/Welcome"), "Welcome") },
  {
    path: paths.postFotos(),
    ...part(() => import("../screens/PostFotos"), "PostFotos"),
  },
];

const visitors: RouteObject[] = [
  {
    path: paths.getStarted(),
    ...part(() => import("../screens/GetStarted"), "GetStarted"),
  },
  { path: paths.login(), ...part(() => import("../screens/Login"), "Login") },
  {
    path: paths.resetPassword(),
    ...part(() => import("../screens/ResetPassword"), "ResetPassword"),
  },
];

/** The map. The landing page stands outside the live part, so that it loads next to nothing. */
export const routes: RouteObject[] = [
  {
    children: [
      {
        path: paths.landing(),
        ...part(() => import("../screens/Landing"), "Landing"),
      },
      {
        ...part(() => import("./Live"), "Live"),
        children: [
          ...visitors,
          {
            ...part(inside, "Members"),
            children: [
              { ...part(inside, "Shell"), children: inShell },
              { ...part(() => import("./Bare"), "Bare"), children: alone },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to={paths.landing()} replace /> },
    ],
  },
];
