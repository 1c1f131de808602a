import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/push";
import { Switch } from "../../ui/Switch";
import { toast } from "../../ui/Toast";
import { type PushState, usePush } from "./usePush";

const WORDS: Record<PushState, () => string> = {
  unknown: words.offer,
  off: words.offer,
  on: words.on,
  denied: words.denied,
  impossible: words.impossible,
};

/** The switch for push notifications in this browser. */
export function PushSwitch() {
  const { standing, turnOn, turnOff } = usePush();
  const change = (on: boolean) => {
    if (standing === "denied" || standing === "impossible")
      return toast(`${WORDS[standing]()}.`, { tone: "danger" });
    (on ? turnOn() : turnOff()).catch((error) =>
      toast(wordsFor(error, actions.failed()), { tone: "danger" }),
    );
  };
  return <Switch label={words.label()} help={WORDS[standing]()} on={standing === "on"} onChange={change} />;
}
