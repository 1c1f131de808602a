import { useState } from "react";
import { Icon } from "../../ui/Icon";
import { Popup, PopupClose } from "../../ui/Popup";
import { useBackCloses } from "../../ui/useBackCloses";
import chat from "./Chat.module.css";
import styles from "./ChatMessage.module.css";
import { usePreview } from "./underway";

const ALT = "Foto in this message";

/**
 * A foto as it stands in a conversation: all of the same height, and so cut at their sides. Until the server has it, the
 * file here is shown; it stays on the screen until the other one is loaded. What this browser cannot show is a box.
 */
export function Photo({ src, unsentId }: { src: string; unsentId: string | null }) {
  const preview = usePreview(src === "" ? unsentId : null);
  const shown = src || preview;
  const [unseen, setUnseen] = useState<string>();
  const isUnseen = shown !== undefined && unseen === shown;
  return (
    <>
      <img
        className={styles.photo}
        src={shown}
        alt={ALT}
        decoding="async"
        hidden={isUnseen}
        onError={() => setUnseen(shown)}
      />
      {isUnseen && (
        <span className={styles.unseen} role="img" aria-label={ALT}>
          <Icon name="fotos" />
        </span>
      )}
    </>
  );
}

/** All of a foto, over the conversation. */
export function WholePhoto({ src, open, onClose }: { src: string; open: boolean; onClose: () => void }) {
  useBackCloses(open, onClose);
  return (
    <Popup open={open} label="Foto" onClose={onClose}>
      <div className={chat.cross}>
        <PopupClose />
      </div>
      <img className={styles.whole} src={src} alt={ALT} />
    </Popup>
  );
}
