import { useMutation } from "convex/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { api, type Post } from "../../api";
import { navigate } from "../../lib/history";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/gridCreation";
import { paths } from "../../paths";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import type { LayoutName } from "./layouts";
import { isValid, tapped } from "./rules";

const STAY_MS = 3_000;

/** A grid being made: first a layout, then fotos, then the whole. */
export function useGridDraft() {
  const { _id: userId } = useViewer();
  const createGrid = useMutation(api.grids.createGrid);
  const [layout, setLayout] = useState<LayoutName | null>(null);
  const [selection, setSelection] = useState<Post[]>([]);
  const [isBusy, setBusy] = useState(false);

  function tap(post: Post): void {
    if (isBusy) return;
    const next = layout ? tapped(selection, post) : words.chooseLayout();
    if (typeof next === "string") toast(next, { tone: "danger", stay: STAY_MS });
    else setSelection(next);
  }

  async function create(): Promise<void> {
    if (!layout) return;
    setBusy(true);
    const imageIds = selection.map(({ _id }) => _id);
    const imageUrls = selection.map(({ imageUrl }) => imageUrl);
    try {
      await createGrid({ userId, layout, imageIds, imageUrls });
    } catch (error) {
      console.error("The grid was not created", error);
      toast(wordsFor(error, words.couldntCreate()), { tone: "danger", stay: STAY_MS });
      return setBusy(false);
    }
    // Synchronously, so that the leave guard does not ask about a grid that is already saved.
    flushSync(() => setSelection([]));
    toast(words.created());
    navigate(paths.grids(), { replace: true });
  }

  return {
    layout,
    choose: setLayout,
    selection,
    tap,
    clear: () => setSelection([]),
    isValid: layout !== null && isValid(layout, selection),
    isBusy,
    create,
  };
}
