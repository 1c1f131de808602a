import { useMutation } from "convex/react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { api, type PostType } from "../api";
import { paths } from "../app/paths";
import { useViewer } from "../features/identity/Viewer";
import { ContentWarning } from "../features/posts/ContentWarning";
import { LeaveGuard } from "../features/posts/LeaveGuard";
import { ALT_TEXT_MAX, CAPTION_MAX } from "../features/posts/limits";
import { PhotoPlace } from "../features/posts/PhotoPlace";
import { ratioOf } from "../features/posts/ratio";
import type { Upload } from "../features/posts/upload";
import { useUpload } from "../features/posts/useUpload";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { clipped, lengthOf } from "../lib/text";
import { Button } from "../ui/Button";
import { TextField } from "../ui/Field";
import { toast } from "../ui/Toast";
import styles from "./PostFotos.module.css";

const TOAST_MS = 1_500;
const UNTOUCHED = { brightness: 100, contrast: 100, saturation: 100 };

/** A foto, its words, and where it goes. */
export function PostFotos() {
  const { state, start, stop } = useUpload();
  const [caption, setCaption] = useState("");
  const [altText, setAltText] = useState("");
  const { post, posting, hasPosted, objection } = usePosting(caption, altText);
  const upload = state.step === "ready" ? state.upload : null;
  const isTouched = state.step !== "none" || caption !== "" || altText !== "";
  const send = (where: PostType) => upload && post(upload, where);
  const isBusy = posting !== null || !upload;
  return (
    <main className={styles.page}>
      <title>{`Post a foto · ${productName}`}</title>
      <header className={styles.head}>
        <Link to={paths.homeFeed()} className={styles.cancel}>
          CANCEL
        </Link>
        <h1>New foto</h1>
      </header>
      <div className={styles.desk}>
        <PhotoPlace state={state} onFile={start} onStop={stop} />
        <form className={styles.words} onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Caption"
            rows={3}
            value={caption}
            onChange={(event) => setCaption(clipped(event.target.value, CAPTION_MAX))}
            hint={`${lengthOf(caption)} / ${CAPTION_MAX}`}
          />
          <TextField
            label="Alternative text"
            rows={2}
            value={altText}
            onChange={(event) => setAltText(clipped(event.target.value, ALT_TEXT_MAX))}
            placeholder="Describe it for people who cannot see it"
          />
          <p className={styles.objection} role="alert">
            {objection}
          </p>
          <div className={styles.ways}>
            <Button look="light" wide disabled={isBusy} onClick={() => send("sphere")}>
              {posting === "sphere" ? "Posting…" : "Post to Sphere"}
            </Button>
            <Button wide disabled={isBusy} onClick={() => send("cue")}>
              {posting === "cue" ? "Posting…" : "Post to Cue"}
            </Button>
          </div>
        </form>
      </div>
      <ContentWarning state={state} onClose={stop} />
      <LeaveGuard active={isTouched && !hasPosted} />
    </main>
  );
}

/** Posts once; the toast stays for a moment, then the sphere shows it. */
function usePosting(caption: string, altText: string) {
  const viewer = useViewer();
  const createPost = useMutation(api.posts.createPost);
  const navigate = useNavigate();
  const [posting, setPosting] = useState<PostType | null>(null);
  const [hasPosted, setPosted] = useState(false);
  const [objection, setObjection] = useState("");

  async function post(upload: Upload, postType: PostType): Promise<void> {
    setPosting(postType);
    setObjection("");
    try {
      await createPost({
        userId: viewer._id,
        imageUrl: upload.imageUrl,
        ratio: ratioOf(upload.width, upload.height),
        nookType: viewer.nook,
        caption: caption.trim(),
        altText: altText.trim(),
        postType,
        filter: "none",
        adjustments: UNTOUCHED,
      });
    } catch (error) {
      setPosting(null);
      return setObjection(`Error posting: ${wordsFor(error, "Unknown error")}`);
    }
    setPosted(true);
    toast("Your foto has been spread! Go take a look.", { stay: TOAST_MS });
    setTimeout(() => navigate(paths.sphere(), { replace: true, state: { hasPosted: true } }), TOAST_MS);
  }

  return { post, posting, hasPosted, objection };
}
