import { useConvex } from "convex/react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { api } from "../../api";
import * as nextNookWords from "../../locales/nextNook";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import styles from "./Forms.module.css";
import { type Message, MessageBox } from "./MessageBox";

const REQUIRED: Message = {
  type: "error",
  title: nextNookWords.usernameRequired,
  words: nextNookWords.enterUsername,
};
const VALID: Message = {
  type: "success",
  title: nextNookWords.onTheEdge,
  words: nextNookWords.onTheEdgeHint,
};
const INVALID: Message = {
  type: "info",
  title: nextNookWords.notOnTheEdge,
  words: nextNookWords.needDays,
};
const FAILED: Message = {
  type: "error",
  title: nextNookWords.validationFailed,
  words: nextNookWords.couldntCheck,
};

/** Checks by username whether a member may propose the next nook. */
export function ShapeTheEdge({ onEligible }: { onEligible: () => void }) {
  const { username, type, message, isChecking, check } = useCheck();
  const isEligible = message?.type === "success";

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isEligible) onEligible();
    else void check();
  }

  // A form with a disabled button does not submit, but the Enter key needs an answer too.
  const enter = (event: KeyboardEvent) => event.key === "Enter" && username.trim() === "" && void check();

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DialogWords>{nextNookWords.edgeShapers()}</DialogWords>
      <Field
        label={nextNookWords.username()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => type(event.target.value)}
        onKeyDown={enter}
      />
      <MessageBox message={message} />
      {isEligible ? (
        <Button variant="primary" wide type="submit">
          {nextNookWords.shapeWhatsNext()}
        </Button>
      ) : (
        <Button variant="primary" wide type="submit" disabled={isChecking || username.trim() === ""}>
          {isChecking ? nextNookWords.checking() : nextNookWords.check()}
        </Button>
      )}
    </form>
  );
}

function useCheck() {
  const convex = useConvex();
  const [username, setUsername] = useState("");
  const [message, setMessage] = useState<Message | null>(null);
  const [isChecking, setChecking] = useState(false);

  async function check(): Promise<void> {
    const asked = username.trim();
    if (!asked) return setMessage({ ...REQUIRED });
    setChecking(true);
    try {
      const isValid = await convex.query(api.users.validateCuratorStatus, { username: asked });
      setMessage({ ...(isValid ? VALID : INVALID) });
    } catch (error) {
      console.error("The edge status was not checked", error);
      setMessage({ ...FAILED });
    }
    setChecking(false);
  }

  function type(text: string): void {
    setUsername(text);
    setMessage(null);
  }

  return { username, type, message, isChecking, check };
}
