import { Suspense } from "react";
import { paths } from "../../paths";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useLocation } from "../../ui/Router";
import { useViewer } from "../identity/Viewer";
import { areCardsDue } from "./onboarding";

const OnboardingCards = lazyWithRetry(() => import("./OnboardingCards"));

/** Shows the first cards over the feed to a member who comes from the welcome. All others load nothing of them. */
export function Onboarding() {
  const { profileId } = useViewer();
  const { pathname } = useLocation();
  if (pathname !== paths.homeFeed() || !areCardsDue(profileId)) return null;
  return (
    <Suspense>
      <OnboardingCards />
    </Suspense>
  );
}
