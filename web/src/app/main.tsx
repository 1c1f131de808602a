import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/syne/wght.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { takeErrand } from "../lib/errand";
import { fetchCode, Router } from "../ui/Router";
import { Toasts } from "../ui/Toast";
import { ErrorPage } from "./ErrorPage";
import { Loading } from "./Loading";
import { resumed } from "./paths";
import { routes } from "./routes";

// Before the router looks at the address, so that no screen is fetched that nobody was going to.
const errand = takeErrand();
const place = errand && resumed(window.location, errand);
if (place) window.history.replaceState(window.history.state, "", place);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

addEventListener("load", () => import("./afterwards"));

const page = createRoot(root);
// As a fallback of the app it would be kept for a third of a second, however soon the code has come.
page.render(<Loading />);
// Code that does not come is asked for again where it is drawn, and what is wrong is said there.
void fetchCode(routes).then(() =>
  page.render(
    <StrictMode>
      <ErrorPage>
        <Suspense fallback={<Loading />}>
          <Router routes={routes} />
        </Suspense>
      </ErrorPage>
      <Toasts />
    </StrictMode>,
  ),
);
