import { type ReactNode, useRef } from "react";
import * as words from "../../locales/composer";
import { Button } from "../../ui/Button";
import { ACCEPTED } from "../posts/limits";

/** A button that asks for photographs; with `camera`, for one from the camera where there is one. */
export function FileButton({
  variant,
  onFiles,
  camera = false,
  several = false,
  label = camera ? words.camera() : words.fotoFile(),
  children,
}: {
  variant: "primary" | "secondary" | "ghost";
  onFiles: (files: readonly File[]) => void;
  camera?: boolean;
  several?: boolean;
  /** Of the field behind the button. */
  label?: string;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={camera ? "image/*" : ACCEPTED}
        multiple={several}
        capture={camera ? "environment" : undefined}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
