// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Couldn't load the next nook. */
export const couldntLoad = (): string =>
  translated<string>("nextNook", 0) ?? "Couldn't load the next nook.";
/** Next Nook */
export const title = (): string =>
  translated<string>("nextNook", 1) ?? "Next Nook";
/** No proposal yet. Curators shape what comes next. */
export const empty = (): string =>
  translated<string>("nextNook", 2) ?? "No proposal yet. Curators shape what comes next.";
/** Votes towards a full board */
export const boardLabel = (): string =>
  translated<string>("nextNook", 3) ?? "Votes towards a full board";
/** {votes} / {total} to fill the board */
export const board = (p: { votes: string | number; total: string | number }): string =>
  translated<string>("nextNook", 4, p) ?? `${p.votes} / ${p.total} to fill the board`;
/** It passes at {votes} votes. */
export const passesAt = (p: { votes: string | number }): string =>
  translated<string>("nextNook", 5, p) ?? `It passes at ${p.votes} votes.`;
/** It passed and is now a nook. */
export const passed = (): string =>
  translated<string>("nextNook", 6) ?? "It passed and is now a nook.";
/** Voting has ended. It didn't get enough votes. */
export const ended = (): string =>
  translated<string>("nextNook", 7) ?? "Voting has ended. It didn't get enough votes.";
/** Got it */
export const gotIt = (): string =>
  translated<string>("nextNook", 8) ?? "Got it";
/** Couldn't count your vote. Try again. */
export const couldntVote = (): string =>
  translated<string>("nextNook", 9) ?? "Couldn't count your vote. Try again.";
/** Proposed by @{username} */
export const proposedBy = (p: { username: string | number }): string =>
  translated<string>("nextNook", 10, p) ?? `Proposed by @${p.username}`;
/** Proposed by a curator */
export const proposedByCurator = (): string =>
  translated<string>("nextNook", 11) ?? "Proposed by a curator";
/** Votes towards passing */
export const votesLabel = (): string =>
  translated<string>("nextNook", 12) ?? "Votes towards passing";
/** {votes} / {target} to pass */
export const votes = (p: { votes: string | number; target: string | number }): string =>
  translated<string>("nextNook", 13, p) ?? `${p.votes} / ${p.target} to pass`;
/** Curators with 180+ days vote. Each vote counts 1.5. */
export const whoVotes = (): string =>
  translated<string>("nextNook", 14) ?? "Curators with 180+ days vote. Each vote counts 1.5.";
/** You can't vote yet. Only curators with 180+ days can. */
export const cannotVote = (): string =>
  translated<string>("nextNook", 15) ?? "You can't vote yet. Only curators with 180+ days can.";
/** Voted */
export const voted = (): string =>
  translated<string>("nextNook", 16) ?? "Voted";
/** Vote */
export const vote = (): string =>
  translated<string>("nextNook", 17) ?? "Vote";
/** Your vote has been counted */
export const counted = (): string =>
  translated<string>("nextNook", 18) ?? "Your vote has been counted";
/** Next Edge */
export const nextEdge = (): string =>
  translated<string>("nextNook", 19) ?? "Next Edge";
/** Shape the Edge */
export const shapeTheEdge = (): string =>
  translated<string>("nextNook", 20) ?? "Shape the Edge";
/** Shape What's Next */
export const shapeWhatsNext = (): string =>
  translated<string>("nextNook", 21) ?? "Shape What's Next";
/** Edge shapers are curators with 180+ days of experience */
export const edgeShapers = (): string =>
  translated<string>("nextNook", 22) ?? "Edge shapers are curators with 180+ days of experience";
/** Username Required */
export const usernameRequired = (): string =>
  translated<string>("nextNook", 23) ?? "Username Required";
/** Please enter your username to check your edge status. */
export const enterUsername = (): string =>
  translated<string>("nextNook", 24) ?? "Please enter your username to check your edge status.";
/** You're on the Edge! */
export const onTheEdge = (): string =>
  translated<string>("nextNook", 25) ?? "You're on the Edge!";
/** You have been a curator for 180 days or more. Shape what comes next. */
export const onTheEdgeHint = (): string =>
  translated<string>("nextNook", 26) ?? "You have been a curator for 180 days or more. Shape what comes next.";
/** Not on the Edge Yet */
export const notOnTheEdge = (): string =>
  translated<string>("nextNook", 27) ?? "Not on the Edge Yet";
/** You need 180 days as a curator. */
export const needDays = (): string =>
  translated<string>("nextNook", 28) ?? "You need 180 days as a curator.";
/** Validation Failed */
export const validationFailed = (): string =>
  translated<string>("nextNook", 29) ?? "Validation Failed";
/** Couldn't check your edge status. Try again. */
export const couldntCheck = (): string =>
  translated<string>("nextNook", 30) ?? "Couldn't check your edge status. Try again.";
/** Username */
export const username = (): string =>
  translated<string>("nextNook", 31) ?? "Username";
/** Checking… */
export const checking = (): string =>
  translated<string>("nextNook", 32) ?? "Checking…";
/** Check Edge Status */
export const check = (): string =>
  translated<string>("nextNook", 33) ?? "Check Edge Status";
/** Couldn't create your nook proposal. */
export const couldntPropose = (): string =>
  translated<string>("nextNook", 34) ?? "Couldn't create your nook proposal.";
/** Invalid Input */
export const invalidInput = (): string =>
  translated<string>("nextNook", 35) ?? "Invalid Input";
/** Enter a name for the nook. */
export const enterName = (): string =>
  translated<string>("nextNook", 36) ?? "Enter a name for the nook.";
/** Give it a name. Curators vote on it for 7 days. */
export const nameHint = (): string =>
  translated<string>("nextNook", 37) ?? "Give it a name. Curators vote on it for 7 days.";
/** Name of the nook */
export const name = (): string =>
  translated<string>("nextNook", 38) ?? "Name of the nook";
/** Propose */
export const propose = (): string =>
  translated<string>("nextNook", 39) ?? "Propose";
/** Invalid Name */
export const invalidName = (): string =>
  translated<string>("nextNook", 40) ?? "Invalid Name";
/** Your nook proposal has been created! */
export const proposed = (): string =>
  translated<string>("nextNook", 41) ?? "Your nook proposal has been created!";
/** Last day */
export const lastDay = (): string =>
  translated<string>("nextNook", 42) ?? "Last day";
/** {count, plural, one {# day remaining} other {# days remaining}} */
export const daysRemaining = (p: { count: number }): string =>
  translated<string>("nextNook", 43, p) ?? (p.count === 1 ? `${formatNumber(p.count)} day remaining` : `${formatNumber(p.count)} days remaining`);
/** {days}d {hours}h remaining */
export const hoursRemaining = (p: { days: string | number; hours: string | number }): string =>
  translated<string>("nextNook", 44, p) ?? `${p.days}d ${p.hours}h remaining`;
/** Success */
export const success = (): string =>
  translated<string>("nextNook", 45) ?? "Success";
