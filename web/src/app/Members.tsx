import { useConvexAuth, useQueries } from "convex/react";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { api, type Me } from "../api";
import { stillIn } from "../features/identity/session";
import { ViewerProvider } from "../features/identity/Viewer";
import { productName, supportEmail } from "../lib/deployment";
import { codeOf } from "../lib/refusal";
import { Button } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { Loading } from "./Loading";
import { logOut } from "./logOut";
import { paths } from "./paths";
import { Unreached } from "./Unreached";

/** Lets members in; everyone else goes to the login, and from there back to where they were going. */
export function Members() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const viewer = useMe(isAuthenticated);
  const { pathname, search } = useLocation();
  useHue(viewer?.nook);
  if (!isLoading && !isAuthenticated) return <SignedOut back={pathname + search} />;
  if (viewer === undefined) return <Unreached />;
  if (viewer === null) return <Unfinished />;
  return (
    <ViewerProvider viewer={viewer}>
      <Outlet />
    </ViewerProvider>
  );
}

/** A session may have ended without anybody leaving; what was kept for reading offline goes with it. */
function SignedOut({ back }: { back: string }) {
  useEffect(() => void import("../features/posts/keptFeed").then(({ forgetFeed }) => forgetFeed()), []);
  return <Navigate to={paths.login(back)} replace />;
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

/** Undefined while nobody knows; null when the server has a session but no member to it. */
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

/** Either the session has just ended, which the server tells, or a part of the account is missing. */
function Unfinished() {
  const [isSure, setSure] = useState(false);
  useEffect(() => void stillIn().then(setSure), []);
  if (!isSure) return <Loading />;
  return (
    <main>
      <title>{productName}</title>
      <Notice
        alert
        heading="h1"
        title="Something is missing"
        help="Account created but failed to save additional data. Please contact support."
        action={
          <>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            <Button onClick={logOut}>Log out</Button>
          </>
        }
      />
    </main>
  );
}
