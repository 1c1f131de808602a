import { ConvexProviderWithAuth, type ConvexReactClient } from "convex/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useSession } from "../features/identity/session";
import { Outlet } from "../ui/Router";
import { newClient } from "./client";
import { Loading } from "./Loading";

/** A visitor has no socket, for the server would close it again and again. A new client opens none. */
function useClient() {
  const { isLoading, isAuthenticated } = useSession();
  const [client, setClient] = useState(newClient);
  const isOut = !isLoading && !isAuthenticated;
  useEffect(() => {
    if (isOut) setClient(newClient);
  }, [isOut]);
  useClosed(client);
  return client;
}

/** Closes a client that is used no more: left alone, it would go on connecting for as long as the page is open. */
function useClosed(client: ConvexReactClient): void {
  const used = useRef<ConvexReactClient>(null);
  useEffect(() => {
    used.current = client;
    return () => {
      used.current = null;
      // Closes after all components below have stopped using the client. In development, React unmounts and remounts
      // at once.
      queueMicrotask(() => {
        if (used.current !== client) void client.close();
      });
    };
  }, [client]);
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
