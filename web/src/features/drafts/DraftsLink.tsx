import { api } from "../../api";
import * as words from "../../locales/drafts";
import { paths } from "../../paths";
import { Link } from "../../ui/Link";
import { useOptionalQuery } from "../../ui/useOptionalQuery";

/** Leads to the member's drafts, and says how many there are. */
export function DraftsLink({ className }: { className?: string | undefined }) {
  const count = useOptionalQuery(api.drafts.list, {})?.length ?? 0;
  return (
    <Link to={paths.drafts()} className={className}>
      {words.link({ count })}
    </Link>
  );
}
