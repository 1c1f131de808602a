import { ConnectivityBanner } from "../features/connectivity/ConnectivityBanner";
import { OutboxRunner } from "../features/messages/outbox/OutboxRunner";
import { AskToAccept } from "../features/moderation/AskToAccept";
import { NookHues } from "../features/nooks/NookHues";
import { Onboarding } from "../features/onboarding/Onboarding";
import { WordFilter } from "../features/safety/WordFilter";
import { Shortcuts } from "../features/shortcuts/Shortcuts";

/** Runs on every screen of a member. Loaded after the first paint. */
export default function BackgroundTasks() {
  return (
    <>
      <ConnectivityBanner />
      <OutboxRunner />
      <NookHues />
      <Shortcuts />
      <AskToAccept />
      <WordFilter />
      <Onboarding />
    </>
  );
}
