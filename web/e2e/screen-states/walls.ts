import { unfoldsTools } from "../feedTools";
import type { Row } from "./row";

const FOTOS = "Loading fotos";
const FLICKS = "Loading flicks";

/** Screens that are walls of posts. */
export const WALLS: Row[] = [
  {
    name: "homefeed",
    route: "/homefeed",
    heading: "SCENIC",
    full: "vertical 1",
    unfolds: unfoldsTools,
    asks: { loading: FOTOS, failed: ["Couldn't load your feed.", "Couldn't load your quote."] },
    empty: { says: "No posts to display" },
  },
  {
    name: "sphere",
    route: "/sphere",
    heading: "SPHERE",
    full: "vertical 1",
    asks: { loading: FOTOS, failed: ["Couldn't load the sphere.", "Couldn't load the curators."] },
    empty: { says: "No posts yet" },
  },
  {
    name: "sphere-flicks",
    route: "/sphere",
    at: "/sphere?tab=flicks",
    heading: "SPHERE",
    full: "Waves 1",
    asks: { loading: FLICKS, failed: "Couldn't load the sphere." },
    empty: { says: "No flicks yet" },
  },
  {
    name: "cue-media",
    route: "/cue",
    heading: "CUE",
    full: "For her cues 1",
    asks: { loading: FOTOS, failed: "Couldn't load your cue." },
    empty: { says: "No posts yet" },
  },
  {
    name: "curators-fotos",
    route: "/curators",
    at: "/curators?tab=fotos",
    heading: "CURATORS",
    full: "By a curator 1",
    asks: { loading: FOTOS, failed: "Couldn't load the curators." },
    empty: { says: "No posts yet" },
  },
  {
    name: "curators-flicks",
    route: "/curators",
    at: "/curators?tab=flicks",
    heading: "CURATORS",
    full: "Clouds 1",
    asks: { loading: FLICKS, failed: "Couldn't load the curators." },
    empty: { says: "No flicks yet" },
  },
  {
    // Above the flicks stands that they are announced: the screen is never empty.
    name: "flicks",
    route: "/flicks",
    heading: "FLICKS",
    full: "Waves 1",
    asks: { loading: FLICKS, failed: "Couldn't load flicks." },
    empty: null,
  },
];
