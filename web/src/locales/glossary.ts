// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Foto */
export const foto = (): string =>
  translated<string>("glossary", 0) ?? "Foto";
/** A photo that you post. */
export const fotoHint = (): string =>
  translated<string>("glossary", 1) ?? "A photo that you post.";
/** Flick */
export const flick = (): string =>
  translated<string>("glossary", 2) ?? "Flick";
/** A video. Posting flicks is coming soon. */
export const flickHint = (): string =>
  translated<string>("glossary", 3) ?? "A video. Posting flicks is coming soon.";
/** Grid */
export const grid = (): string =>
  translated<string>("glossary", 4) ?? "Grid";
/** A collage of two or three of your fotos. */
export const gridHint = (): string =>
  translated<string>("glossary", 5) ?? "A collage of two or three of your fotos.";
/** Nook */
export const nook = (): string =>
  translated<string>("glossary", 6) ?? "Nook";
/** The kind of fotos you want to see. Your feed shows the fotos of your nook. */
export const nookHint = (): string =>
  translated<string>("glossary", 7) ?? "The kind of fotos you want to see. Your feed shows the fotos of your nook.";
/** Sphere */
export const sphere = (): string =>
  translated<string>("glossary", 8) ?? "Sphere";
/** Everyone. Every member can see a foto that you post to the Sphere. */
export const sphereHint = (): string =>
  translated<string>("glossary", 9) ?? "Everyone. Every member can see a foto that you post to the Sphere.";
/** Cue */
export const cue = (): string =>
  translated<string>("glossary", 10) ?? "Cue";
/** The people you are in flow with. Only they can see a foto that you post to your Cue. */
export const cueHint = (): string =>
  translated<string>("glossary", 11) ?? "The people you are in flow with. Only they can see a foto that you post to your Cue.";
/** Syncflow */
export const syncflow = (): string =>
  translated<string>("glossary", 12) ?? "Syncflow";
/** A connection between two members. One asks, and it begins when the other accepts. */
export const syncflowHint = (): string =>
  translated<string>("glossary", 13) ?? "A connection between two members. One asks, and it begins when the other accepts.";
/** Bucket */
export const bucket = (): string =>
  translated<string>("glossary", 14) ?? "Bucket";
/** The place of requests to syncflow that wait for your answer. */
export const bucketHint = (): string =>
  translated<string>("glossary", 15) ?? "The place of requests to syncflow that wait for your answer.";
/** Bounce and detach */
export const bounce = (): string =>
  translated<string>("glossary", 16) ?? "Bounce and detach";
/** To bounce is to reject a request. To detach is to take back your own. */
export const bounceHint = (): string =>
  translated<string>("glossary", 17) ?? "To bounce is to reject a request. To detach is to take back your own.";
/** Intexted */
export const intexted = (): string =>
  translated<string>("glossary", 18) ?? "Intexted";
/** Your messages with people you are in flow with. */
export const intextedHint = (): string =>
  translated<string>("glossary", 19) ?? "Your messages with people you are in flow with.";
/** Curator */
export const curator = (): string =>
  translated<string>("glossary", 20) ?? "Curator";
/** A member who earned the badge with 120 fotos, 30 grids and 250 flows. */
export const curatorHint = (): string =>
  translated<string>("glossary", 21) ?? "A member who earned the badge with 120 fotos, 30 grids and 250 flows.";
/** Edge */
export const edge = (): string =>
  translated<string>("glossary", 22) ?? "Edge";
/** Curators of 180 days or more shape it: they propose new nooks and vote on them. */
export const edgeHint = (): string =>
  translated<string>("glossary", 23) ?? "Curators of 180 days or more shape it: they propose new nooks and vote on them.";
