import { useConvex } from "convex/react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { api } from "../../api";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import styles from "./Forms.module.css";
import { type Message, MessageBox } from "./MessageBox";

const RULE = "Edge shapers are curators with 180+ days of experience";
const REQUIRED: Message = {
  type: "error",
  title: "Username Required",
  words: "Please enter your username to check your edge status.",
};
const VALID: Message = {
  type: "success",
  title: "You're on the Edge!",
  words: "You have 180 days and more as a curator. Shape what comes next.",
};
const INVALID: Message = {
  type: "info",
  title: "Not on the Edge Yet",
  words: "You need 180 days as a curator.",
};
const FAILED: Message = {
  type: "error",
  title: "Validation Failed",
  words: "Your edge status could not be checked. Please try again.",
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
      <DialogWords>{RULE}</DialogWords>
      <Field
        label="Username"
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
          Shape What's Next
        </Button>
      ) : (
        <Button variant="primary" wide type="submit" disabled={isChecking || username.trim() === ""}>
          {isChecking ? "Checking…" : "Check Edge Status"}
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
