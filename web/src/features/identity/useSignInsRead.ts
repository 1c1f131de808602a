import { useEffect } from "react";
import { api } from "../../api";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

/** Reads what the member signs in with, which comes over HTTP, and reads it again whenever any of it changes. */
export function useSignInsRead(read: () => Promise<void>): void {
  const version = useOptionalQuery(api.users.getSignInsVersion, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another version, the lists are others
  useEffect(() => void read(), [read, version]);
}
