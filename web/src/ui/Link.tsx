import type { ComponentProps, MouseEvent } from "react";
import { currentLocation, hrefOf, navigate } from "../lib/history";
import { useLocation } from "./Router";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  replace?: boolean;
  state?: unknown;
}

/** A link to a place of the app. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event, rest.target)) return;
        event.preventDefault();
        navigate(to, { replace: replace ?? hrefOf(currentLocation()) === to, state });
      }}
    />
  );
}

/** Whether the browser would follow the link in this tab, and not in a new tab or window or as a download. */
const opensHere = (event: MouseEvent, target: string | undefined) =>
  event.button === 0 &&
  (!target || target === "_self") &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** A link that says that you are at its place, or below it. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isHere ? "page" : undefined} />;
}
