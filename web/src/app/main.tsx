import { StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { startLanguage } from "../lib/language";
import { takeReturnTo } from "../lib/returnTo";
import { resumedPath } from "../paths";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { fetchCode, Router } from "../ui/Router";
import { ErrorPage } from "./ErrorPage";
import { Loading } from "./Loading";
import { keepOneTitle } from "./oneTitle";
import { routes } from "./routes";

/** Comes beside the first screen, long before there is something to say. */
const Toasts = lazyWithRetry(() => import("../ui/Toasts"));

// Before the router reads the address, so that no screen is fetched in vain.
const returnTo = takeReturnTo();
const place = returnTo && resumedPath(window.location, returnTo);
if (place) window.history.replaceState(window.history.state, "", place);

if (import.meta.env.DEV) void import("./debugging").then(({ reportErrors }) => reportErrors());

keepOneTitle();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

const initDeferred = () => import("./deferredInit");
if (document.readyState === "complete") void initDeferred();
else addEventListener("load", initDeferred);

// Until the code of the screen is here, what index.html draws stays: as a fallback of the app it would be kept for a third of
// a second, however soon the code has come.
const page = createRoot(root);
// Code that fails to load is fetched again where it is drawn, and the error shows there. A transition, as for every
// large update without an input, is drawn in slices between which the page reacts to touch.
void Promise.all([fetchCode(routes), startLanguage()]).then(() =>
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
