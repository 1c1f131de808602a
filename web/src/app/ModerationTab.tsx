import { useStanding } from "../features/moderation/standing";
import * as words from "../locales/moderationTab";
import { paths } from "../paths";
import { Drawing } from "../ui/Icon";
import { NavLink } from "../ui/Link";

const SHIELD = "M12 3.500 5 6v6c0 4 3 7 7 8.500 4-1.500 7-4.500 7-8.500V6z";

/** The way to the console in the rail, for moderators and owners. On a phone it is in the menu. */
export default function ModerationTab({ className }: { className: string }) {
  const role = useStanding()?.role ?? "member";
  if (role === "member") return null;
  return (
    <NavLink to={paths.moderation()} className={className} data-wide>
      <Drawing path={SHIELD} />
      <span>{words.cases()}</span>
    </NavLink>
  );
}
