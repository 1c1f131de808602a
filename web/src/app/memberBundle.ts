/** What nearly every member's page begins with, which is one file: fetched under one name, it has one way there. */
export { HomeFeed } from "../screens/HomeFeed";
export { Members } from "./Members";
export { Shell } from "./Shell";
