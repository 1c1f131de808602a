import type { ComponentProps } from "react";
import { type Path, useHref, useLinkClickHandler, useLocation } from "react-router";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string | Partial<Path>;
  replace?: boolean;
  state?: unknown;
}

/** A link to a place of the app. The router's own `Link` also prefetches and masks addresses, which would weigh 3 kB. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(rest.target !== undefined && { target: rest.target }),
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that says that you are at its place, or below it. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isHere ? "page" : undefined} />;
}
