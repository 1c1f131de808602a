import { api } from "../../api";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

/** The viewer's role, and until when they may not write; undefined until it is known. */
export const useStanding = () => useOptionalQuery(api.moderation.getStanding, {});
