import { useConvexAuth, useQuery } from "convex/react";
import { Navigate, Outlet, useLocation } from "react-router";
import { api } from "../api";
import { ViewerProvider } from "../features/identity/Viewer";
import { supportEmail } from "../lib/deployment";
import { Notice } from "../ui/Notice";
import { Loading } from "./Loading";
import { paths } from "./paths";

/** Lets members in; everyone else goes to the login, and from there back to where they were going. */
export function Members() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const viewer = useQuery(api.users.me, isAuthenticated ? {} : "skip");
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

function Unfinished() {
  return (
    <Notice
      alert
      title="Something is missing"
      help="Account created but failed to save additional data. Please contact support."
      action={<a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
    />
  );
}
