// GENERATED from the Python signatures by `make codegen`. Do not edit: change the signature, and generate again.
// It types the calls of the server; the client finds them by their names at run time, so there is no other code here.

import { anyApi, type FunctionReference, type PaginationOptions, type PaginationResult } from "convex/server";

/** Percentages; 100 leaves the photo as it is. */
export type Adjustments = {
  brightness: number;
  contrast: number;
  saturation: number;
};

/** Percentages; 100 leaves the photo as it is. */
export type AdjustmentsInput = {
  brightness?: number;
  contrast?: number;
  saturation?: number;
};

/** The message that another one replies to, in one line. */
export type Answered = {
  _id: MessageId;
  senderId: ProfileId | null;
  isOwn: boolean;
  text: string;
  type: MessageType;
  isDeleted: boolean;
};

export type AppealId = string & { readonly __brand: "AppealId" };

/**
 * An appeal as moderators see it. `canDecide` is false for the moderator who took the measure, where there is
 * another one.
 */
export type AppealRow = {
  _id: AppealId;
  caseId: CaseId;
  measureId: MeasureId;
  measure: MeasureKind;
  member: Person;
  words: string;
  state: AppealState;
  answer: string;
  createdAt: string;
  canDecide: boolean;
};

export type AppealState = "open" | "granted" | "refused";

export type ApplicationId = string & { readonly __brand: "ApplicationId" };

/** A request to join, as moderators see it. `eraseAt` is null unless it was refused. */
export type ApplicationRow = {
  _id: ApplicationId;
  username: string;
  fullName: string;
  state: ApplicationState;
  reason: string;
  appliedAt: string;
  answer: string;
  eraseAt: string | null;
};

export type ApplicationState = "waiting" | "approved" | "refused";

/** The three counts and whether the badge was earned. */
export type AuraProgress = {
  progress: Progress;
  hasAuraCreatorBadge: boolean;
};

export type BlockKind = "heading" | "paragraph" | "item" | "quote" | "code" | "rule";

/** A member whom the caller blocked or muted: enough data to recognise them. */
export type BlockedUser = {
  _id: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
};

/**
 * A case with all that a moderator decides by. `isPrivate` says that its evidence is messages, which are shown only
 * after `openEvidence`, while the case is open. `photoUrl` is null without a photo. `furtherPhotos` are the second and
 * third photo of a grid, each null until it is copied. `history` is what was decided in other cases about the member;
 * `otherCases` are the newest of these cases, twenty at most, with and without a decision. `link` is null for what
 * the moderator may not see as a member.
 */
export type Case = {
  row: CaseRow;
  subjectId: string;
  link: CaseLink | null;
  evidence: Evidence | null;
  isPrivate: boolean;
  photoUrl: string | null;
  furtherPhotos: Array<string | null>;
  reports: ReportRow[];
  notes: Note[];
  measures: MeasureRow[];
  history: MeasureRow[];
  otherCases: CaseRow[];
  appeals: AppealRow[];
};

export type CaseId = string & { readonly __brand: "CaseId" };

export type CaseKind = "post" | "grid" | "comment" | "message" | "profile" | "quote" | "proposal" | "refusals" | "activity" | "upload";

/** Where the subject of a case is shown: in this post, or this grid. */
export type CaseLink = {
  kind: "post" | "grid";
  id: string;
};

/**
 * A case in the queue. `reasons` are those of its reports, the most frequent first; a case that was opened
 * automatically has none.
 */
export type CaseRow = {
  _id: CaseId;
  kind: CaseKind;
  member: Person;
  state: CaseState;
  reports: number;
  reasons: Reason[];
  openedAt: string;
  closedAt: string | null;
  viewers: string[];
  measure: MeasureKind | null;
  isAllowed: boolean;
};

export type CaseState = "open" | "closed";

/** A circle of pending requests, newest first. */
export type Circle = {
  /** At most a dozen. */
  requests: FlowRequest[];
  /** How many are pending in all. */
  total: number;
  /** The `cursor` of the next circle; null on the last. For the circle before, use the cursor that this circle was requested with, and null for the first. */
  next_cursor: FlowRequestId | null;
};

/** A collection that the caller made. */
export type Collection = {
  _id: CollectionId;
  name: string;
};

export type CollectionId = string & { readonly __brand: "CollectionId" };

/**
 * A comment, or the empty place of one.
 *
 * While there is something to read under it, a comment stays as a place if it was removed or if the caller does not
 * see its author: `is_unavailable` is true, and all texts and names are empty. `reply_count` counts the direct replies
 * that `comments:replies` lists. `is_hidden` is true for the post's author where they hid the
 * comment, and missing for all others. `edited_at` is missing as long as the words are the first ones.
 */
export type Comment = {
  _id: CommentId;
  content: string;
  postId: PostId;
  replyToId: CommentId | null;
  userId: UserId;
  profileId: ProfileId;
  username: string;
  userImage: string;
  createdAt: string;
  depth: number;
  replyCount: number;
  isUnavailable: boolean;
  isHidden?: boolean;
  editedAt?: string;
};

export type CommentId = string & { readonly __brand: "CommentId" };

export type Commenters = "everyone" | "in_flow" | "no_one";

/**
 * What an archive has. `undated` posts get the time of their arrival; `shortened` are posts whose texts are too
 * long. Boosts, replies and posts without fotos stay where they are.
 */
export type Contents = {
  posts: number;
  fotos: number;
  grids: number;
  collections: number;
  profile: boolean;
  videos: number;
  undated: number;
  shortened: number;
  boosts: number;
  replies: number;
  withoutFotos: number;
  earliest: string | null;
  latest: string | null;
};

export type ContextKind = "caption" | "answered";

/**
 * A conversation in one member's inbox. The last message's fields are null while there is none.
 *
 * `lastSeq` is the number of the newest message, cleared ones included; 0 before the first.
 */
export type Conversation = {
  _id: ConversationId;
  otherParticipant: Participant;
  lastMessageText: string | null;
  lastMessageType: MessageType | null;
  lastMessageTime: string | null;
  unreadCount: number;
  archived: boolean;
  canSend: boolean;
  lastSeq: number;
};

export type ConversationId = string & { readonly __brand: "ConversationId" };

/** A rectangle in fractions of the rotated photograph, from its upper left corner. */
export type Crop = {
  x: number;
  y: number;
  width: number;
  height: number;
};

/** A draft of the caller's. `publishAt` and `postType` are null if it is not scheduled. */
export type Draft = {
  _id: DraftId;
  version: number;
  caption: string;
  changedAt: string;
  publishAt: string | null;
  postType: PostType | null;
  failure: Failure | null;
  fotos: DraftFoto[];
};

/** A foto of a draft. `imageUrl`, `variants`, `thumbhash` and the size are of the upload, or of its last cut. */
export type DraftFoto = {
  mediaId: string;
  ratio: Ratio;
  shape: string;
  crop: Crop | null;
  rotation: Rotation;
  filter: string;
  adjustments: Adjustments;
  altText: string;
  imageUrl: string;
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
};

export type DraftId = string & { readonly __brand: "DraftId" };

export type EditedType = "text" | "emoji";

/**
 * The copy of what was reported, as it was at the first report. A grid has one line for each of its fotos. `facts`
 * is why a case was opened automatically, and empty for reports.
 */
export type Evidence = {
  lines: Line[];
  altText: string;
  facts: Fact[];
};

/**
 * The archive of the caller's data: how many of its files are done, and, once it is ready, its size in bytes and
 * until when it can be downloaded. `madeAt` is the time of which it shows the data.
 */
export type Export = {
  _id: ExportId;
  state: ExportState;
  done: number;
  total: number;
  byteSize: number;
  createdAt: string;
  madeAt: string | null;
  expiresAt: string | null;
};

export type ExportId = string & { readonly __brand: "ExportId" };

export type ExportState = "waiting" | "working" | "ready" | "failed";

/** What was counted, and how often. */
export type Fact = {
  what: FactKind;
  count: number;
};

export type FactKind = "explicit" | "nudity" | "suggestive" | "removed" | "listed" | "other" | "comments" | "requests" | "fotos" | "blocks";

/** Why a scheduled foto could not be posted. */
export type Failure = {
  code: string;
  words: string;
  at: string;
};

export type FeedPreference = "all" | "sphere" | "cue" | "curators";

/** A pending request to syncflow. All ids of members are the ids of their profiles. */
export type FlowRequest = {
  id: FlowRequestId;
  status: "pending";
  sender: Party;
  receiver: Party;
  profile1_id: ProfileId;
  profile2_id: ProfileId;
  sender_id: ProfileId;
  receiver_id: ProfileId;
  created_at: string;
};

export type FlowRequestId = string & { readonly __brand: "FlowRequestId" };

/** A grid. `imageIds` (ids of posts), `imageUrls` and `images` are all in the order of the layout's places. */
export type Grid = {
  _id: GridId;
  userId: UserId;
  layout: Layout;
  postType: PostType;
  imageIds: PostId[];
  imageUrls: string[];
  images: GridImage[];
  createdAt: string;
};

export type GridId = string & { readonly __brand: "GridId" };

/** One foto of a grid, as its post shows it. */
export type GridImage = {
  imageUrl: string;
  ratio: Ratio;
  caption: string;
  altText: string;
  filter: string;
  adjustments: Adjustments;
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
};

/**
 * An import of the caller's. Of `total` items, `done` arrived, `skipped` were here before, and `refused` cannot
 * come; those that cannot come are in `total` as well. `source` and `contents` are null until the archive is read. In
 * the state `working`, `failure` says why it waits.
 */
export type Import = {
  _id: ImportId;
  state: ImportState;
  source: Source | null;
  fileName: string;
  byteSize: number;
  audience: PostType | null;
  total: number;
  done: number;
  skipped: number;
  refused: number;
  contents: Contents | null;
  failure: ImportFailure | null;
  createdAt: string;
  finishedAt: string | null;
};

/** Why an import failed, or why it waits. */
export type ImportFailure = {
  code: string;
  words: string;
};

export type ImportId = string & { readonly __brand: "ImportId" };

/** What the member should know about one thing in their archive. `isLost` means that it cannot come. */
export type ImportProblem = {
  name: string;
  why: string;
  isLost: boolean;
};

export type ImportState = "uploading" | "reading" | "ready" | "working" | "done" | "failed" | "cancelled";

/** An invitation of the caller. Its link is `/get-started?invite=<_id>`. */
export type Invitation = {
  _id: string;
  most: number;
  uses: number;
  createdAt: string;
  expiresAt: string;
  isRevoked: boolean;
};

/**
 * The caller's invitations, newest first, and how many more people they may invite: null for no limit.
 *
 * `entry` says who may sign up: everyone (`open`), people with an invitation (`invite`), or no one (`closed`).
 */
export type Invitations = {
  entry: string;
  left: number | null;
  invitations: Invitation[];
};

export type Layout = "vertical1" | "vertical2" | "vertical3" | "layout1" | "layout2" | "layout3" | "landscape";

/** One text in the evidence. With a message or a comment there are several, and one of them was reported. */
export type Line = {
  author: string;
  text: string;
  createdAt: string;
  isReported: boolean;
  altText: string;
  context: ContextKind | null;
};

export type MayComment = "author" | "yes" | "in_flow" | "no_one";

/** The member who is calling. */
export type Me = {
  clerkId: string;
  email: string;
  dateOfBirth: string;
  lastNookChange: string | null;
  profileId: ProfileId;
  _id: UserId;
  username: string;
  fullName: string;
  name: string;
  imageUrl: string;
  nook: string;
  createdAt: string;
};

export type MeasureId = string & { readonly __brand: "MeasureId" };

export type MeasureKind = "warn" | "remove" | "unlist" | "restrict" | "suspend" | "ban";

/** A measure as moderators see it. */
export type MeasureRow = {
  _id: MeasureId;
  caseId: CaseId;
  kind: MeasureKind;
  about: CaseKind;
  reason: Reason;
  facts: string;
  moderator: string;
  state: MeasureState;
  createdAt: string;
  until: string | null;
  reversal: string;
};

export type MeasureState = "in_force" | "ended" | "reversed";

/**
 * The caller's role, until when they may not write, whether they have to accept new terms or rules first, and
 * whether they cannot use their role without a second step.
 */
export type MemberStanding = {
  role: Role;
  restrictedUntil: string | null;
  hasToAccept: boolean;
  needsSecondStep: boolean;
};

/**
 * A message. `seq` is its number in the conversation, the same for both participants.
 *
 * `encryptedContent` is the displayed text: for a photo its address, and empty once the message is deleted. `variants`
 * are the renditions of a photo, narrowest first. `editedAt` is missing as long as the text is the first one, and once
 * the message is deleted.
 */
export type Message = {
  _id: MessageId;
  seq: number;
  conversationId: ConversationId;
  senderId: ProfileId | null;
  receiverId: ProfileId | null;
  isOwn: boolean;
  encryptedContent: string;
  type: MessageType;
  replyToId: MessageId | null;
  replyTo: Answered | null;
  isDeleted: boolean;
  createdAt: string;
  editedAt?: string;
  clientId: string;
  variants: Variant[];
};

export type MessageId = string & { readonly __brand: "MessageId" };

export type MessageType = "text" | "emoji" | "photo";

/** A request's new status. The engine keeps answers for a while, so this one names no member: they may leave. */
export type Moved = {
  id: FlowRequestId;
  status: Status;
};

/**
 * A foto of a draft: an upload of the caller's, and how it is to be shown. Without a crop all of it is shown.
 *
 * `shape` is the composer's name of the shape that was chosen.
 */
export type NewDraftFotoInput = {
  mediaId: string;
  ratio: Ratio;
  shape: string;
  crop?: Crop | null;
  rotation?: Rotation;
  filter?: string;
  adjustments?: AdjustmentsInput;
  altText?: string;
};

/** A foto that follows the first one of a new post: an upload of its author with its look. */
export type NewFotoInput = {
  imageUrl: string;
  ratio: Ratio;
  filter?: string;
  adjustments?: AdjustmentsInput;
  altText?: string;
};

/** A nook to choose. `hue` is its colour, in degrees on the circle of colours. */
export type Nook = {
  name: string;
  hue: number;
};

/** A moderator's note. */
export type Note = {
  author: string;
  words: string;
  createdAt: string;
};

/**
 * An action of another member that concerns the caller. The comments on one post are one notification: the newest,
 * with their number.
 *
 * `sender` is null once that member has left. `subject` is the id of the post (`post_comment`) or of the conversation
 * (`intexted`); for `sync_flow` it is `asked` for a new request, or `in_flow` for an accepted one. `count` is the
 * number of notifications that this one stands for; `read` is true if all of them are read.
 */
export type Notification = {
  _id: NotificationId;
  type: NotificationType;
  read: boolean;
  createdAt: string;
  sender: Sender | null;
  subject: string;
  count: number;
};

export type NotificationId = string & { readonly __brand: "NotificationId" };

export type NotificationType = "post_comment" | "sync_flow" | "intexted";

/** The words of a comment, and the picture of the post that it is on, for its author's notifications. */
export type NotifiedComment = {
  content: string;
  imageUrl: string;
  variants: Variant[];
  filter: string;
  adjustments: Adjustments;
};

/** An appeal as its author sees it. */
export type OwnAppeal = {
  _id: AppealId;
  state: AppealState;
  words: string;
  answer: string;
  createdAt: string;
};

/**
 * The caller's request to join, while it waits or after it was refused.
 *
 * `answer` has the words of the moderator who refused it, and `eraseAt` the time when the account is deleted.
 */
export type OwnApplication = {
  username: string;
  email: string;
  state: ApplicationState;
  reason: string;
  appliedAt: string;
  answer: string;
  eraseAt: string | null;
};

/** The caller's reaction to a post, after a tap. */
export type OwnReaction = {
  mine: Reaction | null;
};

/** A report by the caller. `measure` is what it led to, null while the case is open or if it led to nothing. */
export type OwnReport = {
  _id: string;
  kind: SubjectKind;
  reason: Reason;
  createdAt: string;
  state: CaseState;
  measure: MeasureKind | null;
};

/** A refused photo that the caller asked a moderator to look at, and the answer. */
export type OwnReview = {
  _id: CaseId;
  state: ReviewState;
  askedAt: string;
};

/** The other participant. All fields but the empty `imageUrl` are null for a deleted member. */
export type Participant = {
  _id: ProfileId | null;
  username: string | null;
  fullName: string | null;
  imageUrl: string;
};

/** The sender or the receiver of a request. */
export type Party = {
  profile_id: ProfileId;
  username: string;
  imageUrl: string;
};

/** A member as moderators see them. All fields but `isGone` are empty for a former member. */
export type Person = {
  userId: UserId;
  profileId: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
  isGone: boolean;
};

/** The newest version of a kind. */
export type PolicyDocument = {
  kind: PolicyKind;
  version: number;
  publishedAt: string;
  blocks: TextBlock[];
};

/** A version in the list of versions. `publisher` is null for the command line and for members who left. */
export type PolicyHistoryRow = {
  version: number;
  publishedAt: string;
  publisher: string | null;
  needsAcceptance: boolean;
  acceptedBy: number;
};

export type PolicyKind = "about" | "rules" | "terms" | "privacy" | "imprint";

/** A version as it was written. */
export type PolicySource = {
  kind: PolicyKind;
  version: number;
  text: string;
  blocks: TextBlock[];
};

/**
 * A foto or flick, with the data to lay it out before its picture has loaded.
 *
 * `width` and `height` are the pixels of the visible part of the photo, `thumbhash` is base64, `variants` are the same
 * part at several widths, narrowest first. `imageUrl` is the specification's canvas of it, which may have another
 * shape. `editedAt` is missing as long as texts, filter, adjustments and crop are the first ones.
 *
 * All of that describes the first foto. `fotoCount` is missing for a post with one foto; `posts:getFurtherFotos` has
 * the others.
 *
 * The fields from `thumbnail` on are null for a foto. `thumbnail` and `media` are the URLs of a flick's picture and of
 * its video, `duration` is in seconds.
 */
export type Post = {
  _id: PostId;
  userId: UserId;
  profileId: ProfileId;
  username: string;
  fullName: string;
  userAvatar: string;
  imageUrl: string;
  ratio: Ratio;
  nookType: string;
  caption: string;
  postType: PostType;
  filter: string;
  adjustments: Adjustments;
  isVideo: boolean;
  createdAt: string;
  altText: string;
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
  thumbnail: string | null;
  duration: number | null;
  viewCount: number | null;
  highlightCount: number | null;
  media: string | null;
  editedAt?: string;
  fotoCount?: number;
};

/**
 * The caption and the alternative texts that a post had until they were edited, at `editedAt`.
 *
 * `furtherAltTexts` are those of its further fotos, in their order.
 */
export type PostEdit = {
  _id: string;
  caption: string;
  altText: string;
  furtherAltTexts: string[];
  editedAt: string;
};

/** The second foto of a post, or one after it. Its fields are those of a post that describe its first foto. */
export type PostFoto = {
  imageUrl: string;
  ratio: Ratio;
  filter: string;
  adjustments: Adjustments;
  altText: string;
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
};

export type PostId = string & { readonly __brand: "PostId" };

export type PostType = "sphere" | "cue";

/** Which notifications the member gets. */
export type Preferences = {
  postNotifications: boolean;
  commentNotifications: boolean;
};

/**
 * A member as other members see them; only the member gets the fields after `is_curator`.
 *
 * `outgoing_sync_flows` are the newest connections for which the member sent the request, `incoming_sync_flows` those
 * for which the other member did. Both list ids of profiles.
 */
export type Profile = {
  _id: ProfileId;
  userId: UserId;
  username: string;
  fullName: string;
  imageUrl: string;
  nookType: string;
  quote: string;
  isCurator: boolean;
  notificationCount?: number;
  lastCheck?: string | null;
  outgoingSyncFlows?: ProfileId[];
  incomingSyncFlows?: ProfileId[];
  allowSyncflow?: boolean;
};

/** How many fotos, grids and flows of a member the caller sees. */
export type ProfileCounts = {
  fotos: number;
  grids: number;
  flows: number;
};

export type ProfileId = string & { readonly __brand: "ProfileId" };

/** The same with the profile of the other member. */
export type ProfileStanding = {
  synced: boolean;
  outgoing: FlowRequestId | null;
  incoming: FlowRequestId | null;
  profile_id: ProfileId;
};

/** The counts since the last choice of a nook. */
export type Progress = {
  photosUploaded: number;
  gridsCreated: number;
  syncFlowed: number;
};

/**
 * The open proposal. It passes at `target` votes; the curators' board is full at `boardTotal`.
 *
 * `proposedBy` is a username; null if the caller does not see the proposer, or if they left. `votes` has each vote's
 * weight. `canVote` is whether the caller has been a curator for 180 days, whether or not they have voted.
 */
export type Proposal = {
  _id: ProposalId;
  name: string;
  proposedBy: string | null;
  votes: number;
  votingEnds: string;
  hasVoted: boolean;
  canVote: boolean;
  target: number;
  boardTotal: number;
};

export type ProposalId = string & { readonly __brand: "ProposalId" };

/** The newest version of a kind, without its text. */
export type PublishedPolicy = {
  kind: PolicyKind;
  version: number;
  publishedAt: string;
};

export type Ratio = "vertical" | "horizontal" | "landscape";

export type Reaction = "ciao" | "graceful" | "errro";

/** How many members chose each reaction to a post, and which one the caller chose. */
export type ReactionCounts = {
  ciao: number;
  graceful: number;
  errro: number;
  mine: Reaction | null;
};

/** A member who reacted to a post. */
export type Reactor = {
  _id: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
};

export type Reason = "spam" | "nudity" | "harassment" | "hate" | "violence" | "self_harm" | "illegal" | "impersonation" | "other";

/** The `seq` of the last message that each participant has read. */
export type Receipts = {
  readUpTo: number;
  otherReadUpTo: number;
};

/** A report as moderators see it. The reporter is named to them, and to no one else. */
export type ReportRow = {
  reporter: string;
  reason: Reason;
  words: string;
  createdAt: string;
};

/** A cut as its author requests it. `rotation` is in degrees clockwise. */
export type RequestedCut = {
  ratio: Ratio;
  crop: Crop;
  rotation: Rotation;
};

export type Requesters = "everyone" | "friends_of_friends" | "no_one";

export type ReviewState = "waiting" | "allowed" | "refused";

export type Role = "member" | "moderator" | "owner";

export type Rotation = 0 | 90 | 180 | 270;

/** The choices of the calling member. */
export type SafetySettings = {
  commenters: Commenters;
  requesters: Requesters;
};

/** Another post of the photo of a case. `author` is a username, `isVisible` whether the moderator may open it. */
export type SamePhoto = {
  _id: PostId;
  author: string;
  createdAt: string;
  isRemoved: boolean;
  isVisible: boolean;
};

/** That the caller saved a post, and in which collection; null is the one that every member has. */
export type Save = {
  collectionId: CollectionId | null;
};

/** A draft's id, and its version after a change. */
export type SavedDraft = {
  _id: DraftId;
  version: number;
};

/** The member who acted. */
export type Sender = {
  _id: ProfileId;
  username: string;
  imageUrl: string;
};

/** A stored message. Its text is not repeated here, because answers are kept for a while, and texts must not be. */
export type Sent = {
  _id: MessageId;
  seq: number;
  createdAt: string;
  clientId: string;
};

export type Source = "inflow" | "instagram" | "pixelfed" | "mastodon" | "google-takeout" | "folder";

/** The state between the calling member and another one, for the Syncflow button. */
export type Standing = {
  /** They are in flow. */
  synced: boolean;
  /** The caller's own pending request. */
  outgoing: FlowRequestId | null;
  /** The other member's pending request. */
  incoming: FlowRequestId | null;
};

/**
 * A measure as the member concerned sees it: what, why, by which rule, on which facts, and how to appeal.
 *
 * `excerpt` is the text of theirs that it is about. `appealUntil` is when the time for an appeal ends; pages compare
 * it with their clock. It is null once they have appealed, and for a measure that is not in force any more.
 */
export type Statement = {
  _id: MeasureId;
  kind: MeasureKind;
  about: CaseKind;
  excerpt: string;
  reason: Reason;
  facts: string;
  isAutomatic: boolean;
  state: MeasureState;
  createdAt: string;
  until: string | null;
  reversal: string;
  appealUntil: string | null;
  appeal: OwnAppeal | null;
};

export type Status = "pending" | "accepted";

export type SubjectKind = "post" | "grid" | "comment" | "message" | "profile" | "quote" | "proposal";

/** The keys of a browser's subscription, in URL-safe base64, as the browser gives them. */
export type SubscriptionKeys = {
  p256dh: string;
  auth: string;
};

/** A member in flow with another one, and since when. */
export type SyncFlowConnection = {
  _id: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
  createdAt: string;
};

/** A moderator or an owner. */
export type TeamMember = {
  member: Person;
  role: Role;
  grantedAt: string;
};

export type TemplateLanguage = "en" | "de";

/**
 * A heading, a paragraph, an item of a list, a quote, code or a rule.
 *
 * `level` is that of the heading, or how deep the list is inside others. `number` is that of an item of a numbered
 * list, otherwise null.
 */
export type TextBlock = {
  kind: BlockKind;
  level: number;
  number: number | null;
  spans: TextSpan[];
};

/** A piece of text. `href` is an address that begins with http, https or mailto. */
export type TextSpan = {
  text: string;
  isStrong: boolean;
  isEmphasis: boolean;
  isCode: boolean;
  href: string | null;
};

/** The number of unread notifications of each type, and in all. */
export type UnreadCount = {
  post_comment: number;
  sync_flow: number;
  intexted: number;
  total: number;
};

/** A member. Only the member gets their own identity id, email, date of birth and time of the nook's change. */
export type User = {
  _id: UserId;
  username: string;
  fullName: string;
  name: string;
  imageUrl: string;
  nook: string;
  createdAt: string;
  clerkId?: string;
  email?: string;
  dateOfBirth?: string;
  lastNookChange?: string | null;
};

export type UserId = string & { readonly __brand: "UserId" };

/** One rendition to choose from: sizes in pixels, a same-origin URL, a content type. */
export type Variant = {
  width: number;
  height: number;
  url: string;
  type: string;
};

/** The result of a vote: the `votes` so far, and whether the proposal passed with it. */
export type Voted = {
  votes: number;
  passed: boolean;
};

/** Why a call was refused: the `code` in the data of a `ConvexError`. */
export type ErrorCode = "acceptance_required" | "busy" | "conflict" | "content_refused" | "expired" | "forbidden" | "invalid" | "invalid_cursor" | "no_room" | "nook_locked" | "not_found" | "rate_limited" | "restricted" | "suspended" | "timed_out" | "too_large" | "unauthenticated" | "unprocessable" | "unreadable" | "unsupported" | "unverified";

/** Every call of the server. */
export const api = anyApi as unknown as {
  comments: {
    /** How many comments on a post the caller can read, at any depth. */
    count: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      number
    >;
    /** Comment on a post, or reply to a comment on it. Only the post's author is notified. */
    create: FunctionReference<
      "mutation",
      "public",
      {
        content: string;
        postId: PostId;
        userId: UserId;
        username: string;
        replyToId?: CommentId | null;
      },
      Comment
    >;
    /**
     * Replace the words of the caller's own comment, within 15 minutes; readers see that it was edited. It needs what a
     * new comment on the post needs. Another member's comment counts as missing.
     */
    edit: FunctionReference<
      "mutation",
      "public",
      {
        commentId: CommentId;
        content: string;
      },
      Comment
    >;
    /**
     * The comment that a notification of the caller is about, with the picture of its post; null for notifications of
     * other types, and for those of other members.
     */
    getNotified: FunctionReference<
      "query",
      "public",
      {
        notificationId: NotificationId;
      },
      NotifiedComment | null
    >;
    /** Whether the caller may comment on a post, as its author chose; null for a post that they may not see. */
    getPermission: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      MayComment | null
    >;
    /**
     * Hide another member's comment on the caller's post from all but its writer, who is not notified. A second time it
     * does nothing.
     */
    hide: FunctionReference<
      "mutation",
      "public",
      {
        commentId: CommentId;
      },
      null
    >;
    /** The top-level comments on a post, newest first; empty if the caller may not see such a post. */
    list: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Comment>
    >;
    /**
     * Remove the caller's own comment and its notifications; replies stay. Another member's comment counts as
     * missing.
     */
    remove: FunctionReference<
      "mutation",
      "public",
      {
        commentId: CommentId;
      },
      null
    >;
    /** The replies directly under a comment, oldest first; empty if the caller may not see such a comment. */
    replies: FunctionReference<
      "query",
      "public",
      {
        commentId: CommentId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Comment>
    >;
    /** Show a comment on the caller's post to everyone again. If it is not hidden, this does nothing. */
    unhide: FunctionReference<
      "mutation",
      "public",
      {
        commentId: CommentId;
      },
      null
    >;
  };
  drafts: {
    /** One of the caller's drafts; null if there is none. Another member's counts as missing. */
    get: FunctionReference<
      "query",
      "public",
      {
        draftId: DraftId;
      },
      Draft | null
    >;
    /** The caller's drafts: those that are scheduled first, by their time, then the others, the last changed first. */
    list: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Draft[]
    >;
    /**
     * Post one of the caller's drafts now, scheduled or not; returns the post's id, which is the draft's.
     *
     * It needs what a new post needs, the content check included. A draft that was posted meanwhile is posted once.
     * Another member's counts as missing.
     */
    publish: FunctionReference<
      "mutation",
      "public",
      {
        draftId: DraftId;
        version: number;
        postType: PostType;
      },
      PostId
    >;
    /** Delete one of the caller's drafts, scheduled or not, with its fotos. Another member's counts as missing. */
    remove: FunctionReference<
      "mutation",
      "public",
      {
        draftId: DraftId;
      },
      null
    >;
    /**
     * Keep fotos as a draft, or replace one of the caller's drafts, which then leaves the schedule. Its fotos are
     * uploads of the caller's that are in no post and in no other draft.
     *
     * With an id, `version` is the version that the caller changed. Another member's draft counts as missing.
     */
    save: FunctionReference<
      "mutation",
      "public",
      {
        caption: string;
        fotos: NewDraftFotoInput[];
        draftId?: DraftId | null;
        version?: number | null;
      },
      SavedDraft
    >;
    /**
     * Have one of the caller's drafts posted at a time, a minute to a year ahead; a scheduled one gets another time.
     *
     * It needs what a new post needs now, the content check included, and once more at its time. Another member's counts
     * as missing.
     */
    schedule: FunctionReference<
      "mutation",
      "public",
      {
        draftId: DraftId;
        version: number;
        publishAt: string;
        postType: PostType;
      },
      SavedDraft
    >;
    /** Take one of the caller's drafts out of the schedule. Another member's counts as missing. */
    unschedule: FunctionReference<
      "mutation",
      "public",
      {
        draftId: DraftId;
      },
      SavedDraft
    >;
  };
  exports: {
    /** Stop making the caller's archive, or delete the finished one. Does nothing if there is none. */
    cancelExport: FunctionReference<
      "mutation",
      "public",
      Record<string, never>,
      null
    >;
    /**
     * The archive that the caller had made of their data, while it is made and until it expires; null if there is none.
     * Applicants get theirs too.
     */
    getExport: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Export | null
    >;
  };
  flowRequests: {
    /** Accept a request to the caller: both members are in flow from now on, and have a conversation. */
    accept: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      Moved
    >;
    /** Detach: take back a request of the caller's own. */
    cancel: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      null
    >;
    /** The pending request between the calling member and another one, in either direction; null if there is none. */
    checkExistingRequest: FunctionReference<
      "query",
      "public",
      {
        profile1_id: ProfileId;
        profile2_id: ProfileId;
      },
      FlowRequest | null
    >;
    /** Whether a request by the first to the second is pending; the caller must be one of them. */
    checkPending: FunctionReference<
      "query",
      "public",
      {
        sender_id: ProfileId;
        receiver_id: ProfileId;
      },
      boolean
    >;
    /** The pending requests to the calling member, one circle at a time. */
    getIncoming: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
        cursor?: FlowRequestId | null;
      },
      Circle
    >;
    /** The pending requests by the calling member, one circle at a time. */
    getOutgoing: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
        cursor?: FlowRequestId | null;
      },
      Circle
    >;
    /** The state between the calling member and another one: in flow, a pending request of either, or nothing. */
    getStanding: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
      },
      Standing
    >;
    /** The same for several members at once. Those whom the caller does not see are missing. */
    getStandings: FunctionReference<
      "query",
      "public",
      {
        profile_ids: ProfileId[];
      },
      ProfileStanding[]
    >;
    /** Bounce a request to the caller. The sender is not notified; the request disappears from their list. */
    reject: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      null
    >;
    /** Ask another member to syncflow. If they have sent a request already, this accepts it, and both are in flow. */
    requestSync: FunctionReference<
      "mutation",
      "public",
      {
        sender_id: ProfileId;
        receiver_id: ProfileId;
      },
      Moved
    >;
  };
  grids: {
    /**
     * Make a grid of the caller's own fotos, in this order. The server looks up their pictures; the given URLs are
     * ignored.
     */
    createGrid: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        layout: Layout;
        imageIds: PostId[];
        imageUrls: string[];
      },
      Grid
    >;
    /** Delete the caller's own grid; its fotos stay. Another member's grid counts as missing. */
    deleteGrid: FunctionReference<
      "mutation",
      "public",
      {
        gridId: GridId;
      },
      null
    >;
    /** A grid; null if there is none that the caller may see. */
    getGrid: FunctionReference<
      "query",
      "public",
      {
        gridId: GridId;
      },
      Grid | null
    >;
    /** A member's grids that the caller may see, newest first. */
    getUserGrids: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Grid>
    >;
  };
  imports: {
    /**
     * End the caller's import and delete its archive; returns how many items arrived, which stay. Does nothing if it is
     * finished. Another member's import counts as missing.
     */
    cancel: FunctionReference<
      "mutation",
      "public",
      {
        importId: ImportId;
      },
      number
    >;
    /** The newest import of the caller's; null if there is none. */
    getImport: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Import | null
    >;
    /**
     * What cannot come from the archive of the caller's import, and what comes otherwise than it was there; 200 at
     * most. Another member's import looks as if it were empty.
     */
    getProblems: FunctionReference<
      "query",
      "public",
      {
        importId: ImportId;
      },
      ImportProblem[]
    >;
    /**
     * Have the posts of the caller's archive arrive, at their own dates. `cue` shows all of them to the caller's cue
     * only; `sphere` to all members, and those of an Inflow archive to those who saw them there. Does nothing if it was
     * started already. Another member's import counts as missing.
     */
    start: FunctionReference<
      "mutation",
      "public",
      {
        importId: ImportId;
        postType?: PostType;
      },
      null
    >;
  };
  messages: {
    /** Archive a conversation until its next message, or move it back to the inbox. */
    archiveConversation: FunctionReference<
      "mutation",
      "public",
      {
        conversationId: ConversationId;
        archived: boolean;
      },
      null
    >;
    /**
     * Clear a conversation for the caller, all of it or up to the message with this `seq`. Later messages bring it
     * back.
     *
     * Once neither participant has it any more, it is deleted with its keys.
     */
    deleteConversation: FunctionReference<
      "mutation",
      "public",
      {
        conversationId: ConversationId;
        upTo?: number | null;
      },
      null
    >;
    /** Erase the text of the caller's own message for both participants. Another member's message counts as missing. */
    deleteMessage: FunctionReference<
      "mutation",
      "public",
      {
        messageId: MessageId;
      },
      null
    >;
    /**
     * Replace the text of the caller's own message within 15 minutes; both participants see that it was edited. It
     * needs what a new message needs. Another member's message counts as missing.
     */
    editMessage: FunctionReference<
      "mutation",
      "public",
      {
        messageId: MessageId;
        content: string;
        type: EditedType;
      },
      null
    >;
    /** One of the caller's conversations; null if there is none. */
    getConversation: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
      },
      Conversation | null
    >;
    /** The caller's inbox or archive; the conversation with the newest message comes first. */
    getConversations: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        archived?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Conversation>
    >;
    /** A conversation's messages, newest first, without those that the caller has cleared. */
    getMessages: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Message>
    >;
    /** How far both members have read; 0 for a deleted member. */
    getReceipts: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
      },
      Receipts
    >;
    /**
     * When the other participant was last reported typing; null if they have stopped. Pages show it for some
     * seconds.
     */
    getTyping: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
      },
      string | null
    >;
    /** How many unread messages the caller has. */
    getUnread: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      number
    >;
    /**
     * Mark a conversation as read by the caller, all of it or up to the message with this `seq`. It never becomes
     * unread again.
     */
    markAsRead: FunctionReference<
      "mutation",
      "public",
      {
        conversationId: ConversationId;
        upTo?: number | null;
      },
      null
    >;
    /** The conversation with another member, created if there is none. Creating one needs a connection. */
    openConversation: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        otherId: ProfileId;
      },
      ConversationId
    >;
    /** The caller's conversations with a member of this name, or with this text in recent messages. */
    searchConversations: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        text: string;
      },
      Conversation[]
    >;
    /** Send a message to the other member. Calls with the same `clientId` are the same message, which is stored once. */
    sendMessage: FunctionReference<
      "mutation",
      "public",
      {
        conversationId: ConversationId;
        senderId: ProfileId;
        receiverId: ProfileId;
        content: string;
        type: MessageType;
        replyToId?: MessageId | null;
        clientId?: string | null;
      },
      Sent
    >;
    /** Show the other participant for some seconds that the caller is typing, or that they have stopped. */
    setTyping: FunctionReference<
      "action",
      "public",
      {
        conversationId: ConversationId;
        typing?: boolean;
      },
      null
    >;
  };
  moderation: {
    /**
     * Take a measure and close its case. The member concerned is emailed what, why and how to appeal.
     *
     * `facts` are shown to them. `days` is how long a restriction or a suspension lasts.
     */
    act: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
        measure: MeasureKind;
        reason: Reason;
        facts?: string;
        days?: number | null;
      },
      MeasureId
    >;
    /** Add a note to a case, for moderators only. */
    addNote: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
        words: string;
      },
      null
    >;
    /** Allow the owner of a photo that the content check refused to upload it, and close its case. They are emailed. */
    allowUpload: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
      },
      null
    >;
    /** Appeal against a measure about the caller, once, within six months. Another member's counts as missing. */
    appeal: FunctionReference<
      "mutation",
      "public",
      {
        measureId: MeasureId;
        words: string;
      },
      null
    >;
    /**
     * Invite so many people, for so many days; returns the invitation's id. Moderators may invite any number, other
     * members as many as the operator allows.
     */
    createInvitation: FunctionReference<
      "mutation",
      "public",
      {
        most?: number;
        days?: number;
      },
      string
    >;
    /**
     * Decide an appeal: granting it reverses the measure. Where there is another moderator, the one who took the
     * measure may not decide.
     */
    decideAppeal: FunctionReference<
      "mutation",
      "public",
      {
        appealId: AppealId;
        granted: boolean;
        words?: string;
      },
      null
    >;
    /**
     * Let an applicant join, or refuse them with words that they are emailed. A refused account is deleted after seven
     * days; until then another moderator may still let them join.
     */
    decideApplication: FunctionReference<
      "mutation",
      "public",
      {
        applicationId: ApplicationId;
        approved: boolean;
        words?: string;
      },
      null
    >;
    /** Close a case without a measure. A photo that the content check refused stays refused. */
    dismiss: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
      },
      null
    >;
    /**
     * Other posts of the photo of a case, or of any photo of its grid, found by fingerprints. For moderators.
     *
     * Twenty at most. Null if the photo can't be compared. An action, because it reads the fingerprints of all photos: a
     * live query would do so after every upload.
     */
    findSamePhoto: FunctionReference<
      "action",
      "public",
      {
        caseId: CaseId;
      },
      SamePhoto[] | null
    >;
    /** The appeals in this state, oldest first, two hundred at most. For moderators. */
    getAppeals: FunctionReference<
      "query",
      "public",
      {
        state?: "open" | "granted" | "refused";
      },
      AppealRow[]
    >;
    /** The caller's own request to join, while it waits or after it was refused; null for members and strangers. */
    getApplication: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      OwnApplication | null
    >;
    /** The requests to join in this state, oldest first, two hundred at most. For moderators. */
    getApplications: FunctionReference<
      "query",
      "public",
      {
        state?: "waiting" | "refused";
      },
      ApplicationRow[]
    >;
    /**
     * A case with its evidence, reports, notes and the member's history; null if there is none. For moderators.
     *
     * Messages are shown only to a moderator who opened them with `moderation:openEvidence`, while the case is open.
     */
    getCase: FunctionReference<
      "query",
      "public",
      {
        caseId: CaseId;
      },
      Case | null
    >;
    /** The open cases, oldest first, or the closed ones, newest first. For moderators. */
    getCases: FunctionReference<
      "query",
      "public",
      {
        state?: CaseState;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<CaseRow>
    >;
    /** The caller's invitations, a hundred at most, and how many more people they may invite. */
    getInvitations: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Invitations
    >;
    /** The decisions of moderators about the caller, newest first, with their reasons and the caller's appeals. */
    getMeasures: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Statement[]
    >;
    /** The caller's newest reports and what became of them, a hundred at most. */
    getReports: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      OwnReport[]
    >;
    /** The refused photos that the caller asked moderators to look at, newest first, a hundred at most. */
    getReviews: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      OwnReview[]
    >;
    /**
     * The caller's role, until when they may not write, whether they have to accept new terms or rules first, and
     * whether their role needs a second step.
     */
    getStanding: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      MemberStanding
    >;
    /** The moderators and owners. For moderators. */
    getTeam: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      TeamMember[]
    >;
    /** Show the caller the messages of a case while it is open. The audit log records it. */
    openEvidence: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
      },
      null
    >;
    /**
     * Report something that the caller sees. Reporting it again, while its case is open, changes nothing.
     *
     * The report of a message shares that message and two before and after it with moderators.
     */
    report: FunctionReference<
      "mutation",
      "public",
      {
        kind: SubjectKind;
        subjectId: string;
        reason: Reason;
        words?: string;
      },
      null
    >;
    /** Take a measure back: what it changed is restored, and the member concerned is emailed these words. */
    reverse: FunctionReference<
      "mutation",
      "public",
      {
        measureId: MeasureId;
        words?: string;
      },
      null
    >;
    /** Revoke an invitation of the caller's. Another member's counts as missing. */
    revokeInvitation: FunctionReference<
      "mutation",
      "public",
      {
        invitationId: string;
      },
      null
    >;
    /**
     * Make a member a moderator or an owner, or a plain member again. The last owner cannot step down.
     *
     * An owner with a second step must have given it in the last five minutes.
     */
    setRole: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        role: Role;
      },
      null
    >;
    /**
     * Show the other moderators that the caller looks at a case, or no longer does. Pages repeat it while it is
     * open; moderators of whom there was no sign for a while no longer count.
     */
    viewCase: FunctionReference<
      "mutation",
      "public",
      {
        caseId: CaseId;
        viewing?: boolean;
      },
      null
    >;
  };
  niches: {
    /** Propose the next nook, for the curators to vote on within seven days. */
    createProposal: FunctionReference<
      "mutation",
      "public",
      {
        name: string;
      },
      Proposal
    >;
    /** The proposal that is open for votes; null if there is none. */
    getActiveProposal: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Proposal | null
    >;
    /** The nooks to choose from, oldest first. */
    getNooks: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Nook[]
    >;
    /** Vote for the open proposal, once. With the vote that reaches the target, its name becomes a nook. */
    voteOnProposal: FunctionReference<
      "mutation",
      "public",
      {
        proposalId: ProposalId;
        vote: true;
      },
      Voted
    >;
  };
  notifications: {
    /**
     * The calling member's notifications, newest first: all, or those of one type. The comments on one post are one
     * notification.
     */
    getNotifications: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        type?: NotificationType | null;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Notification>
    >;
    /** Which notifications the calling member gets; by default all. */
    getPreferences: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Preferences
    >;
    /**
     * The newest unread notifications of the calling member, as many as the bell previews. The comments on one post are
     * one.
     */
    getUnread: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Notification[]
    >;
    /** How many of the calling member's notifications are unread, by type and in all. */
    getUnreadCount: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      UnreadCount
    >;
    /** Mark all of the caller's notifications of one type as read. */
    markAllAsRead: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        type: NotificationType;
      },
      null
    >;
    /**
     * Mark the caller's own notification as read; for a comment, all on the same post. Another member's notification
     * counts as missing.
     */
    markAsRead: FunctionReference<
      "mutation",
      "public",
      {
        notificationId: NotificationId;
      },
      null
    >;
  };
  policies: {
    /** Accept a version of the terms or the rules. Accepting it again changes nothing. */
    accept: FunctionReference<
      "mutation",
      "public",
      {
        kind: PolicyKind;
        version: number;
      },
      null
    >;
    /** The newest version of each kind. Visitors read the same at `/api/policies`. */
    getDocuments: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      PolicyDocument[]
    >;
    /** The versions of a kind, newest first, a hundred at most, for owners. */
    getHistory: FunctionReference<
      "query",
      "public",
      {
        kind: PolicyKind;
      },
      PolicyHistoryRow[]
    >;
    /** The documents that the caller has to accept before they write again, in their newest versions. */
    getPending: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      PolicyDocument[]
    >;
    /** Which kinds are published, without their texts. */
    getPublished: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      PublishedPolicy[]
    >;
    /** A text to start from, in Markdown, for owners. */
    getTemplate: FunctionReference<
      "query",
      "public",
      {
        kind: PolicyKind;
        language: TemplateLanguage;
      },
      string
    >;
    /** A version as it was written, for owners. */
    getVersion: FunctionReference<
      "query",
      "public",
      {
        kind: PolicyKind;
        version: number;
      },
      PolicySource
    >;
    /** A text as it would be shown, for owners. */
    preview: FunctionReference<
      "query",
      "public",
      {
        text: string;
      },
      TextBlock[]
    >;
    /**
     * Publish the next version of a document, for owners; returns its number. `after` is the newest version that the
     * caller has seen, 0 for none.
     */
    publish: FunctionReference<
      "mutation",
      "public",
      {
        kind: PolicyKind;
        text: string;
        needsAcceptance?: boolean;
        after: number;
      },
      number
    >;
  };
  posts: {
    /**
     * Move the caller's own post into their archive, where no other member sees it, nor the grids that contain it. It
     * still counts for the badge. Another member's post counts as missing.
     */
    archive: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
    >;
    /**
     * Post a photo to the sphere or to the caller's cue: one that they have just uploaded, or a data URL with a
     * JPEG. Up to nine further uploads may follow it in the same post.
     */
    createPost: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        imageUrl: string;
        ratio: Ratio;
        nookType: string;
        caption: string;
        postType: PostType;
        filter?: string;
        adjustments?: AdjustmentsInput;
        altText?: string;
        isVideo?: boolean;
        furtherFotos?: NewFotoInput[];
      },
      Post
    >;
    /**
     * Delete the caller's own post, its photo and the grids that contain it. Another member's post counts as
     * missing.
     */
    deletePost: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
    >;
    /**
     * Replace the caption and the alternative texts of the caller's own post; readers see that it was edited. It needs
     * what a new post needs. Another member's post counts as missing.
     *
     * `further_alt_texts` are those of its second foto and of all after it; without them, these stay as they are.
     */
    edit: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        caption: string;
        altText: string;
        furtherAltTexts?: string[] | null;
      },
      null
    >;
    /**
     * Replace the caption of the caller's own post; an empty one removes it. Another member's post counts as
     * missing.
     */
    editCaption: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        caption: string;
      },
      null
    >;
    /**
     * Change the filter, the adjustments and the crop of the caller's own foto, on every open page. The upload stays.
     * `place` counts the fotos of the post from 0; grids show the first one.
     *
     * `image_url` is of the foto as it is, or of a new crop of the same upload. It needs what a new post needs, the
     * content check included, and a ratio that the layouts of its grids allow. Another member's post counts as missing.
     */
    editLook: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        imageUrl: string;
        ratio: Ratio;
        filter: string;
        adjustments: AdjustmentsInput;
        place?: number;
      },
      null
    >;
    /** The fotos and flicks in the caller's archive, newest first. No other call shows them. */
    getArchived: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /** The caller's own cue posts and those of their connections, newest first. */
    getCuePosts: FunctionReference<
      "query",
      "public",
      {
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /**
     * The caller's home feed, newest first.
     *
     * `sphere` is their nook's wall, `cue` their own and their connections' cue posts, `all` is both, and `curators` are
     * the curators' posts on the wall.
     */
    getCuratorPosts: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
        feedPreference?: FeedPreference;
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /**
     * The crop that the caller's own foto shows of its upload; null for the whole upload, and for another member's.
     * `place` counts the fotos of the post from 0.
     */
    getCut: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
        place?: number;
      },
      RequestedCut | null
    >;
    /** The earlier texts of the caller's own post, newest first, 50 at most; none for another member's post. */
    getEdits: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      PostEdit[]
    >;
    /**
     * The second foto of a post and those after it, in their order; none if the caller may not see the post, except
     * for the fotos in their own archive.
     */
    getFurtherFotos: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      PostFoto[]
    >;
    /**
     * How many fotos other members posted in the calling member's nook since that member last opened their
     * notifications, ten at most; 0 if they turned these notifications off.
     */
    getNewPosts: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      number
    >;
    /**
     * The caller's own fotos of the seven days from this moment on, oldest first, twelve at most; none of those in
     * their archive.
     */
    getOwnWeek: FunctionReference<
      "query",
      "public",
      {
        since: string;
      },
      Post[]
    >;
    /** A post; null if there is none that the caller may see. */
    getPost: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      Post | null
    >;
    /** The nook's sphere posts, newest first. */
    getPostsByNook: FunctionReference<
      "query",
      "public",
      {
        nookType: string;
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /** Every nook's sphere posts, newest first. */
    getSpherePosts: FunctionReference<
      "query",
      "public",
      {
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /** The three newest sphere fotos of each of these members whom the caller sees, newest first. */
    getStrips: FunctionReference<
      "query",
      "public",
      {
        userIds: UserId[];
      },
      Post[]
    >;
    /** A member's fotos or flicks that the caller may see, newest first. */
    getUserPosts: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /**
     * Show the caller's own post in the sphere, or only in their cue, and the grids that contain it likewise. It stays
     * in the nook and at the time in which it was posted. Another member's post counts as missing.
     */
    setAudience: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        postType: PostType;
      },
      null
    >;
    /**
     * Allow everyone who sees the caller's own foto to enlarge it to all its pixels, or no longer.
     *
     * `place` counts the fotos of the post from 0. The foto then has one more of its `variants`, without metadata, once
     * the content check has seen its details. Another member's post counts as missing.
     */
    setFullSize: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        allowed: boolean;
        place?: number;
      },
      null
    >;
    /**
     * Show the caller's own post again to those who saw it before it was archived, and the grids that contain it. It
     * stays at the time in which it was posted. Another member's post counts as missing.
     */
    unarchive: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
    >;
  };
  profiles: {
    /** Block another member: this ends their connection and requests, and hides both members from each other. */
    blockUser: FunctionReference<
      "mutation",
      "public",
      {
        blockerId: ProfileId;
        blockedId: ProfileId;
      },
      null
    >;
    /** Break the flow with another member, for both. Without a flow it does nothing. */
    breakFlow: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        otherId: ProfileId;
      },
      null
    >;
    /** The id of the calling member's profile, which sign-up created. Other calls set its picture and nook. */
    createProfile: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        username: string;
        fullName: string;
        imageUrl: string;
        nookType: string;
      },
      ProfileId
    >;
    /** All members whom the caller sees, in no order. */
    getAllProfiles: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Profile>
    >;
    /** The members whom the calling member blocked, newest first. */
    getBlockedUsers: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<BlockedUser>
    >;
    /** How many fotos, grids and flows of a member the caller sees; null if they do not see the member. */
    getCounts: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      ProfileCounts | null
    >;
    /** The curators of one nook, or of all, without those hidden from the caller. */
    getCurators: FunctionReference<
      "query",
      "public",
      {
        nookType?: string | null;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Profile>
    >;
    /** The members whom the caller limited, newest first, without those whom the caller does not see. */
    getLimited: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<BlockedUser>
    >;
    /** The members whom the caller muted, newest first, without those whom the caller does not see. */
    getMuted: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<BlockedUser>
    >;
    /** A member's profile; null if there is none that the caller may see. The caller's own profile has more fields. */
    getProfile: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
      },
      Profile | null
    >;
    /** A profile; null if there is none that the caller may see. The caller's own profile has more fields. */
    getProfileById: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Profile | null
    >;
    /** Nine other members, chosen at random: the same ones for the same seed. */
    getSuggested: FunctionReference<
      "query",
      "public",
      {
        seed?: number;
      },
      Profile[]
    >;
    /** The members in flow with a member, newest first; empty if the caller may not see that member. */
    getSyncFlowConnections: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<SyncFlowConnection>
    >;
    /** Whether the caller limited this member; false for a member whom they do not see. */
    isLimited: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      boolean
    >;
    /** Whether the caller muted this member; false for a member whom they do not see. */
    isMuted: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      boolean
    >;
    /**
     * Hide what another member comments on the caller's posts from now on from all but the two, and do not notify the
     * caller of it. The member is not notified and does not notice.
     */
    limit: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
      },
      null
    >;
    /**
     * Keep another member off the caller's walls, comments and notifications. They are not notified and do not notice;
     * their profile and the conversation with them stay as they are.
     */
    mute: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
      },
      null
    >;
    /**
     * The members with this text in their username or full name. Those with a word that begins with it come first.
     *
     * One or two letters find beginnings only.
     */
    search: FunctionReference<
      "query",
      "public",
      {
        text: string;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Profile>
    >;
    /** Take the caller's block back. Both members see each other again; a former connection stays broken. */
    unblockUser: FunctionReference<
      "mutation",
      "public",
      {
        blockerId: ProfileId;
        blockedId: ProfileId;
      },
      null
    >;
    /** Take the caller's limit back. Comments that are hidden stay hidden. Without a limit, this does nothing. */
    unlimit: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
      },
      null
    >;
    /** Take the caller's mute back. Without one, or without such a member, this does nothing. */
    unmute: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
      },
      null
    >;
    /**
     * Store when the member last opened their notifications, but never a future time. The server counts by itself and
     * ignores `count`.
     */
    updateNotificationCount: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        count: number;
        lastCheck: string;
      },
      null
    >;
    /** Set which notifications the caller gets from now on. */
    updateNotificationPreferences: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        postNotifications: boolean;
        commentNotifications: boolean;
      },
      null
    >;
    /** Set whether other members may send requests to syncflow. Requests sent before stay. */
    updatePrivacy: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        allowSyncflow: boolean;
      },
      null
    >;
    /** Change the caller's own full name, by the rules of sign-up. Omitted fields stay as they are. */
    updateProfile: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        fullName?: string | null;
      },
      null
    >;
    /** Make an uploaded photo the caller's picture, in place of the one before; returns its address. */
    updateProfileImage: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        imageUrl: string;
      },
      string
    >;
    /** Set the quote on the caller's own profile. An empty one is ignored: the quote stays as it is. */
    updateQuote: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        quote: string;
      },
      null
    >;
  };
  push: {
    /** The deployment's public key in URL-safe base64, for a browser's `applicationServerKey`. */
    getPublicKey: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      string
    >;
    /** Whether pushes for the calling member go to the browser with this endpoint. */
    isSubscribed: FunctionReference<
      "query",
      "public",
      {
        endpoint: string;
      },
      boolean
    >;
    /** Send the caller's pushes to this browser until the session ends, in place of the member who had it before. */
    subscribe: FunctionReference<
      "mutation",
      "public",
      {
        endpoint: string;
        keys: SubscriptionKeys;
      },
      null
    >;
    /** Stop sending the caller's pushes to this browser. Without a subscription it does nothing. */
    unsubscribe: FunctionReference<
      "mutation",
      "public",
      {
        endpoint: string;
      },
      null
    >;
  };
  reactions: {
    /**
     * How often each reaction to a post was chosen, and the caller's own; all zero if the caller may not see such a
     * post.
     */
    counts: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      ReactionCounts
    >;
    /** The members who gave this reaction to a post, newest first; empty if the caller may not see such a post. */
    getReactors: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
        reaction: Reaction;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Reactor>
    >;
    /** Choose a reaction to a post, which replaces another one; choosing the same again takes it back. */
    react: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        reaction: Reaction;
      },
      OwnReaction
    >;
  };
  safety: {
    /** Add a word or phrase to those that the caller filters. */
    filterWord: FunctionReference<
      "mutation",
      "public",
      {
        word: string;
      },
      null
    >;
    /** The words and phrases that the caller filters, newest first. */
    getFilteredWords: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      string[]
    >;
    /** The caller's choices; the defaults where they made none. */
    getSettings: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      SafetySettings
    >;
    /** Choose who may comment on the caller's fotos and flicks from now on. Comments that are there stay. */
    setCommenters: FunctionReference<
      "mutation",
      "public",
      {
        commenters: Commenters;
      },
      null
    >;
    /** Choose who may send the caller requests to syncflow from now on. Requests that were sent stay. */
    setRequesters: FunctionReference<
      "mutation",
      "public",
      {
        requesters: Requesters;
      },
      null
    >;
    /** Take a word off the caller's list. Where it is not on the list, this does nothing. */
    unfilterWord: FunctionReference<
      "mutation",
      "public",
      {
        word: string;
      },
      null
    >;
  };
  saves: {
    /** Make a collection; returns its id. */
    createCollection: FunctionReference<
      "mutation",
      "public",
      {
        name: string;
      },
      CollectionId
    >;
    /**
     * Delete one of the caller's collections. What is in it stays saved, in the collection that every member has.
     * Another member's counts as missing.
     */
    deleteCollection: FunctionReference<
      "mutation",
      "public",
      {
        collectionId: CollectionId;
      },
      null
    >;
    /** The collections that the caller made, the oldest first, without the one that every member has. */
    getCollections: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Collection[]
    >;
    /** Where the caller saved a post; null if they did not, or may not see it. */
    getSave: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      Save | null
    >;
    /**
     * The fotos or flicks of one of the caller's collections that they may see, the last saved first; without an id
     * those of the collection that every member has. Another member's collection counts as empty.
     */
    getSavedPosts: FunctionReference<
      "query",
      "public",
      {
        collectionId?: CollectionId | null;
        isVideo?: boolean;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
    /** Give one of the caller's collections another name. Another member's counts as missing. */
    renameCollection: FunctionReference<
      "mutation",
      "public",
      {
        collectionId: CollectionId;
        name: string;
      },
      null
    >;
    /**
     * Save a post that the caller sees in one of their collections, or move it there; without an id in the collection
     * that every member has. No other member learns of it.
     */
    save: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
        collectionId?: CollectionId | null;
      },
      null
    >;
    /** Take a post out of the caller's collections. Does nothing if it is in none. */
    unsave: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
    >;
  };
  users: {
    /** The calling member, whom sign-up created; the arguments must be the same as at sign-up. */
    createUser: FunctionReference<
      "mutation",
      "public",
      {
        clerkId: string;
        email: string;
        username: string;
        fullName: string;
        dateOfBirth: string;
      },
      User
    >;
    /** Always refused: deleting an account needs its password, so that a page left open does not suffice. */
    deleteUser: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
      },
      null
    >;
    /** All members, without those hidden from the caller, with their public fields only. */
    getAllUsers: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<User>
    >;
    /** The calling member's progress towards the badge since their last choice of a nook. */
    getAuraProgress: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
      },
      AuraProgress
    >;
    /** A member's nook; `scenic` if there is no such member to see. */
    getCurrentNook: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      string
    >;
    /**
     * A text that changes whenever a session, second step or trusted browser of the caller comes, goes or is renamed.
     * An open page then reads the lists again, which come over HTTP.
     */
    getSignInsVersion: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      string
    >;
    /** A member by identity id; null if there is none that the caller may see. */
    getUser: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      User | null
    >;
    /** A member by identity id; null if there is none that the caller may see. */
    getUserByClerkId: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      User | null
    >;
    /** The calling member, with their private fields; null if the caller is not signed in or has no user. */
    me: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Me | null
    >;
    /** Always refused: only the server counts a member's actions. */
    updateAuraProgress: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
      },
      null
    >;
    /** Choose a nook. The first choice and every change lock it for seven days; a change costs badge and progress. */
    updateNook: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        newNook: string;
      },
      null
    >;
    /** Choose a nook. The time of the change is the server's, whatever the client sends. */
    updateUserNook: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        nook: string;
        lastNookChange?: string | null;
      },
      null
    >;
    /** Whether the caller is a curator who may shape nooks, by their own username; false for every other name. */
    validateCuratorStatus: FunctionReference<
      "query",
      "public",
      {
        username: string;
      },
      boolean
    >;
  };
};
