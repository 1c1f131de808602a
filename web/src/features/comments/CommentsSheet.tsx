import { useState } from "react";
import type { PostId } from "../../api";
import * as commentsWords from "../../locales/comments";
import * as sheetWords from "../../locales/commentsSheet";
import { Drawer, PopupClose } from "../../ui/Popup";
import { SheetHandle } from "../../ui/SheetHandle";
import { useCloseOnBack } from "../../ui/useCloseOnBack";
import { Comments } from "./Comments";
import { CommentsTitle } from "./CommentsButton";
import styles from "./CommentsSheet.module.css";

interface SheetProps {
  postId: PostId;
  open: boolean;
  onClose: () => void;
}

/** The comments over a foto: on phones and tablets a sheet, which leaves the upper half of the foto free until it is drawn up. */
export function CommentsSheet({ postId, open, onClose }: SheetProps) {
  useCloseOnBack(open, onClose);
  const [isFull, setFull] = useState(false);
  if (!open && isFull) setFull(false);
  return (
    <Drawer open={open} onClose={onClose} label={commentsWords.title()} sheet={isFull ? "full" : "half"}>
      <SheetHandle label={sheetWords.fullHeight()} isFull={isFull} onFull={setFull} onClose={onClose} />
      <div className={styles.bar}>
        <CommentsTitle postId={postId} className={styles.title} />
        <PopupClose label={commentsWords.close()} />
      </div>
      <Comments key={postId} postId={postId} />
    </Drawer>
  );
}
