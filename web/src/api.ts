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

/** The message that another one answers, in one line. */
export type Answered = {
  _id: MessageId;
  senderId: ProfileId | null;
  isOwn: boolean;
  text: string;
  type: MessageType;
  isDeleted: boolean;
};

/** The three counts and whether the badge was earned. */
export type AuraProgress = {
  progress: Progress;
  hasAuraCreatorBadge: boolean;
};

/** A member whom the caller blocked: enough to tell who it is, and to unblock. */
export type BlockedUser = {
  _id: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
};

/** Pending requests as they stand around a circle, newest first. */
export type Circle = {
  /** At most a dozen. */
  requests: FlowRequest[];
  /** How many are pending in all. */
  total: number;
  /** The `cursor` of the circle behind this one; null on the last. The way back is the cursor that this circle was asked with, and null for the first. */
  next_cursor: FlowRequestId | null;
};

/**
 * A comment, or the place that one left.
 *
 * Of a comment that was removed, or whose author one does not see, only the place is shown while there is something to
 * read under it: `is_unavailable`, and all words and names empty. `reply_count` counts the replies directly under it
 * that `comments:replies` lists.
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
};

export type CommentId = string & { readonly __brand: "CommentId" };

/**
 * A conversation as it stands in one member's inbox. The last message's fields are null while there is none.
 *
 * `lastSeq` is the number of the newest message of all; 0 before the first.
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

export type FeedPreference = "all" | "sphere" | "cue" | "curators";

/** One member asks another to syncflow, and waits for an answer. All ids of members are those of their profiles. */
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

/** A grid. `imageIds`, which are posts, `imageUrls` and `images` have the same order: that of its places. */
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
  altText: string;
  filter: string;
  adjustments: Adjustments;
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
};

export type Layout = "vertical1" | "vertical2" | "vertical3" | "layout1" | "layout2" | "layout3" | "landscape";

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

/**
 * A message. `seq` is its place in the conversation, the same for both.
 *
 * `encryptedContent` is the displayed text, for a photo its address, and empty once it is deleted. `variants` are the
 * renditions of a photo, narrowest first.
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
  clientId: string;
  variants: Variant[];
};

export type MessageId = string & { readonly __brand: "MessageId" };

export type MessageType = "text" | "emoji" | "photo";

/** What became of a request. Answers are kept for a while, so this one names nobody: they may leave. */
export type Moved = {
  id: FlowRequestId;
  status: Status;
};

/** A nook to choose. `hue` is its colour, in degrees on the circle of colours. */
export type Nook = {
  name: string;
  hue: number;
};

/**
 * What somebody did that concerns the member. The comments on one post are one: the newest, with their number.
 *
 * `sender` is null once they have left. `subject` is the id of the post (`post_comment`) or of the conversation
 * (`intexted`); for `sync_flow` it says which: `asked`, the sender wants to syncflow, or `in_flow`, they accepted.
 * `count` is how many it stands for; `read`, that all of them are.
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

/** The caller's reaction to a post, after a tap. */
export type OwnReaction = {
  mine: Reaction | null;
};

/** Who is on the other side. All null: a deleted member. */
export type Participant = {
  _id: ProfileId | null;
  username: string | null;
  fullName: string | null;
  imageUrl: string;
};

/** One of the two members. */
export type Party = {
  profile_id: ProfileId;
  username: string;
  imageUrl: string;
};

/**
 * A foto or flick, with what is needed to lay it out before any of it has loaded.
 *
 * `width` and `height` are pixels of what the post shows of the photo, `thumbhash` is base64, `variants` are the same
 * at several widths, narrowest first. `imageUrl` is the specification's canvas of it, which may have another shape.
 *
 * What follows is null for a foto. `thumbnail` and `media` are the URLs of a flick's picture and of its video,
 * `duration` is in seconds.
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
};

export type PostId = string & { readonly __brand: "PostId" };

export type PostType = "sphere" | "cue";

/** Of what the member wants to be notified. */
export type Preferences = {
  postNotifications: boolean;
  commentNotifications: boolean;
};

/**
 * A member as other members see them; what follows `is_curator` is there for the member's own eyes only.
 *
 * `outgoing_sync_flows` are the newest connections that they asked for, `incoming_sync_flows` those that they were
 * asked for: profiles of both are in flow with them.
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

export type ProfileId = string & { readonly __brand: "ProfileId" };

/** What counts, since the last choice of a nook. */
export type Progress = {
  photosUploaded: number;
  gridsCreated: number;
  syncFlowed: number;
};

/**
 * The proposal that is open. It passes at `target` votes; the curators' board is full at `boardTotal`.
 *
 * `proposedBy` is a username; null where the caller does not see them, or they left. `votes` has each vote's weight.
 * `canVote` is whether the caller is a curator of 180 days, voted or not.
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

export type Ratio = "vertical" | "horizontal" | "landscape";

export type Reaction = "ciao" | "graceful" | "errro";

/** How many members chose each reaction to a post, and which one the caller chose. */
export type ReactionCounts = {
  ciao: number;
  graceful: number;
  errro: number;
  mine: Reaction | null;
};

/** Up to which message, by `seq`, each side has read. */
export type Receipts = {
  readUpTo: number;
  otherReadUpTo: number;
};

/** Who did it. */
export type Sender = {
  _id: ProfileId;
  username: string;
  imageUrl: string;
};

/** A message that is stored. Its words are not repeated here: answers are kept, and words are not. */
export type Sent = {
  _id: MessageId;
  seq: number;
  createdAt: string;
  clientId: string;
};

/** How the calling member stands to another: what the Syncflow button shows. */
export type Standing = {
  /** They are in flow. */
  synced: boolean;
  /** The caller's own pending request. */
  outgoing: FlowRequestId | null;
  /** The other one's. */
  incoming: FlowRequestId | null;
};

export type Status = "pending" | "accepted";

/** The keys of a browser's subscription, in URL-safe base64, as the browser gives them. */
export type SubscriptionKeys = {
  p256dh: string;
  auth: string;
};

/** A member with whom somebody is in flow, and since when. */
export type SyncFlowConnection = {
  _id: ProfileId;
  username: string;
  fullName: string;
  imageUrl: string;
  createdAt: string;
};

/** How many notifications of each type are unread, and in all. */
export type UnreadCount = {
  post_comment: number;
  sync_flow: number;
  intexted: number;
  total: number;
};

/** A member. Identity id, e-mail, date of birth and the time of the nook's change are for the member's own eyes. */
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

/** What a vote did: `votes` there are now, and whether the proposal passed with it. */
export type Voted = {
  votes: number;
  passed: boolean;
};

/** Why a call was refused: the `code` in the data of a `ConvexError`. */
export type ErrorCode = "busy" | "conflict" | "content_refused" | "expired" | "forbidden" | "invalid" | "invalid_cursor" | "no_room" | "nook_locked" | "not_found" | "rate_limited" | "timed_out" | "too_large" | "unauthenticated" | "unprocessable" | "unreadable" | "unsupported" | "unverified";

/** Limits of arguments, by call. Lengths count code points: `[...text].length`. */
export const limits = {
  "comments:create": {
    content: { maxLength: 1000 },
  },
  "grids:createGrid": {
    imageIds: { maxLength: 100 },
    imageUrls: { maxLength: 100 },
  },
  "messages:deleteConversation": {
    upTo: { minimum: 0, exclusiveMaximum: 9007199254740992 },
  },
  "messages:markAsRead": {
    upTo: { minimum: 0, exclusiveMaximum: 9007199254740992 },
  },
  "messages:searchConversations": {
    text: { maxLength: 100 },
  },
  "messages:sendMessage": {
    content: { maxLength: 2000 },
    clientId: { minLength: 1, maxLength: 64 },
  },
  "niches:createProposal": {
    name: { maxLength: 200 },
  },
  "posts:createPost": {
    caption: { maxLength: 300 },
    filter: { maxLength: 32 },
    adjustments: {
      brightness: { minimum: 0, maximum: 200 },
      contrast: { minimum: 0, maximum: 200 },
      saturation: { minimum: 0, maximum: 200 },
    },
    altText: { maxLength: 1500 },
  },
  "profiles:search": {
    text: { maxLength: 100 },
  },
  "profiles:updateQuote": {
    quote: { maxLength: 1000 },
  },
  "push:isSubscribed": {
    endpoint: { minLength: 1, maxLength: 2048 },
  },
  "push:subscribe": {
    endpoint: { minLength: 1, maxLength: 2048 },
    keys: {
      p256dh: { maxLength: 128, pattern: "^[A-Za-z0-9_-]+=*$" },
      auth: { maxLength: 128, pattern: "^[A-Za-z0-9_-]+=*$" },
    },
  },
  "push:unsubscribe": {
    endpoint: { minLength: 1, maxLength: 2048 },
  },
  "users:updateNook": {
    newNook: { maxLength: 20 },
  },
  "users:updateUserNook": {
    nook: { maxLength: 20 },
  },
  "users:validateCuratorStatus": {
    username: { maxLength: 100 },
  },
} as const;

/** Every call of the server. */
export const api = anyApi as unknown as {
  comments: {
    /** How many comments on a post there are to read, at any depth. */
    count: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      number
    >;
    /** Comment on a post, or reply to a comment on it. The post's author is told, and nobody else. */
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
    /** The comments on a post that reply to none, newest first; none where there is no such post to see. */
    list: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Comment>
    >;
    /** Remove one's own comment and what was told of it; replies stay. Another's looks as if it were not there. */
    remove: FunctionReference<
      "mutation",
      "public",
      {
        commentId: CommentId;
      },
      null
    >;
    /** The replies directly under a comment, oldest first; none where there is no such comment to see. */
    replies: FunctionReference<
      "query",
      "public",
      {
        commentId: CommentId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Comment>
    >;
  };
  flowRequests: {
    /** Accept a request to oneself: both are in flow from now on, and have a conversation. */
    accept: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      Moved
    >;
    /** Detach: take back a request of one's own. */
    cancel: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      null
    >;
    /** The pending request between the calling member and another, whoever asked; null if there is none. */
    checkExistingRequest: FunctionReference<
      "query",
      "public",
      {
        profile1_id: ProfileId;
        profile2_id: ProfileId;
      },
      FlowRequest | null
    >;
    /** Whether the first asked the second and waits for an answer; the caller must be one of them. */
    checkPending: FunctionReference<
      "query",
      "public",
      {
        sender_id: ProfileId;
        receiver_id: ProfileId;
      },
      boolean
    >;
    /** The requests that the calling member may accept, a circle at a time. */
    getIncoming: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
        cursor?: FlowRequestId | null;
      },
      Circle
    >;
    /** The requests that the calling member made and may cancel, a circle at a time. */
    getOutgoing: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
        cursor?: FlowRequestId | null;
      },
      Circle
    >;
    /** How the calling member stands to another: in flow, asked, asking, or none of it. */
    getStanding: FunctionReference<
      "query",
      "public",
      {
        profile_id: ProfileId;
      },
      Standing
    >;
    /** Bounce a request to oneself. The one who asked is not told; the request is gone from their list. */
    reject: FunctionReference<
      "mutation",
      "public",
      {
        requestId: FlowRequestId;
      },
      null
    >;
    /** Ask another member to syncflow. If they have asked already, this is the answer, and both are in flow. */
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
    /** Make a grid of one's own fotos, in this order. What it shows of them is looked up, whatever URLs are given. */
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
    /** Delete one's own grid; its fotos stay. Another member's looks as if it were not there. */
    deleteGrid: FunctionReference<
      "mutation",
      "public",
      {
        gridId: GridId;
      },
      null
    >;
    /** A grid; null where there is none to be seen. */
    getGrid: FunctionReference<
      "query",
      "public",
      {
        gridId: GridId;
      },
      Grid | null
    >;
    /** A member's grids, newest first: of others', those that the caller may see. */
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
  messages: {
    /** Put a conversation away until its next message, or bring it back. */
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
     * Clear a conversation for oneself, all of it or up to the message with this `seq`. Later messages bring it back.
     *
     * When neither side has it any more, it is gone from the database, and its key with it.
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
    /** Erase the words of one's own message for both. Another's looks as if it were not there. */
    deleteMessage: FunctionReference<
      "mutation",
      "public",
      {
        messageId: MessageId;
      },
      null
    >;
    /** One of one's own conversations; null if there is none. */
    getConversation: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
      },
      Conversation | null
    >;
    /** One's own inbox, or what is archived: where something was written last comes first. */
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
    /** A conversation's messages, newest first, without those that one has cleared away. */
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
    /** When the other side was last heard typing; null if it has stopped. Pages show it for some seconds. */
    getTyping: FunctionReference<
      "query",
      "public",
      {
        conversationId: ConversationId;
      },
      string | null
    >;
    /** How many messages one has not read. */
    getUnread: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      number
    >;
    /** Say that one has read a conversation, all of it or up to the message with this `seq`. It is never taken back. */
    markAsRead: FunctionReference<
      "mutation",
      "public",
      {
        conversationId: ConversationId;
        upTo?: number | null;
      },
      null
    >;
    /** The conversation with another member, made where there is none. New ones need a connection. */
    openConversation: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        otherId: ProfileId;
      },
      ConversationId
    >;
    /** One's own conversations with somebody of this name, or in which this was written lately. */
    searchConversations: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        text: string;
      },
      Conversation[]
    >;
    /** Send a message to the other member. The same `clientId` again is the same message, and is stored once. */
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
    /** Let the other side see that one is typing, for some seconds, or that one has stopped. */
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
    /** The proposal that is open for votes; null where none is. */
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
    /** Vote for the open proposal, once. With the vote that reaches the target its name is a nook. */
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
    /** The calling member's notifications, newest first: all, or those of one type. Comments on one post are one. */
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
    /** Of what the calling member wants to be notified; everything, unless they said otherwise. */
    getPreferences: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Preferences
    >;
    /** The newest of the calling member's unread notifications, as many as are previewed; of a post's comments one. */
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
    /** Mark one's own notification as read; of a comment, all on its post. Another's looks as if it were not there. */
    markAsRead: FunctionReference<
      "mutation",
      "public",
      {
        notificationId: NotificationId;
      },
      null
    >;
  };
  posts: {
    /** Post a photo to the sphere or to one's cue: one that was uploaded just before, or a data URL with a JPEG. */
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
      },
      Post
    >;
    /** Delete one's own post, its photo and the grids that it is part of. Another's looks as if it were not there. */
    deletePost: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
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
     * `sphere` is their nook's wall, `cue` what their connections and they posted to their cues, `all` is both, and
     * `curators` are the posts of curators on the wall.
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
     * How many fotos others posted in the calling member's nook since they last looked at their notifications, ten at
     * most; none where they do not want to hear of them.
     */
    getNewPosts: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      number
    >;
    /** A post; null where there is none to be seen. */
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
    /** A member's fotos, or their flicks, newest first: of others', those that the caller may see. */
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
  };
  profiles: {
    /** Block another member: whatever was between the two ends, and neither sees the other any more. */
    blockUser: FunctionReference<
      "mutation",
      "public",
      {
        blockerId: ProfileId;
        blockedId: ProfileId;
      },
      null
    >;
    /** Break the flow with another member, for both. Where there is none, nothing happens. */
    breakFlow: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        otherId: ProfileId;
      },
      null
    >;
    /** The calling member's profile, which signing up made. Its picture and nook are chosen by calls of their own. */
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
    /** The curators whom the caller sees, of one nook or of all. */
    getCurators: FunctionReference<
      "query",
      "public",
      {
        nookType?: string | null;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Profile>
    >;
    /** A member's profile; null if there is none to be seen. One's own has more in it. */
    getProfile: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
      },
      Profile | null
    >;
    /** A profile; null if there is none to be seen. One's own has more in it. */
    getProfileById: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Profile | null
    >;
    /** Nine other members, chosen by chance: the same for as long as the caller asks with the same seed. */
    getSuggested: FunctionReference<
      "query",
      "public",
      {
        seed?: number;
      },
      Profile[]
    >;
    /** With whom a member is in flow, newest first; nobody, if the member is not to be seen. */
    getSyncFlowConnections: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<SyncFlowConnection>
    >;
    /**
     * The members with this text in their username or full name: those of whose names a word begins with it first.
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
    /** Take one's block back. Both see each other again; a connection does not come back by itself. */
    unblockUser: FunctionReference<
      "mutation",
      "public",
      {
        blockerId: ProfileId;
        blockedId: ProfileId;
      },
      null
    >;
    /** Keep when the member last looked, but never a time that is still to come. The count is the server's own. */
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
    /** Say of what one wants to be notified from now on. */
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
    /** Say whether other members may ask to syncflow. What was asked before stays. */
    updatePrivacy: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        allowSyncflow: boolean;
      },
      null
    >;
    /** Change one's own full name, by the rules of sign-up. What is left out stays as it is. */
    updateProfile: FunctionReference<
      "mutation",
      "public",
      {
        profileId: ProfileId;
        fullName?: string | null;
      },
      null
    >;
    /** Make a photo that was uploaded just before one's picture, in place of the one before; its address. */
    updateProfileImage: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        imageUrl: string;
      },
      string
    >;
    /** Put a quote on one's own profile. An empty one is ignored: the quote stays as it is. */
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
    /** The deployment's public key, in URL-safe base64: what a browser's `applicationServerKey` is made of. */
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
    /** Have pushes for oneself go to this browser, until the session ends; in place of whoever had it before. */
    subscribe: FunctionReference<
      "mutation",
      "public",
      {
        endpoint: string;
        keys: SubscriptionKeys;
      },
      null
    >;
    /** Send nothing to this browser any more. Where nothing was sent, nothing changes. */
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
    /** How often each reaction was chosen for a post, and the caller's own; nothing where no such post is to be seen. */
    counts: FunctionReference<
      "query",
      "public",
      {
        postId: PostId;
      },
      ReactionCounts
    >;
    /** Choose a reaction to a post, in place of another; choosing the same again takes it back. */
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
  users: {
    /** The calling member, whom signing up made; whatever it is given must be what they signed up with. */
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
    /** Refused always: a page that somebody left open is not enough to delete an account, its password is needed. */
    deleteUser: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
      },
      null
    >;
    /** All members whom the caller sees, as everybody may see them. */
    getAllUsers: FunctionReference<
      "query",
      "public",
      {
        paginationOpts: PaginationOptions;
      },
      PaginationResult<User>
    >;
    /** How far the calling member has come towards the badge since their last choice of a nook. */
    getAuraProgress: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
      },
      AuraProgress
    >;
    /** A member's nook; `scenic` where nothing is stored. */
    getCurrentNook: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      string
    >;
    /** A member by identity id; null if there is none to be seen. */
    getUser: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      User | null
    >;
    /** A member by identity id; null if there is none to be seen. */
    getUserByClerkId: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      User | null
    >;
    /** The calling member, with what only they may see; null while nobody is signed in, or who is has no user. */
    me: FunctionReference<
      "query",
      "public",
      Record<string, never>,
      Me | null
    >;
    /** Refused always: what a member has done is counted where they do it, and by nobody else. */
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
    /** Whether the caller shapes the edge, asked by their own username; false for every other name. */
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
