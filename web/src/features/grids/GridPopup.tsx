import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type Grid, type GridId, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as gridWords from "../../locales/grid";
import * as reportingWords from "../../locales/reporting";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Lightbox, PopupClose } from "../../ui/Popup";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { usePageBelow } from "../../ui/usePageBelow";
import { ReportButton } from "../moderation/ReportButton";
import { ShareButton } from "../posts/ShareButton";
import { Covered } from "../safety/Covered";
import { DeleteGrid } from "./DeleteGrid";
import { GridPicture } from "./GridPicture";
import styles from "./GridPopup.module.css";
import { SaveGrid } from "./SaveGrid";
import { StackCarousel } from "./StackCarousel";

const SIZES = "(min-width: 900px) 60vw, 66vw";

interface Opening {
  id: GridId;
  grids: readonly Grid[];
  author: Pick<Profile, "_id" | "username">;
  isOwn: boolean;
  onClose: () => void;
}

/** One grid over the page: whole, or its fotos one by one. A failure stays in it. */
export default function GridPopup(opening: Opening) {
  const { id, author, onClose } = opening;
  usePageBelow("grid");
  return (
    <ErrorBoundary
      key={id}
      words={(error) => wordsFor(error, gridWords.couldntLoad())}
      frame={(failure) => (
        <Lightbox label={gridWords.gridBy(author)} onClose={onClose}>
          <div className={styles.bar}>
            <span className={styles.words} />
            <PopupClose />
          </div>
          {failure}
        </Lightbox>
      )}
    >
      <Asked {...opening} />
    </ErrorBoundary>
  );
}

function Asked({ id, grids, author, isOwn, onClose }: Opening) {
  const known = grids.find((grid) => grid._id === id);
  const asked = useQuery(api.grids.getGrid, known ? "skip" : { gridId: id });
  const grid = known ?? asked;
  return (
    <Lightbox label={gridWords.gridBy(author)} onClose={onClose}>
      <div className={styles.bar}>
        <p className={styles.words}>
          <strong>@{author.username}</strong>
          {grid && (
            <span>
              <Ago since={grid.createdAt} />
            </span>
          )}
        </p>
        {grid && <ShareButton path={paths.grid(author._id, id)} title={gridWords.gridBy(author)} />}
        {grid && <SaveGrid grid={grid} author={author.username} />}
        {grid && !isOwn && (
          <ReportButton
            key={grid._id}
            subject={{ kind: "grid", id: grid._id, username: author.username }}
            label={reportingWords.grid()}
          />
        )}
        {grid && isOwn && <DeleteGrid grid={grid} onDeleted={onClose} />}
        <PopupClose />
      </div>
      {grid && (
        <Covered of={{ ...grid, profileId: author._id }} as="stage">
          <Opened key={grid._id} grid={grid} />
        </Covered>
      )}
      {grid === undefined && <Blank />}
      {grid === null && <NotAvailable onClose={onClose} />}
    </Lightbox>
  );
}

function Opened({ grid }: { grid: Grid }) {
  const [at, setAt] = useState<number | null>(null);
  if (at !== null)
    return (
      <div className={styles.opened}>
        <StackCarousel images={grid.images} at={at} onTurn={setAt} />
        <Button variant="ghost" onClick={() => setAt(null)}>
          {gridWords.back()}
        </Button>
      </div>
    );
  return (
    <div className={styles.opened}>
      <div className={styles.stage}>
        <GridPicture layout={grid.layout} images={grid.images} sizes={SIZES} eager>
          {(foto, index) => (
            <button type="button" className={styles.foto} onClick={() => setAt(index)}>
              {foto}
              <span className="visually-hidden">{gridWords.lookAlone({ number: index + 1 })}</span>
            </button>
          )}
        </GridPicture>
      </div>
      <p className={styles.hint}>{gridWords.tapFoto()}</p>
    </div>
  );
}

/** Where the grid will stand. */
function Blank() {
  return (
    <div className={styles.opened}>
      <SkeletonStatus words={gridWords.loading()}>
        <div className={styles.blank} />
      </SkeletonStatus>
    </div>
  );
}

function NotAvailable({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      alert
      title={gridWords.notAvailable()}
      help={gridWords.notAvailableHint()}
      action={<Button onClick={onClose}>{gridWords.backToProfile()}</Button>}
    />
  );
}
