import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import styles from "./Forms.module.css";
import { type Message, MessageBox } from "./MessageBox";

const MOST = 20;
const NOT_CREATED = "Your nook proposal could not be created.";
const NOT_APPROPRIATE = "Please choose an appropriate name for the nook.";
const INVALID: Message = {
  type: "error",
  title: "Invalid Input",
  words: "Please enter a name for the nook.",
};

/** The name of the nook that might come next. When it is proposed, the dialog around this shows it. */
export function ShapeWhatsNext() {
  const { name, type, message, isBusy, submit } = usePropose();
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DialogWords>Give it a name. Curators vote on it for 7 days.</DialogWords>
      <Field
        label="Name of the nook"
        autoComplete="off"
        maxLength={MOST}
        autoFocus
        value={name}
        aria-invalid={message !== null || undefined}
        onChange={(event) => type(event.target.value)}
      />
      <MessageBox message={message} />
      <Button variant="primary" wide type="submit" disabled={isBusy}>
        {isBusy ? "One moment…" : "Propose"}
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
    const words = wordsFor(error, NOT_CREATED);
    const title = words === NOT_APPROPRIATE ? "Invalid Name" : "Invalid Input";
    if (codeOf(error) === "invalid") setMessage({ type: "error", title, words });
    else toast(words, { title: "Error", tone: "danger" });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!name.trim()) return setMessage(INVALID);
    setBusy(true);
    try {
      await createProposal({ name: name.trim() });
      toast("Your nook proposal has been created!", { title: "Success" });
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
