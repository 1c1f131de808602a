import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react";
import { Outlet, ScrollRestoration } from "react-router";
import { useSession } from "../features/identity/session";

// The origin has no trailing slash; with one, the socket's address would be wrong.
const client = new ConvexReactClient(window.location.origin);

/** Everything below here speaks with the server. */
export function Live() {
  return (
    <ConvexProviderWithAuth client={client} useAuth={useSession}>
      <Outlet />
      <ScrollRestoration />
    </ConvexProviderWithAuth>
  );
}
