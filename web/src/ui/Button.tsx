import type { ButtonHTMLAttributes, ComponentProps } from "react";
import styles from "./Button.module.css";
import { Link } from "./Link";

type Look = "light" | "line" | "quiet" | "danger";

const classes = (look: Look, wide: boolean) => `${styles.button} ${styles[look]} ${wide ? styles.wide : ""}`;

/** `light` is the one thing to do here, `line` the other thing, `quiet` the way out. */
export function Button({
  look = "line",
  wide = false,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; wide?: boolean }) {
  return <button {...rest} type={type} className={classes(look, wide)} />;
}

export function ButtonLink({
  look = "line",
  wide = false,
  ...rest
}: ComponentProps<typeof Link> & { look?: Look; wide?: boolean }) {
  return <Link {...rest} className={classes(look, wide)} />;
}
