import { Popup, PopupClose } from "../../ui/Popup";
import { useBackCloses } from "../../ui/useBackCloses";
import chat from "./Chat.module.css";
import styles from "./ChatMessage.module.css";

const ALT = "Foto in this message";

/** A foto as it stands in a conversation: all of the same height, and so cut at their sides. */
export function Photo({ src }: { src: string }) {
  return <img className={styles.photo} src={src} alt={ALT} decoding="async" />;
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
