import { useQuery } from "convex/react";
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { api, type Post, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as viewerWords from "../../locales/viewer";
import { paths } from "../../paths";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { lazyDialog, lazyWithRetry } from "../../ui/lazyWithRetry";
import { Lightbox, PopupClose } from "../../ui/Popup";
import { useLocation } from "../../ui/Router";
import { useDesktop } from "../../ui/useMedia";
import { usePageBelow } from "../../ui/usePageBelow";
import { CommentsButton, CommentsTitle } from "../comments/CommentsButton";
import { useViewer } from "../identity/Viewer";
import { Reactions } from "../reactions/Reactions";
import styles from "./PostPopup.module.css";
import { PostSkeleton } from "./PostSkeleton";
import { PostWords } from "./PostWords";
import { PAGE_SIZE } from "./pages";
import type { PlacedPost } from "./placedPost";
import { ShareButton } from "./ShareButton";
import type { Feed } from "./useFotos";
import { Arrow } from "./viewer/Arrow";
import { FotoStage } from "./viewer/FotoStage";
import type { FotoSurface } from "./viewer/FotoSurface";
import { usePlaces } from "./viewer/places";
import { useArrowKeys } from "./viewer/useArrowKeys";
import { useTurn } from "./viewer/useTurn";

const Comments = lazyWithRetry(async () => ({ default: (await import("../comments/Comments")).Comments }));
const CommentsSheet = lazyDialog(
  async () => (await import("../comments/CommentsSheet")).CommentsSheet,
  ({ open }) => open,
);
const NewestComments = lazyWithRetry(() => import("../comments/NewestComments"));
const Places = lazyWithRetry(() => import("./viewer/Places"));
const NotAvailable = lazyWithRetry(() => import("./viewer/NotAvailable"));
const PostMenu = lazyWithRetry(() => import("./PostMenu"));
const ReaderActions = lazyWithRetry(() => import("./ReaderActions"));
/** So many of the newest comments are in sight below a foto that leaves the room. */
const MOST_COMMENTS = 8;
/** With so few loaded ones left to turn to, the wall is asked for more. */
const FEW_LEFT = 6;

interface TurnProps {
  id: PostId;
  /** Whether the foto grows out of its place on the wall. */
  grows: boolean;
  feed: Feed;
  onTurn: (id: PostId) => void;
  onClose: () => void;
}

/** One post over its wall. A failure stays in it: the wall is still there below. */
export default function PostPopup(turning: TurnProps) {
  const { id, onClose } = turning;
  usePageBelow("post");
  return (
    <ErrorBoundary
      key={id}
      words={(error) => wordsFor(error, viewerWords.couldntLoad())}
      frame={(failure) => (
        <Lightbox label={viewerWords.foto()} onClose={onClose}>
          <Bar />
          {failure}
        </Lightbox>
      )}
    >
      <Turned {...turning} />
    </ErrorBoundary>
  );
}

/** The arrows, the keys ←, →, k and j and a swipe turn to the neighbours: to the post's other fotos, then to other posts. */
function Turned({ id, grows, feed, onTurn, onClose }: TurnProps) {
  const { itemOf, loadMore, setVisibleRange } = feed;
  const ids = useIds(feed);
  const at = ids.indexOf(id);
  const post = usePost(id, itemOf(id));
  const { fotos, count, place, turnTo, turnWithin } = usePlaces(post, useLocation().state);
  const turnPost = useTurn(id, ids, onTurn);
  const turn = (step: 1 | -1) => turnWithin(step) || turnPost(step);
  useArrowKeys(
    () => turn(-1),
    () => turn(1),
  );
  useEffect(() => {
    if (at >= ids.length - FEW_LEFT && at >= 0) loadMore(PAGE_SIZE);
  }, [at, ids.length, loadMore]);
  useVisibleNeighbours(feed.positions, id, setVisibleRange);
  const surface = useRef<FotoSurface | null>(null);
  /** A foto that is enlarged or alone is first as it was; then it falls back onto the wall. */
  const back = () => (surface.current ? surface.current.back() : onClose());
  function neighbour(step: 1 | -1): Neighbour | null {
    const isWithin = place + step >= 0 && place + step < count;
    const beside = at < 0 ? undefined : ids[at + step];
    if (!isWithin && !beside) return null;
    return { turn: () => turn(step), post: isWithin ? fotos[place + step] : itemOf(beside ?? ""), isWithin };
  }
  return (
    <Lightbox label={post ? labelOf(post) : viewerWords.foto()} onClose={back}>
      {post && (
        <Opened
          post={fotos[place] ?? post}
          surface={surface}
          grows={grows}
          onClose={onClose}
          before={neighbour(-1)}
          after={neighbour(1)}
        >
          {count > 1 && (
            <Suspense>
              <Places count={count} place={place} onTurn={turnTo} />
            </Suspense>
          )}
        </Opened>
      )}
      {post === undefined && <PostSkeleton />}
      {post === null && (
        <Suspense>
          <NotAvailable bar={<Bar />} onClose={onClose} />
        </Suspense>
      )}
    </Lightbox>
  );
}

/** The posts that can be turned to, newest first: those that wait above the wall, and those on it. */
function useIds({ waiting, positions }: Feed): readonly PostId[] {
  return useMemo(() => {
    const there = [...waiting, ...positions.filter(({ isDeleted }) => !isDeleted)];
    return there.map(({ id }) => id as PostId);
  }, [waiting, positions]);
}

/** Subscribes to the pages around this foto, so that its neighbours are loaded before the member turns to them. */
function useVisibleNeighbours(
  positions: Feed["positions"],
  id: PostId,
  setVisibleRange: Feed["setVisibleRange"],
): void {
  useEffect(() => {
    const at = positions.findIndex((position) => position.id === id);
    if (at >= 0) setVisibleRange("popup", [at, at]);
  }, [positions, id, setVisibleRange]);
  useEffect(() => () => setVisibleRange("popup", null), [setVisibleRange]);
}

/** The post as the wall has it, or from the server where it has not. Null where there is none. */
function usePost(id: PostId, onWall: Post | undefined): Post | null | undefined {
  const asked = useQuery(api.posts.getPost, onWall ? "skip" : { postId: id });
  return onWall ?? asked;
}

/** A foto beside the open one, which may not have come yet, and how to turn to it. */
interface Neighbour {
  turn: () => void;
  post: PlacedPost | undefined;
  /** Whether it is a foto of the same post. */
  isWithin: boolean;
}

function Opened({
  post,
  surface,
  grows,
  onClose,
  before,
  after,
  children,
}: {
  post: PlacedPost;
  surface: RefObject<FotoSurface | null>;
  grows: boolean;
  onClose: () => void;
  before: Neighbour | null;
  after: Neighbour | null;
  children: ReactNode;
}) {
  const isDesktop = useDesktop();
  const isOwn = useViewer()._id === post.userId;
  const [isCommenting, setCommenting] = useState(false);
  const sideOf = (step: 1 | -1) => (step > 0 ? after : before);
  return (
    <div className={styles.post} data-scrolls data-commenting={isCommenting || undefined}>
      <div className={styles.ground} data-fades />
      <FotoStage
        post={post}
        before={before?.post}
        after={after?.post}
        surface={surface}
        grows={grows}
        canTurn={(step) => sideOf(step) !== null}
        onTurn={(step) => sideOf(step)?.turn()}
        onClose={onClose}
      >
        <Arrow
          words={before?.isWithin ? viewerWords.previousFoto() : viewerWords.newer()}
          name="back"
          onTurn={before?.turn}
        />
        <Arrow
          words={after?.isWithin ? viewerWords.nextFoto() : viewerWords.older()}
          name="onward"
          onTurn={after?.turn}
        />
        {children}
      </FotoStage>
      <div className={styles.beside} data-fades-inside>
        <div className={styles.bar}>
          <PostWords.Author post={post} />
          <Suspense fallback={<span className={styles.flag} data-own={isOwn} />}>
            {isOwn ? (
              <PostMenu key={post._id} post={post} onDeleted={onClose} />
            ) : (
              <ReaderActions key={post._id} post={post} />
            )}
          </Suspense>
          <PopupClose />
        </div>
        <PostWords.Caption post={post} />
        <div className={styles.doing}>
          <ErrorBoundary
            small
            key={post._id}
            words={(error) => wordsFor(error, viewerWords.couldntLoadReactions())}
          >
            <Reactions postId={post._id} />
          </ErrorBoundary>
          <div className={styles.ways}>
            <ShareButton path={paths.post(post._id)} title={labelOf(post)} />
            {!isDesktop && <CommentsButton postId={post._id} onOpen={() => setCommenting(true)} />}
          </div>
        </div>
        {isDesktop ? (
          <>
            <CommentsTitle postId={post._id} className={styles.heading} />
            <Suspense>
              <Comments key={post._id} postId={post._id} />
            </Suspense>
          </>
        ) : (
          <>
            <Suspense>
              <NewestComments postId={post._id} most={MOST_COMMENTS} onOpen={() => setCommenting(true)} />
            </Suspense>
            <CommentsSheet postId={post._id} open={isCommenting} onClose={() => setCommenting(false)} />
          </>
        )}
      </div>
    </div>
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

const labelOf = ({ isVideo, username }: Post) =>
  isVideo ? viewerWords.flickBy({ username }) : viewerWords.fotoBy({ username });
