import { type ReactNode, useRef } from "react";
import * as words from "../../locales/composer";
import { Button } from "../../ui/Button";
import { ACCEPTED } from "../posts/limits";

/** A button that asks for one photograph; with `camera`, from the camera where there is one. */
export function FileButton({
  variant,
  onFile,
  camera = false,
  children,
}: {
  variant: "primary" | "secondary" | "ghost";
  onFile: (file: File) => void;
  camera?: boolean;
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
        capture={camera ? "environment" : undefined}
        aria-label={camera ? words.camera() : words.fotoFile()}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}
