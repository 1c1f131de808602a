/** The entry bundle of every signed-in screen, fetched as one file. */
export { HomeFeed } from "../screens/HomeFeed";
export { Members } from "./Members";
export { Shell } from "./Shell";
