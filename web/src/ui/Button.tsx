import type { ButtonHTMLAttributes, ComponentProps } from "react";
import styles from "./Button.module.css";
import { Link } from "./Link";

export type Variant = "primary" | "secondary" | "ghost" | "danger";

export const classes = (variant: Variant, wide: boolean) =>
  `${styles.button} ${styles[variant]} ${wide ? styles.wide : ""}`;

/** `primary` is the one thing to do here, `secondary` another thing, `ghost` the way out. */
export function Button({
  variant = "secondary",
  wide = false,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: Variant; wide?: boolean }) {
  return <button {...rest} type={type} className={classes(variant, wide)} />;
}

export function ButtonLink({
  variant = "secondary",
  wide = false,
  ...rest
}: ComponentProps<typeof Link> & { variant?: Variant; wide?: boolean }) {
  return <Link {...rest} className={classes(variant, wide)} />;
}
