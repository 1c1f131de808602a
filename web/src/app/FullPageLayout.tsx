import { Outlet } from "react-router";
import { LastError } from "../ui/LastError";

/** Members' pages without the shell around them. */
export function FullPageLayout() {
  return (
    <>
      <LastError />
      <Outlet />
    </>
  );
}
