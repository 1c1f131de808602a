import { LastError } from "../ui/LastError";
import { Outlet } from "../ui/Router";

/** Members' pages without the shell around them. */
export function FullPageLayout() {
  return (
    <>
      <LastError />
      <Outlet />
    </>
  );
}
