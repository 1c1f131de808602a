import type { ComponentProps } from "react";
import { classes, type Variant } from "./Button";

/** Downloads a file, as a press on a link to it does. */
export function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

/** A link to a file, which the browser downloads. */
export function DownloadLink({
  variant = "secondary",
  ...rest
}: Omit<ComponentProps<"a">, "download"> & { variant?: Variant }) {
  return <a {...rest} download className={classes(variant, false)} />;
}
