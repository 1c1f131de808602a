import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Intexted() {
  return (
    <Coming
      title="Intexted"
      help="Your conversations open here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
