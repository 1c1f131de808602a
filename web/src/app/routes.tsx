import { type ComponentType, lazy } from "react";
import { Navigate, type RouteObject } from "react-router";
import { Coming } from "../screens/Coming";
import { paths } from "./paths";

/** A part of the map whose code is fetched when somebody goes there; `handle.fetch` begins that early. */
function part(fetch: () => Promise<ComponentType>): Pick<RouteObject, "element" | "handle"> {
  const Part = lazy(async () => ({ default: await fetch() }));
  return { element: <Part />, handle: { fetch } };
}

const toFeed = { to: paths.homeFeed(), words: "Back to Feed" };

const coming = (path: string, title: string, help: string, back = toFeed): RouteObject => ({
  path,
  element: <Coming title={title} help={help} back={back} />,
});

/** Members' places that stand inside the shell. */
const inShell: RouteObject[] = [
  {
    path: paths.homeFeed(),
    ...part(async () => (await import("../screens/HomeFeed")).HomeFeed),
  },
  { path: paths.sphere(), ...part(async () => (await import("../screens/Sphere")).Sphere) },
  coming(paths.find(), "Find", "Searching for members opens here soon."),
  coming(paths.intexted(), "Intexted", "Your conversations open here soon."),
  coming(paths.flicks(), "Flicks", "Coming Soon!"),
  coming(paths.postFlicks(), "Video Posts Coming Soon!", "Until then, a foto says it well."),
  coming(paths.cue(), "Cue", "The members you are in flow with gather here soon."),
  coming(paths.profile(), "Profile", "Your own wall opens here soon."),
  coming("/preview/:profileId", "Profile", "Members' walls open here soon."),
  coming(paths.settings(), "Settings", "What you may set stands here soon."),
  coming(paths.settingsProfile(), "Profile Information", "Coming soon."),
  coming(paths.settingsPrivacy(), "Privacy", "Coming soon."),
  {
    path: paths.settingsSecurity(),
    ...part(async () => (await import("../screens/SettingsSecurity")).SettingsSecurity),
  },
  coming(paths.settingsNotifications(), "Notifications", "Coming soon."),
  coming(paths.settingsHelp(), "Help Center", "Coming soon."),
  coming(paths.create(), "Create", "Grids are made here soon."),
  coming(paths.gridCreation(), "Create Grid", "Grids are made here soon."),
  coming(paths.curators(), "Curators", "Those who shape the nooks stand here soon."),
  { path: "/preview", element: <Navigate to={paths.homeFeed()} replace /> },
];

/** Members' places that fill the page. */
const alone: RouteObject[] = [
  { path: paths.nooks(), ...part(async () => (await import("../screens/Nooks")).Nooks) },
  { path: paths.welcome(), ...part(async () => (await import("../screens/Welcome")).Welcome) },
  {
    path: paths.postFotos(),
    ...part(async () => (await import("../screens/PostFotos")).PostFotos),
  },
];

const visitors: RouteObject[] = [
  {
    path: paths.getStarted(),
    ...part(async () => (await import("../screens/GetStarted")).GetStarted),
  },
  { path: paths.login(), ...part(async () => (await import("../screens/Login")).Login) },
  {
    path: paths.resetPassword(),
    ...part(async () => (await import("../screens/ResetPassword")).ResetPassword),
  },
];

/** The map. The landing page stands outside the live part, so that it loads next to nothing. */
export const routes: RouteObject[] = [
  {
    children: [
      {
        path: paths.landing(),
        ...part(async () => (await import("../screens/Landing")).Landing),
      },
      {
        ...part(async () => (await import("./Live")).Live),
        children: [
          ...visitors,
          {
            ...part(async () => (await import("./Members")).Members),
            children: [
              { ...part(async () => (await import("./Shell")).Shell), children: inShell },
              { ...part(async () => (await import("./Bare")).Bare), children: alone },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to={paths.landing()} replace /> },
    ],
  },
];
