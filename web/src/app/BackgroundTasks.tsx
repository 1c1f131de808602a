import { ConnectivityBanner } from "../features/connectivity/ConnectivityBanner";
import { OutboxRunner } from "../features/messages/OutboxRunner";
import { NookHues } from "../features/nooks/NookHues";
import { Shortcuts } from "../features/shortcuts/Shortcuts";

/** What works beside every screen of a member. It comes after the first picture: nobody waits for it. */
export default function BackgroundTasks() {
  return (
    <>
      <ConnectivityBanner />
      <OutboxRunner />
      <NookHues />
      <Shortcuts />
    </>
  );
}
