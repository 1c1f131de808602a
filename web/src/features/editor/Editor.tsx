import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import * as words from "../../locales/editor";
import { AdjustPanel } from "./AdjustPanel";
import { CropPanel } from "./CropPanel";
import { CropStage } from "./CropStage";
import styles from "./Editor.module.css";
import type { Colours, Crop } from "./edits";
import { FilterPanel } from "./FilterPanel";
import type { Picture } from "./picture";
import { Result } from "./Result";
import type { CropStep } from "./useCropGestures";

/** What the tools change. */
interface Edited {
  unsent: Colours;
  change: (part: Partial<Colours>) => void;
  changeCut: (step: CropStep) => void;
  /** Whether the photograph was chosen just now; the crop box takes the focus then. */
  isChosen: boolean;
}

/**
 * The photograph and the tools for it. Cutting shows all of it, colouring shows what will be posted. `also` is a
 * filter to offer besides the usual ones.
 */
export default function Editor({
  picture,
  cut,
  own,
  canCrop = true,
  also,
}: {
  picture: Picture;
  cut: Crop;
  own: Edited;
  canCrop?: boolean;
  also?: string;
}) {
  const [tool, setTool] = useState(canCrop ? "crop" : "filters");
  const [isOpen, setOpen] = useState(true);
  const { unsent, change, changeCut } = own;
  return (
    <Tabs.Root value={tool} onValueChange={setTool} className={styles.editor}>
      <section className={styles.room} aria-label={words.foto()}>
        {tool === "crop" ? (
          <CropStage
            picture={picture}
            cut={cut}
            onCut={changeCut}
            isOpen={isOpen}
            takesFocus={own.isChosen}
          />
        ) : (
          <Result picture={picture} cut={cut} colours={unsent} />
        )}
      </section>
      <div className={styles.tools}>
        <Tabs.List className={styles.tabs} aria-label={words.tools()}>
          {canCrop && <Tabs.Tab value="crop">{words.crop()}</Tabs.Tab>}
          <Tabs.Tab value="filters">{words.filters()}</Tabs.Tab>
          <Tabs.Tab value="adjust">{words.adjust()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="crop" className={styles.panel}>
          <CropPanel picture={picture} cut={cut} onCut={changeCut} isOpen={isOpen} onOpen={setOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="filters" className={styles.panel}>
          <FilterPanel
            picture={picture}
            cut={cut}
            chosen={unsent.filter}
            also={also}
            onChoose={(filter) => change({ filter })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="adjust" className={styles.panel}>
          <AdjustPanel value={unsent.adjustments} onChange={(adjustments) => change({ adjustments })} />
        </Tabs.Panel>
      </div>
    </Tabs.Root>
  );
}
