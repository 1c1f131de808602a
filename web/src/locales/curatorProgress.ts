// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Fotos Uploaded */
export const fotosUploaded = (): string =>
  translated<string>("curatorProgress", 0) ?? "Fotos Uploaded";
/** Grids Created */
export const gridsCreated = (): string =>
  translated<string>("curatorProgress", 1) ?? "Grids Created";
/** FlowsSynced */
export const flowsSynced = (): string =>
  translated<string>("curatorProgress", 2) ?? "FlowsSynced";
/** Congratulations! You've earned the Curator badge! */
export const earned = (): string =>
  translated<string>("curatorProgress", 3) ?? "Congratulations! You've earned the Curator badge!";
/** Complete all matrices to avail the curator badge */
export const complete = (): string =>
  translated<string>("curatorProgress", 4) ?? "Complete all matrices to avail the curator badge";
/** Loading your progress */
export const loading = (): string =>
  translated<string>("curatorProgress", 5) ?? "Loading your progress";
