import type { ComponentProps } from "react";
import { classes, type Variant } from "./Button";

/** A link to a file, which the browser downloads. */
export function DownloadLink({
  variant = "secondary",
  ...rest
}: Omit<ComponentProps<"a">, "download"> & { variant?: Variant }) {
  return <a {...rest} download className={classes(variant, false)} />;
}
