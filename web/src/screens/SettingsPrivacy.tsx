import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function SettingsPrivacy() {
  return (
    <Coming title="Privacy" help="Coming soon." back={{ to: paths.homeFeed(), words: "Back to Feed" }} />
  );
}
