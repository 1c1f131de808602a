import { useConvexAuth, useQueries } from "convex/react";
import { useEffect, useMemo, useState } from "react";
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

/** Lets members in; everyone else goes to the login, and from there back to where they were going. */
export function Members() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const viewer = useMe(isAuthenticated);
  const { pathname, search } = useLocation();
  if (!isLoading && !isAuthenticated) return <Navigate to={paths.login(pathname + search)} replace />;
  if (viewer === undefined) return <Loading />;
  if (viewer === null) return <Unfinished />;
  return (
    <ViewerProvider viewer={viewer}>
      <div data-nook={viewer.nook}>
        <Outlet />
      </div>
    </ViewerProvider>
  );
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
