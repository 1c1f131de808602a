import { useConvex, useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type PolicyKind } from "../../api";
import { limits } from "../../callLimits";
import { language } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/policyEditor";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Checkbox, TextField } from "../../ui/Field";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/Toast";
import { Blocks } from "../policies/Blocks";
import { BlocksSkeleton } from "../policies/BlocksSkeleton";
import { KIND_WORDS } from "../policies/kinds";
import styles from "./Policies.module.css";

const TEXT_MAX = limits["policies:publish"].text.maxLength;

/** A document's text, its preview, and its publication as the version behind `newest`. */
export function PolicyEditor({
  kind,
  newest,
  text,
  published,
  onChange,
}: {
  kind: PolicyKind;
  newest: number;
  text: string;
  published: string;
  onChange: (text: string | null) => void;
}) {
  const [shows, setShows] = useState<"write" | "preview">("write");
  const [asks, setAsks] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const canAsk = kind === "terms" || kind === "rules";
  return (
    <div className={styles.part}>
      <Tabs
        label={words.editing()}
        chosen={shows}
        onChoose={setShows}
        tabs={[
          {
            name: "write",
            words: words.write(),
            content: (
              <div className={styles.panel}>
                <TextField
                  label={words.text()}
                  rows={14}
                  maxLength={TEXT_MAX}
                  value={text}
                  onChange={(event) => onChange(event.target.value)}
                />
              </div>
            ),
          },
          {
            name: "preview",
            words: words.preview(),
            content: (
              <div className={styles.panel}>
                <h2 className="visually-hidden">{words.preview()}</h2>
                <ErrorBoundary small about={text} words={(error) => wordsFor(error, words.couldntPreview())}>
                  <Preview text={text} />
                </ErrorBoundary>
              </div>
            ),
          },
        ]}
      />
      {canAsk && (
        <Checkbox checked={asks} onChange={(event) => setAsks(event.target.checked)}>
          {words.ask()}
          <small className={styles.hint}>{words.askHint()}</small>
        </Checkbox>
      )}
      <div className={styles.actions}>
        <TemplateButton kind={kind} isEmpty={!text.trim()} onText={onChange} />
        <Button
          variant="primary"
          disabled={!text.trim() || text === published}
          onClick={() => setPublishing(true)}
        >
          {words.publish()}
        </Button>
      </div>
      <PublishDialog
        open={isPublishing}
        onClose={() => setPublishing(false)}
        onPublished={() => {
          setAsks(false);
          onChange(null);
        }}
        kind={kind}
        text={text}
        asks={canAsk && asks}
        newest={newest}
      />
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const blocks = useQuery(api.policies.preview, text.trim() ? { text } : "skip");
  if (!text.trim()) return <p className={styles.hint}>{words.empty()}</p>;
  return blocks ? <Blocks blocks={blocks} /> : <BlocksSkeleton />;
}

/** Puts the template into the editor; asks first if it would replace a text. */
function TemplateButton({
  kind,
  isEmpty,
  onText,
}: {
  kind: PolicyKind;
  isEmpty: boolean;
  onText: (text: string) => void;
}) {
  const convex = useConvex();
  const [isAsking, setAsking] = useState(false);
  async function fill(): Promise<void> {
    setAsking(false);
    try {
      const chosen = language.startsWith("de") ? "de" : "en";
      onText(await convex.query(api.policies.getTemplate, { kind, language: chosen }));
    } catch (error) {
      toast(wordsFor(error, words.couldntLoadTemplate()), { tone: "danger" });
    }
  }
  return (
    <>
      <Button onClick={() => (isEmpty ? void fill() : setAsking(true))}>{words.template()}</Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.replaceTitle()}
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {actionsWords.cancel()}
            </Button>
            <Button variant="primary" onClick={() => void fill()}>
              {words.replace()}
            </Button>
          </>
        }
      >
        <DialogWords>{words.replaceHint()}</DialogWords>
      </Dialog>
    </>
  );
}

function PublishDialog({
  open,
  onClose,
  onPublished,
  kind,
  text,
  asks,
  newest,
}: {
  open: boolean;
  onClose: () => void;
  onPublished: () => void;
  kind: PolicyKind;
  text: string;
  asks: boolean;
  newest: number;
}) {
  const publish = useMutation(api.policies.publish);
  const [isBusy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      await publish({ kind, text, needsAcceptance: asks, after: newest });
      toast(words.published());
      onPublished();
    } catch (error) {
      toast(wordsFor(error, words.couldntPublish()), { tone: "danger" });
    }
    setBusy(false);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.publishTitle({ document: KIND_WORDS[kind](), version: newest + 1 })}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {actionsWords.cancel()}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void send()}>
            {isBusy ? actionsWords.wait() : words.publish()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.publishHint()}</DialogWords>
      {asks && <p>{words.askHint()}</p>}
    </Dialog>
  );
}
