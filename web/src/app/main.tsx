import { StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { takeReturnTo } from "../lib/returnTo";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { fetchCode, Router } from "../ui/Router";
import { ErrorPage } from "./ErrorPage";
import { Loading } from "./Loading";
import { keepOneTitle } from "./oneTitle";
import { resumed } from "./paths";
import { routes } from "./routes";

// Before the router looks at the address, so that no screen is fetched that nobody was going to.
const returnTo = takeReturnTo();
const place = returnTo && resumed(window.location, returnTo);
if (place) window.history.replaceState(window.history.state, "", place);

if (import.meta.env.DEV) void import("./debugging").then(({ reportErrors }) => reportErrors());

/** Fetched beside the first screen: what is said before it is here is shown when it comes. */
const Toasts = lazyWithRetry(() => import("../ui/Toasts"));

keepOneTitle();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

const initDeferred = () => import("./deferredInit");
if (document.readyState === "complete") void initDeferred();
else addEventListener("load", initDeferred);

// Until the code of the screen is here, what index.html draws stays: as a fallback of the app it would be kept for a third of
// a second, however soon the code has come.
const page = createRoot(root);
// Code that does not come is asked for again where it is drawn, and what is wrong is said there. As a transition, like all
// that is large and comes by itself, it is drawn in slices that let a finger through.
void fetchCode(routes).then(() =>
  startTransition(() =>
    page.render(
      <StrictMode>
        <ErrorPage>
          <Suspense fallback={<Loading />}>
            <Router routes={routes} />
          </Suspense>
        </ErrorPage>
        <Suspense>
          <Toasts />
        </Suspense>
      </StrictMode>,
    ),
  ),
);
