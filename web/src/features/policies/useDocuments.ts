import { useQuery } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api, type PolicyDocument } from "../../api";
import { get } from "../../lib/http";
import * as words from "../../locales/policies";

export type Read =
  | { is: "coming" }
  | { is: "failed"; error: unknown }
  | { is: "there"; documents: PolicyDocument[] };

/** The operator's documents for a visitor, who has no socket: read now, and again when they return to the page. */
export function useVisitorDocuments(isWanted = true): { read: Read; again: () => Promise<void> } {
  const [read, setRead] = useState<Read>({ is: "coming" });
  const again = useCallback(
    () =>
      get<PolicyDocument[]>("/api/policies", words.couldntLoad()).then(
        (documents) => setRead({ is: "there", documents }),
        (error: unknown) => setRead((now) => (now.is === "there" ? now : { is: "failed", error })),
      ),
    [],
  );
  useEffect(() => {
    if (!isWanted) return;
    void again();
    const look = () => void (document.visibilityState === "visible" && again());
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [again, isWanted]);
  return { read, again };
}

/** The operator's documents, live, for a member. */
export function useLiveDocuments(): { read: Read; again: () => Promise<void> } {
  const documents = useQuery(api.policies.getDocuments, {});
  return { read: documents ? { is: "there", documents } : { is: "coming" }, again: async () => undefined };
}
