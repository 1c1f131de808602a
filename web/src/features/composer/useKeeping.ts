import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api, type PostId, type PostType, type SavedDraft } from "../../api";
import { navigate } from "../../lib/history";
import { wordsFor } from "../../lib/refusal";
import * as composerWords from "../../locales/composer";
import * as words from "../../locales/drafts";
import { paths } from "../../paths";
import { toast } from "../../ui/Toast";
import { toDraftFoto } from "../drafts/draftFoto";
import type { Composition } from "./useComposition";
import type { OpenedDraft } from "./useOpenedDraft";

/** Keeps the composition on the server: as a draft, or to be posted later. Before either, the draft is saved. */
export function useKeeping(own: Composition, opened: OpenedDraft | null) {
  const saveDraft = useMutation(api.drafts.save);
  const scheduleDraft = useMutation(api.drafts.schedule);
  const publishDraft = useMutation(api.drafts.publish);
  const kept = useRef<SavedDraft | null>(opened && { _id: opened.id, version: opened.version });
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [next, goTo] = useState<string | null>(null);
  useEffect(() => {
    if (next) navigate(next, { replace: true });
  }, [next]);

  async function saved(): Promise<{ draftId: SavedDraft["_id"]; version: number }> {
    const fotos = own.fotos.map(({ upload, cut, ...foto }) => {
      if (upload.step !== "ready" || !cut) throw new Error("a foto has not arrived that is to be kept");
      return toDraftFoto(upload.upload.mediaId, cut, foto, foto.altText.trim());
    });
    const former = kept.current && { draftId: kept.current._id, version: kept.current.version };
    kept.current = await saveDraft({ ...former, caption: own.caption.trim(), fotos });
    return { draftId: kept.current._id, version: kept.current.version };
  }

  /** Whether it was saved; why not is shown. */
  async function save(): Promise<boolean> {
    if (isSaving) return false;
    setSaving(true);
    setError(null);
    try {
      await saved();
      own.finish();
      toast(words.saved());
      return true;
    } catch (error) {
      setError({ words: words.couldntSave({ error: wordsFor(error, composerWords.unknownError()) }) });
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    isSaving,
    error,
    save,
    /** The next foto is another one. */
    begin: () => {
      kept.current = null;
    },
    saveAndLeave: async () => {
      if (await save()) goTo(paths.drafts());
    },
    schedule: async (publishAt: string, postType: PostType) => {
      const draft = await saved();
      try {
        await scheduleDraft({ ...draft, publishAt, postType });
        toast(words.isScheduled());
        goTo(paths.drafts());
      } catch (error) {
        if (opened) throw error;
        // It is on the server by now. What this browser kept would be a second draft of the same uploads.
        toast(wordsFor(error, words.couldntSchedule()));
        goTo(paths.draft(draft.draftId));
      }
      own.finish();
    },
    /** Posts the draft that the server has; null where there is none. */
    publish: async (postType: PostType): Promise<PostId | null> =>
      kept.current && publishDraft({ ...(await saved()), postType }),
  };
}

export type Keeping = ReturnType<typeof useKeeping>;
