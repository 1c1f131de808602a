import { wordsFor } from "../../lib/refusal";
import { Switch } from "../../ui/Switch";
import { toast } from "../../ui/Toast";
import { type PushState, usePush } from "./usePush";

const WORDS: Record<PushState, string> = {
  unknown: "Get notified on this device while the app is closed",
  off: "Get notified on this device while the app is closed",
  on: "This device is told of messages, requests and comments, never what is in them",
  denied: "This browser does not let the app notify you. Allow notifications in its settings for this page",
  impossible: "This browser cannot notify you. On an iPhone, add the app to the home screen first",
};

/** The switch for push notifications in this browser. */
export function PushSwitch() {
  const { standing, turnOn, turnOff } = usePush();
  const change = (on: boolean) => {
    if (standing === "denied" || standing === "impossible")
      return toast(`${WORDS[standing]}.`, { tone: "danger" });
    (on ? turnOn() : turnOff()).catch((error) =>
      toast(wordsFor(error, "That did not work. Please try again."), { tone: "danger" }),
    );
  };
  return <Switch label="Push" help={WORDS[standing]} on={standing === "on"} onChange={change} />;
}
