import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { useSession } from "../features/identity/session";
import { Loading } from "./Loading";

// The origin has no trailing slash; with one, the socket's address would be wrong.
const client = new ConvexReactClient(window.location.origin);

/** Everything below here speaks with the server. */
export function Live() {
  return (
    <ConvexProviderWithAuth client={client} useAuth={useSession}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </ConvexProviderWithAuth>
  );
}
