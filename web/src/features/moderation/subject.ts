import type { SubjectKind } from "../../api";

/** What a member reports, and whose it is. */
export interface Subject {
  kind: SubjectKind;
  id: string;
  username: string | null;
}
