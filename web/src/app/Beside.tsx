import { Connection } from "../features/connection/Connection";
import { Keys } from "../features/keys/Keys";
import { OutboxRunner } from "../features/messages/OutboxRunner";
import { NookHues } from "../features/nooks/NookHues";

/** What works beside every screen of a member. It comes after the first picture: nobody waits for it. */
export default function Beside() {
  return (
    <>
      <Connection />
      <OutboxRunner />
      <NookHues />
      <Keys />
    </>
  );
}
