import { Navigate, type RouteObject } from "react-router";
import { Coming } from "../screens/Coming";
import { ErrorPage } from "./ErrorPage";
import { Loading } from "./Loading";
import { paths } from "./paths";

const toFeed = { to: paths.homeFeed(), words: "Back to Feed" };
const toLogin = { to: paths.login(), words: "Back to login" };

const coming = (path: string, title: string, help: string, back = toFeed): RouteObject => ({
  path,
  element: <Coming title={title} help={help} back={back} />,
});

/** Members' places that stand inside the shell. */
const inShell: RouteObject[] = [
  {
    path: paths.homeFeed(),
    lazy: async () => ({ Component: (await import("../screens/HomeFeed")).HomeFeed }),
  },
  { path: paths.sphere(), lazy: async () => ({ Component: (await import("../screens/Sphere")).Sphere }) },
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
  coming(paths.settingsSecurity(), "Security", "Coming soon."),
  coming(paths.settingsNotifications(), "Notifications", "Coming soon."),
  coming(paths.settingsHelp(), "Help Center", "Coming soon."),
  coming(paths.create(), "Create", "Grids are made here soon."),
  coming(paths.gridCreation(), "Create Grid", "Grids are made here soon."),
  coming(paths.curators(), "Curators", "Those who shape the nooks stand here soon."),
  { path: "/preview", element: <Navigate to={paths.homeFeed()} replace /> },
];

/** Members' places that fill the page. */
const alone: RouteObject[] = [
  { path: paths.nooks(), lazy: async () => ({ Component: (await import("../screens/Nooks")).Nooks }) },
  { path: paths.welcome(), lazy: async () => ({ Component: (await import("../screens/Welcome")).Welcome }) },
  {
    path: paths.postFotos(),
    lazy: async () => ({ Component: (await import("../screens/PostFotos")).PostFotos }),
  },
];

const visitors: RouteObject[] = [
  {
    path: paths.getStarted(),
    lazy: async () => ({ Component: (await import("../screens/GetStarted")).GetStarted }),
  },
  { path: paths.login(), lazy: async () => ({ Component: (await import("../screens/Login")).Login }) },
  coming(paths.resetPassword(), "Reset password", "Resetting by e-mail opens here soon.", toLogin),
];

/** The map. The landing page stands outside the live part, so that it loads next to nothing. */
export const routes: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        path: paths.landing(),
        lazy: async () => ({ Component: (await import("../screens/Landing")).Landing }),
      },
      {
        lazy: async () => ({ Component: (await import("./Live")).Live }),
        children: [
          ...visitors,
          {
            lazy: async () => ({ Component: (await import("./Members")).Members }),
            children: [
              { lazy: async () => ({ Component: (await import("./Shell")).Shell }), children: inShell },
              { lazy: async () => ({ Component: (await import("./Bare")).Bare }), children: alone },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to={paths.landing()} replace /> },
    ],
  },
];
