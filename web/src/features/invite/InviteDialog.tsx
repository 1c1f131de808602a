import { encode } from "uqr";
import { productName } from "../../lib/deployment";
import * as words from "../../locales/invite";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { copyLink, shareLink } from "../../ui/shareLink";
import styles from "./Invite.module.css";

/** The light modules around a code, which cameras need to find it. */
const QUIET = 4;

/** The link to the sign-up as a QR code and as text, to copy or to share. */
export default function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const url = window.location.origin + paths.getStarted();
  const title = words.title({ product: productName });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      large={<Code url={url} />}
      actions={
        <>
          <Button onClick={onClose}>{words.close()}</Button>
          {"share" in navigator && <Button onClick={() => shareLink(url, title)}>{words.share()}</Button>}
          <Button variant="primary" onClick={() => copyLink(url)}>
            {words.copy()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.hint()}</DialogWords>
      <Field label={words.link()} readOnly value={url} dir="ltr" onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}

function Code({ url }: { url: string }) {
  const { data, size } = encode(url, { border: QUIET });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.code()}>
      <path d={dark.join("")} />
    </svg>
  );
}
