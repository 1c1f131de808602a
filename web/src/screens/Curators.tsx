import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Curators() {
  return (
    <Coming
      title="Curators"
      help="Those who shape the nooks stand here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
