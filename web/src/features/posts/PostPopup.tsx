import { useQuery } from "convex/react";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, type Post, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { Popup, PopupClose } from "../../ui/Popup";
import { Recover } from "../../ui/Recover";
import { useBackCloses } from "../../ui/useBackCloses";
import { useDesktop } from "../../ui/useMedia";
import { useSwipe } from "../../ui/useSwipe";
import { Comments } from "../comments/Comments";
import { CommentsButton, CommentsTitle } from "../comments/CommentsButton";
import { keyOf } from "../keys/keys";
import { areKeysOn } from "../keys/settings";
import { Reactions } from "../reactions/Reactions";
import { FlickVideo } from "./FlickVideo";
import type { Feed } from "./FotoWall";
import { LargeFoto } from "./LargeFoto";
import styles from "./PostPopup.module.css";
import { PostSkeleton } from "./PostSkeleton";
import { PostWords } from "./PostWords";
import { PAGE_SIZE } from "./pages";

const PostMenu = lazy(() => import("./PostMenu"));
/** With so few loaded ones left to turn to, the wall is asked for more. */
const FEW_LEFT = 6;

interface Turning {
  id: PostId;
  feed: Feed;
  onTurn: (id: PostId) => void;
  onClose: () => void;
}

/** One post over its wall. A failure stays in it: the wall is still there below. */
export default function PostPopup(turning: Turning) {
  const { id, onClose } = turning;
  return (
    <Recover
      key={id}
      words={(error) => wordsFor(error, "This foto could not be read.")}
      frame={(failure) => (
        <Popup label="Foto" onClose={onClose}>
          <Bar />
          {failure}
        </Popup>
      )}
    >
      <Turned {...turning} />
    </Recover>
  );
}

/** The arrows, the keys ←, →, k and j and a swipe turn to its neighbours. */
function Turned({ id, feed, onTurn, onClose }: Turning) {
  const posts = feed.results;
  const post = usePost(id, posts);
  const at = posts.findIndex((one) => one._id === id);
  const before = at > 0 ? posts[at - 1] : undefined;
  const after = at >= 0 ? posts[at + 1] : undefined;
  const turn = useTurn(id, posts, onTurn);
  const toBefore = before && (() => turn(-1));
  const toAfter = after && (() => turn(1));
  useArrowKeys(
    () => turn(-1),
    () => turn(1),
  );
  useEffect(() => {
    if (at >= posts.length - FEW_LEFT && at >= 0) feed.loadMore(PAGE_SIZE);
  }, [at, posts.length, feed.loadMore]);
  return (
    <Popup
      label={post ? `${post.isVideo ? "Flick" : "Foto"} by @${post.username}` : "Foto"}
      onClose={onClose}
    >
      {post && <Opened post={post} onClose={onClose} before={toBefore} after={toAfter} />}
      {post === undefined && <PostSkeleton />}
      {post === null && <Gone onClose={onClose} />}
      <div hidden>{[before, after].map((next) => next && <LargeFoto key={next._id} post={next} />)}</div>
    </Popup>
  );
}

/** The post as the wall has it, or from the server where it was opened by its address. Null where there is none. */
function usePost(id: PostId, posts: readonly Post[]): Post | null | undefined {
  const onWall = posts.find((post) => post._id === id);
  const asked = useQuery(api.posts.getPost, onWall ? "skip" : { postId: id });
  return onWall ?? asked;
}

function Opened({
  post,
  onClose,
  before,
  after,
}: {
  post: Post;
  onClose: () => void;
  before: (() => void) | undefined;
  after: (() => void) | undefined;
}) {
  const isDesktop = useDesktop();
  const [isCommenting, setCommenting] = useState(false);
  const swipes = useSwipe({ ...(after && { left: after }), ...(before && { right: before }) });
  return (
    <div className={styles.post}>
      <div className={styles.stage} {...swipes}>
        {post.media ? (
          <FlickVideo key={post._id} flick={post} src={post.media} />
        ) : (
          <LargeFoto key={post._id} post={post} />
        )}
        <Arrow words="Newer foto" name="back" onTurn={before} />
        <Arrow words="Older foto" name="onward" onTurn={after} />
      </div>
      <aside className={styles.beside}>
        <div className={styles.bar}>
          <PostWords.Author post={post} />
          <Suspense>
            <PostMenu key={post._id} post={post} onDeleted={onClose} />
          </Suspense>
          <PopupClose />
        </div>
        <PostWords.Caption post={post} />
        <div className={styles.doing}>
          <Recover small key={post._id} words={(error) => wordsFor(error, "Reactions could not be read.")}>
            <Reactions postId={post._id} />
          </Recover>
          {!isDesktop && <CommentsButton postId={post._id} onOpen={() => setCommenting(true)} />}
        </div>
        {isDesktop ? (
          <>
            <CommentsTitle postId={post._id} className={styles.heading} />
            <Comments key={post._id} postId={post._id} />
          </>
        ) : (
          <CommentsPopup postId={post._id} open={isCommenting} onClose={() => setCommenting(false)} />
        )}
      </aside>
    </div>
  );
}

function CommentsPopup({ postId, open, onClose }: { postId: PostId; open: boolean; onClose: () => void }) {
  useBackCloses(open, onClose);
  return (
    <Popup open={open} onClose={onClose} label="Comments">
      <div className={styles.bar}>
        <CommentsTitle postId={postId} className={styles.title} />
        <PopupClose label="Close comments" />
      </div>
      <Comments key={postId} postId={postId} />
    </Popup>
  );
}

function Arrow({
  words,
  name,
  onTurn,
}: {
  words: string;
  name: "back" | "onward";
  onTurn: (() => void) | undefined;
}) {
  if (!onTurn) return null;
  return (
    <button type="button" className={styles.arrow} data-side={name} aria-label={words} onClick={onTurn}>
      <Icon name={name} />
    </button>
  );
}

function Bar() {
  return (
    <div className={styles.bar}>
      <span />
      <PopupClose />
    </div>
  );
}

function Gone({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Bar />
      <Notice
        alert
        title="This foto is not here"
        help="It was taken away, or it is not for everyone."
        action={<Button onClick={onClose}>Back to the wall</Button>}
      />
    </>
  );
}

/** Turns by so many fotos, counted from where the last turn leads: who is quick is not held up by what is drawn. */
function useTurn(id: PostId, posts: readonly Post[], onTurn: (id: PostId) => void) {
  const goal = useRef(id);
  useEffect(() => {
    goal.current = id;
  }, [id]);
  return (steps: number) => {
    const at = posts.findIndex((one) => one._id === goal.current);
    const next = at >= 0 ? posts[at + steps] : undefined;
    if (!next) return;
    goal.current = next._id;
    onTurn(next._id);
  };
}

/** ←, →, k and j turn as the arrows do, wherever the focus is, unless something is being written or lies on top. */
function useArrowKeys(before: () => void, after: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
    if (document.querySelectorAll('[role="dialog"]').length > 1) return;
    const letter = areKeysOn() && keyOf(event);
    if (key === "ArrowLeft" || letter === "k") before();
    if (key === "ArrowRight" || letter === "j") after();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // On the way down: on its way up, the dialog keeps the arrow keys to itself.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
