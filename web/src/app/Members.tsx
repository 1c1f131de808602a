import { useConvexAuth, useQueries } from "convex/react";
import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo } from "react";
import { api, type Me, type ProfileId } from "../api";
import { ViewerProvider } from "../features/identity/Viewer";
import { codeOf } from "../lib/refusal";
import { paths } from "../paths";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Navigate, Outlet, useLocation } from "../ui/Router";
import { Connecting } from "./Connecting";
import { Loading } from "./Loading";

const BackgroundTasks = lazyWithRetry(() => import("./BackgroundTasks"));
const IncompleteAccount = lazyWithRetry(() => import("./IncompleteAccount"));

/** Lets members in; everyone else goes to the login, and from there back to where they were going. */
export function Members() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const me = useMe(isAuthenticated);
  // The first time all that a member sees is drawn, in slices; whatever changes after that is urgent.
  const viewer = useDeferredValue(me) === undefined ? undefined : me;
  const { pathname, search } = useLocation();
  useHue(viewer?.nook);
  useOwnOfflineData(viewer?.profileId);
  if (!isLoading && !isAuthenticated) return <SignedOut back={pathname + search} />;
  if (viewer === undefined) return me === undefined ? <Connecting /> : <Loading />;
  if (viewer === null) return <IncompleteAccount />;
  return (
    <ViewerProvider viewer={viewer}>
      <Outlet />
      <Suspense>
        <BackgroundTasks />
      </Suspense>
    </ViewerProvider>
  );
}

function SignedOut({ back }: { back: string }) {
  useEffect(() => void import("./offlineData").then(({ deleteOfflineData }) => deleteOfflineData()), []);
  return <Navigate to={paths.login(back)} replace />;
}

function useOwnOfflineData(profileId: ProfileId | undefined): void {
  useEffect(() => {
    if (profileId)
      void import("./offlineData").then(({ deleteDataOfOthers }) => deleteDataOfOthers(profileId));
  }, [profileId]);
}

/** The page takes the light of the nook, and with it whatever lies over the page. */
function useHue(nook: string | undefined): void {
  useLayoutEffect(() => {
    if (nook) document.body.dataset.nook = nook;
    return () => {
      delete document.body.dataset.nook;
    };
  }, [nook]);
}

/** Undefined until the server has answered; null when the server has a session but no member for it. */
function useMe(isAuthenticated: boolean): Me | null | undefined {
  const asked = useMemo(
    () => (isAuthenticated ? { me: { query: api.users.me, args: {} } } : {}),
    [isAuthenticated],
  );
  // `useQuery` would throw a refusal, and the page would fall over in the moment in which a session ends elsewhere.
  const { me }: { me?: Me | null | Error } = useQueries(asked);
  if (!(me instanceof Error)) return me;
  if (codeOf(me) === "unauthenticated") return null;
  throw me;
}
