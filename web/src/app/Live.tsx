import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react";
import { Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { useSession } from "../features/identity/session";
import { Loading } from "./Loading";

// The origin has no trailing slash; with one, the socket's address would be wrong.
const newClient = () => new ConvexReactClient(window.location.origin);

/** Where nobody is signed in there is no socket, for the server would close it again and again. A new client opens none. */
function useClient() {
  const { isLoading, isAuthenticated } = useSession();
  const [client, setClient] = useState(newClient);
  const isOut = !isLoading && !isAuthenticated;
  useEffect(() => {
    if (!isOut) return;
    setClient((left) => {
      void left.close();
      return newClient();
    });
  }, [isOut]);
  return client;
}

/** Everything below here speaks with the server. */
export function Live() {
  return (
    <ConvexProviderWithAuth client={useClient()} useAuth={useSession}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </ConvexProviderWithAuth>
  );
}
