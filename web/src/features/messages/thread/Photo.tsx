import { useState } from "react";
import * as messageWords from "../../../locales/message";
import * as messagesWords from "../../../locales/messages";
import { Icon } from "../../../ui/Icon";
import { Lightbox, PopupClose } from "../../../ui/Popup";
import { useCloseOnBack } from "../../../ui/useCloseOnBack";
import { sourcesOf } from "../../posts/sources";
import { usePreview } from "../outbox/uploadProgress";
import styles from "./ChatMessage.module.css";
import type { MessageRow } from "./messageRows";

/** As `ChatMessage.module.css` has it. */
const HEIGHT_PX = 260;

/**
 * A foto in a conversation: all of one height, and so cropped at their sides. Until the server has it, the local file
 * is shown; it stays on the screen until the server's version has loaded. A foto that this browser cannot show is a
 * box.
 */
export function Photo({
  src,
  variants,
  pendingId,
}: {
  src: string;
  variants: MessageRow["variants"];
  pendingId: string | null;
}) {
  const preview = usePreview(src === "" ? pendingId : null);
  const shown = src || preview;
  const [isPlain, setPlain] = useState(false);
  const [unseen, setUnseen] = useState<string>();
  const isUnseen = shown !== undefined && unseen === shown;
  // Not a `picture`: React creates its image first, which would begin to load the large one.
  const { modern, jpeg } = sourcesOf({ variants });
  const srcSet = isPlain ? undefined : (modern[0]?.srcSet ?? jpeg);
  const failed = () => (srcSet ? setPlain(true) : setUnseen(shown));
  return (
    <>
      <img
        className={styles.photo}
        loading="lazy"
        srcSet={srcSet}
        sizes={sizesOf(variants)}
        src={shown}
        alt={messageWords.fotoIn()}
        decoding="async"
        hidden={isUnseen}
        onError={failed}
      />
      {isUnseen && (
        <span className={styles.unseen} role="img" aria-label={messageWords.fotoIn()}>
          <Icon name="fotos" />
        </span>
      )}
    </>
  );
}

/** The drawn width of a foto at this height: the part beyond the bubble is cut, but still has to be loaded. */
function sizesOf([narrowest]: MessageRow["variants"]): string | undefined {
  return narrowest && `${Math.ceil((HEIGHT_PX * narrowest.width) / narrowest.height)}px`;
}

/** All of a foto, over the conversation. */
export function WholePhoto({ src, open, onClose }: { src: string; open: boolean; onClose: () => void }) {
  useCloseOnBack(open, onClose);
  return (
    <Lightbox open={open} label={messagesWords.foto()} onClose={onClose}>
      <div className={styles.cross}>
        <PopupClose />
      </div>
      <img className={styles.whole} src={src} alt={messageWords.fotoIn()} />
    </Lightbox>
  );
}
