import { type ComponentType, lazy } from "react";
import { Navigate, type RouteObject } from "react-router";
import { paths } from "./paths";

/** A part of the map whose code is fetched when somebody goes there; `handle.fetch` begins that early. */
function part(fetch: () => Promise<ComponentType>): Pick<RouteObject, "element" | "handle"> {
  const Part = lazy(async () => ({ default: await fetch() }));
  return { element: <Part />, handle: { fetch } };
}

/** Members' places that stand inside the shell. */
const inShell: RouteObject[] = [
  {
    path: paths.homeFeed(),
    ...part(async () => (await import("../screens/HomeFeed")).HomeFeed),
  },
  { path: paths.sphere(), ...part(async () => (await import("../screens/Sphere")).Sphere) },
  { path: paths.find(), ...part(async () => (await import("../screens/Find")).Find) },
  { path: paths.intexted(), ...part(async () => (await import("../screens/Intexted")).Intexted) },
  { path: paths.flicks(), ...part(async () => (await import("../screens/Flicks")).Flicks) },
  { path: paths.postFlicks(), ...part(async () => (await import("../screens/PostFlicks")).PostFlicks) },
  { path: paths.cue(), ...part(async () => (await import("../screens/Cue")).Cue) },
  { path: paths.profile(), ...part(async () => (await import("../screens/Profile")).Profile) },
  { path: "/preview/:profileId", ...part(async () => (await import("../screens/Preview")).Preview) },
  { path: paths.settings(), ...part(async () => (await import("../screens/Settings")).Settings) },
  {
    path: paths.settingsProfile(),
    ...part(async () => (await import("../screens/SettingsProfile")).SettingsProfile),
  },
  {
    path: paths.settingsPrivacy(),
    ...part(async () => (await import("../screens/SettingsPrivacy")).SettingsPrivacy),
  },
  {
    path: paths.settingsSecurity(),
    ...part(async () => (await import("../screens/SettingsSecurity")).SettingsSecurity),
  },
  {
    path: paths.settingsNotifications(),
    ...part(async () => (await import("../screens/SettingsNotifications")).SettingsNotifications),
  },
  { path: paths.settingsHelp(), ...part(async () => (await import("../screens/SettingsHelp")).SettingsHelp) },
  { path: paths.create(), ...part(async () => (await import("../screens/Create")).Create) },
  { path: paths.gridCreation(), ...part(async () => (await import("../screens/GridCreation")).GridCreation) },
  { path: paths.curators(), ...part(async () => (await import("../screens/Curators")).Curators) },
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
