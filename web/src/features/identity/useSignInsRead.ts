import { useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../api";

/** Reads what the member signs in with, which comes over HTTP, and reads it again whenever any of it changes. */
export function useSignInsRead(read: () => Promise<void>): void {
  const version = useQuery(api.users.getSignInsVersion);
  useEffect(() => {
    if (version !== undefined) void read();
  }, [read, version]);
}
