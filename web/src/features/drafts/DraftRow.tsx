import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Draft } from "../../api";
import { translatedRefusal } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as composerWords from "../../locales/composer";
import * as words from "../../locales/drafts";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { DeleteDialog } from "../../ui/DeleteDialog";
import { Link } from "../../ui/Link";
import { MoreMenu, type MoreMenuItem } from "../../ui/MoreMenu";
import { toast } from "../../ui/Toast";
import { useNow } from "../../ui/useNow";
import { SmallFoto } from "../posts/SmallFoto";
import styles from "./DraftRow.module.css";
import { ScheduleDialog } from "./ScheduleDialog";
import { momentWords } from "./times";

/** A draft of the member's, with what can be done with it. */
export function DraftRow({ draft }: { draft: Draft }) {
  const [foto] = draft.fotos;
  const [opened, setOpened] = useState<"time" | "deletion" | null>(null);
  const { schedule, remove, items } = useActions(draft, setOpened);
  const close = () => setOpened(null);
  return (
    <li className={styles.row}>
      <Link to={paths.draft(draft._id)} className={styles.draft}>
        <span className={styles.picture}>{foto && <SmallFoto post={foto} sizes="72px" isDecoration />}</span>
        <Words draft={draft} />
      </Link>
      <MoreMenu label={words.more()} items={items} />
      <ScheduleDialog
        open={opened === "time"}
        now={{ at: draft.publishAt, postType: draft.postType }}
        schedule={schedule}
        onClose={close}
      />
      <DeleteDialog
        open={opened === "deletion"}
        onClose={close}
        thing="draft"
        consequence={(draft.publishAt ? words.deleteScheduled : words.deleteDraft)({
          count: draft.fotos.length,
        })}
        remove={remove}
        onDone={close}
      />
    </li>
  );
}

function Words({ draft: { publishAt, postType, caption, failure, changedAt, fotos } }: { draft: Draft }) {
  const now = useNow();
  return (
    <span className={styles.words}>
      {publishAt && (
        <time className={styles.time} dateTime={publishAt}>
          {momentWords(new Date(publishAt), now)}
        </time>
      )}
      <span className={styles.caption} dir="auto">
        {caption || <em>{words.noCaption()}</em>}
      </span>
      {failure ? (
        <span className={styles.failure}>
          {words.couldNotBePosted({ reason: translatedRefusal(failure.words) ?? failure.words })}
        </span>
      ) : (
        <span className={styles.about}>
          {fotos.length > 1 && `${words.fotos({ count: fotos.length })} · `}
          {publishAt ? (
            postType === "cue" ? (
              words.cue()
            ) : (
              words.sphere()
            )
          ) : (
            <>
              {words.changed()} <Ago since={changedAt} />
            </>
          )}
        </span>
      )}
    </span>
  );
}

function useActions(draft: Draft, open: (dialog: "time" | "deletion") => void) {
  const { _id: draftId, version, publishAt, postType } = draft;
  const publish = useMutation(api.drafts.publish);
  const schedule = useMutation(api.drafts.schedule);
  const unschedule = useMutation(api.drafts.unschedule);
  const remove = useMutation(api.drafts.remove);

  async function say(step: Promise<unknown>, done: string): Promise<void> {
    try {
      await step;
      toast(done);
    } catch (error) {
      toast(wordsFor(error, words.couldntChange()), { tone: "danger" });
    }
  }

  const deletion: MoreMenuItem = { words: words.remove(), isDanger: true, onPick: () => open("deletion") };
  const later = (label: string): MoreMenuItem => ({ words: label, onPick: () => open("time") });
  const items: MoreMenuItem[] =
    publishAt && postType
      ? [
          {
            words: words.postNow(),
            onPick: () => say(publish({ draftId, version, postType }), composerWords.posted()),
          },
          later(words.changeTime()),
          { words: words.unschedule(), onPick: () => say(unschedule({ draftId }), words.unscheduled()) },
          deletion,
        ]
      : [later(words.postLater()), deletion];

  return {
    items,
    remove: () => remove({ draftId }),
    schedule: async (at: string, to: NonNullable<Draft["postType"]>) => {
      await schedule({ draftId, version, publishAt: at, postType: to });
      toast(words.isScheduled());
    },
  };
}
