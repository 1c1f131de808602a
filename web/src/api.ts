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

/** The member who is calling. */
export type Me = {
  email: string;
  dateOfBirth: string;
  lastNookChange: string | null;
  profileId: ProfileId;
  _id: UserId;
  clerkId: string;
  username: string;
  fullName: string;
  name: string;
  imageUrl: string;
  nook: string;
  createdAt: string;
};

export type OfferedNook = "randomized" | "scenic" | "lifestyle";

/**
 * A foto or flick, with what is needed to lay it out before any of it has loaded.
 *
 * `width` and `height` are pixels of the whole photo, `thumbhash` is base64, `variants` are the same photo at
 * several widths, narrowest first.
 */
export type Post = {
  _id: PostId;
  userId: UserId;
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
};

export type PostId = string & { readonly __brand: "PostId" };

export type PostType = "sphere" | "cue";

/** A member as other members see them. */
export type Profile = {
  _id: ProfileId;
  userId: UserId;
  username: string;
  fullName: string;
  imageUrl: string;
  nookType: string;
};

export type ProfileId = string & { readonly __brand: "ProfileId" };

export type Ratio = "vertical" | "horizontal" | "landscape";

/** A member. E-mail, date of birth and the time of the nook's change are there for the member's own eyes only. */
export type User = {
  _id: UserId;
  clerkId: string;
  username: string;
  fullName: string;
  name: string;
  imageUrl: string;
  nook: string;
  createdAt: string;
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

/** Why a call was refused: the `code` in the data of a `ConvexError`. */
export type ErrorCode = "busy" | "conflict" | "content_refused" | "expired" | "forbidden" | "invalid" | "invalid_cursor" | "nook_locked" | "not_found" | "rate_limited" | "too_large" | "unauthenticated" | "unprocessable" | "unsupported" | "unverified";

/** Limits of arguments, by call. Lengths count code points: `[...text].length`. */
export const limits = {
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
} as const;

/** Every call of the server. */
export const api = anyApi as unknown as {
  posts: {
    /** Post a photo that was uploaded just before, to the sphere or to one's cue. */
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
    /** Delete one's own post. Another member's looks as if it were not there. */
    deletePost: FunctionReference<
      "mutation",
      "public",
      {
        postId: PostId;
      },
      null
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
    /** A member's sphere posts, newest first. */
    getUserPosts: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Post>
    >;
  };
  profiles: {
    /** A member's profile; null if there is none. */
    getProfile: FunctionReference<
      "query",
      "public",
      {
        userId: UserId;
      },
      Profile | null
    >;
    /** A profile; null if there is none. */
    getProfileById: FunctionReference<
      "query",
      "public",
      {
        profileId: ProfileId;
      },
      Profile | null
    >;
  };
  users: {
    /** A member's nook; `scenic` where nothing is stored. */
    getCurrentNook: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      string
    >;
    /** A member by identity id; null if there is none. */
    getUser: FunctionReference<
      "query",
      "public",
      {
        clerkId: string;
      },
      User | null
    >;
    /** A member by identity id; null if there is none. */
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
    /** Choose a nook. The first choice and every change lock it for seven days. */
    updateNook: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        newNook: OfferedNook;
      },
      null
    >;
    /** Choose a nook. The time of the change is the server's, whatever the client sends. */
    updateUserNook: FunctionReference<
      "mutation",
      "public",
      {
        userId: UserId;
        nook: OfferedNook;
        lastNookChange?: string | null;
      },
      null
    >;
  };
};
