import { useRef } from "react";
import * as words from "../../locales/composer";
import { Icon } from "../../ui/Icon";
import { filterStyle } from "../posts/filters";
import { MOST_FOTOS } from "../posts/limits";
import { AddTile } from "./AddTile";
import styles from "./FotoStrip.module.css";
import type { ComposedFoto, Composition } from "./useComposition";
import { useReordering } from "./useReordering";

/** The fotos of the post in their order: one is edited, and each can be dragged, or moved with Shift and an arrow key. */
export function FotoStrip({ own }: { own: Composition }) {
  const strip = useRef<HTMLOListElement>(null);
  const { fotos, shown } = own;
  const { dragged, take, press, moved } = useReordering(strip, own);
  return (
    <>
      <ol ref={strip} className={styles.strip} aria-label={words.fotos()}>
        {fotos.map((foto, at) => (
          <li key={foto.key} data-dragged={dragged === foto.key || undefined}>
            <button
              type="button"
              className={styles.thumb}
              aria-label={nameOf(foto, at + 1, fotos.length)}
              aria-current={foto.key === shown.key || undefined}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
              onPointerDown={(event) => take(event, foto.key)}
              onKeyDown={(event) => press(event, foto.key)}
              onClick={() => own.edit(foto.key)}
            >
              <Thumb foto={foto} />
            </button>
          </li>
        ))}
        {fotos.length < MOST_FOTOS && (
          <li>
            <AddTile onFiles={own.add} />
          </li>
        )}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {moved && words.moved(moved)}
      </p>
    </>
  );
}

function nameOf({ upload }: ComposedFoto, number: number, count: number): string {
  const name = words.fotoOf({ number, count });
  if (upload.step === "sending") return `${name}, ${words.waits()}`;
  return upload.step === "failed" ? `${name}, ${words.hasFailed()}` : name;
}

function Thumb({ foto: { upload, filter, adjustments } }: { foto: ComposedFoto }) {
  if (upload.step === "ready")
    return (
      <img src={upload.upload.imageUrl} alt="" draggable={false} style={filterStyle(filter, adjustments)} />
    );
  if (upload.step === "failed") return <Icon name="close" />;
  return <span className={styles.waiting} />;
}
