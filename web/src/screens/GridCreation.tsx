import { FotoPicker } from "../features/grids/FotoPicker";
import { GridPicture } from "../features/grids/GridPicture";
import { LayoutChoice } from "../features/grids/LayoutChoice";
import { advice } from "../features/grids/rules";
import { useGridDraft } from "../features/grids/useGridDraft";
import { WordHint } from "../features/onboarding/WordHint";
import { LeaveGuard } from "../features/posts/LeaveGuard";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as gridCreationWords from "../locales/gridCreation";
import { paths } from "../paths";
import { Button } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import styles from "./GridCreation.module.css";

const SIZES = "(min-width: 900px) 300px, 50vw";

/** A layout, then the fotos for it, then the grid. */
export function GridCreation() {
  const draft = useGridDraft();
  const { layout, selection, isBusy } = draft;
  return (
    <main className={styles.page}>
      <title>{gridCreationWords.pageTitle({ product: productName })}</title>
      <header className={styles.head}>
        <Link to={paths.create()} aria-label={gridCreationWords.backToCreate()}>
          <Icon name="back" />
        </Link>
        <h1>{gridCreationWords.title()}</h1>
      </header>
      <WordHint word="grid" />
      <div className={styles.desk}>
        <div className={styles.layouts}>
          <LayoutChoice value={layout} onChange={draft.choose} />
        </div>
        <div className={styles.beside}>
          <div className={styles.preview} data-empty={!layout || undefined}>
            {layout ? (
              <GridPicture layout={layout} images={selection} sizes={SIZES} eager />
            ) : (
              <p>{gridCreationWords.chooseLayout()}</p>
            )}
          </div>
          <p className={styles.advice} role="status">
            {layout && (draft.isValid ? gridCreationWords.isComplete() : advice(layout, selection))}
          </p>
          <Button variant="primary" wide disabled={!draft.isValid || isBusy} onClick={draft.create}>
            {isBusy ? actions.wait() : gridCreationWords.title()}
          </Button>
        </div>
        <section className={styles.fotos} aria-labelledby="own-fotos">
          <div className={styles.line}>
            <h2 id="own-fotos">{gridCreationWords.yourFotos()}</h2>
            {selection.length > 0 && (
              <Button variant="ghost" onClick={draft.clear}>
                {gridCreationWords.clear()}
              </Button>
            )}
          </div>
          <ErrorBoundary words={(error) => wordsFor(error, gridCreationWords.couldntLoad())}>
            <FotoPicker selection={selection} disabled={!layout || isBusy} onTap={draft.tap} />
          </ErrorBoundary>
        </section>
      </div>
      <LeaveGuard active={selection.length > 0} />
    </main>
  );
}
