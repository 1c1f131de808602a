import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../api";
import { codeOf, sentenceOf, wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as nextNookWords from "../../locales/nextNook";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import styles from "./Forms.module.css";
import { type Message, MessageBox } from "./MessageBox";

const MOST = 20;
/** The server's sentence for a name that will not do; other invalid names have others. */
const IMPROPER = "Please choose an appropriate name for the nook.";
const INVALID: Message = {
  type: "error",
  title: nextNookWords.invalidInput,
  words: nextNookWords.enterName,
};

/** The name of the nook that might come next. When it is proposed, the dialog around this shows it. */
export function ShapeWhatsNext() {
  const { name, type, message, isBusy, submit } = usePropose();
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DialogWords>{nextNookWords.nameHint()}</DialogWords>
      <Field
        label={nextNookWords.name()}
        autoComplete="off"
        maxLength={MOST}
        autoFocus
        value={name}
        aria-invalid={message !== null || undefined}
        onChange={(event) => type(event.target.value)}
      />
      <MessageBox message={message} />
      <Button variant="primary" wide type="submit" disabled={isBusy}>
        {isBusy ? actions.wait() : nextNookWords.propose()}
      </Button>
    </form>
  );
}

function usePropose() {
  const createProposal = useMutation(api.niches.createProposal);
  const [name, setName] = useState("");
  const [message, setMessage] = useState<Message | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refused(error: unknown): void {
    const said = wordsFor(error, nextNookWords.couldntPropose());
    const isImproper = sentenceOf(error) === IMPROPER;
    const title = isImproper ? nextNookWords.invalidName : nextNookWords.invalidInput;
    if (codeOf(error) === "invalid") setMessage({ type: "error", title, words: () => said });
    else toast(said, { title: actions.error(), tone: "danger" });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!name.trim()) return setMessage(INVALID);
    setBusy(true);
    try {
      await createProposal({ name: name.trim() });
      toast(nextNookWords.proposed(), { title: nextNookWords.success() });
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  }

  function type(text: string): void {
    setName(text);
    setMessage(null);
  }

  return { name, type, message, isBusy, submit };
}
