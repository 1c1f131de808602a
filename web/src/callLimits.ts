// GENERATED from the Python signatures by `make codegen`. Do not edit: change the signature, and generate again.

/** Limits of arguments, by call. Lengths count code points: `[...text].length`. */
export const limits = {
  "comments:create": {
    content: { maxLength: 1000 },
  },
  "comments:edit": {
    content: { maxLength: 1000 },
  },
  "drafts:publish": {
    version: { minimum: 1, maximum: 2147483647 },
  },
  "drafts:save": {
    caption: { maxLength: 300 },
    fotos: {
      items: {
        shape: { maxLength: 16 },
        crop: {
          x: { minimum: 0, maximum: 1 },
          y: { minimum: 0, maximum: 1 },
          width: { minimum: 0, maximum: 1 },
          height: { minimum: 0, maximum: 1 },
        },
        filter: { maxLength: 32 },
        adjustments: {
          brightness: { minimum: 0, maximum: 200 },
          contrast: { minimum: 0, maximum: 200 },
          saturation: { minimum: 0, maximum: 200 },
        },
        altText: { maxLength: 1500 },
      },
      maxLength: 10,
    },
    version: { minimum: 1, maximum: 2147483647 },
  },
  "drafts:schedule": {
    version: { minimum: 1, maximum: 2147483647 },
  },
  "flowRequests:getStandings": {
    profile_ids: { maxLength: 30 },
  },
  "grids:createGrid": {
    imageIds: { maxLength: 100 },
    imageUrls: { maxLength: 100 },
  },
  "messages:deleteConversation": {
    upTo: { minimum: 0, exclusiveMaximum: 9007199254740992 },
  },
  "messages:editMessage": {
    content: { maxLength: 2000 },
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
  "moderation:act": {
    facts: { maxLength: 500 },
    days: { minimum: 1, maximum: 365 },
  },
  "moderation:addNote": {
    words: { minLength: 1, maxLength: 1000 },
  },
  "moderation:appeal": {
    words: { maxLength: 500 },
  },
  "moderation:createInvitation": {
    most: { minimum: 1, maximum: 1000 },
    days: { minimum: 1, maximum: 90 },
  },
  "moderation:decideAppeal": {
    words: { maxLength: 500 },
  },
  "moderation:decideApplication": {
    words: { maxLength: 500 },
  },
  "moderation:report": {
    words: { maxLength: 500 },
  },
  "moderation:reverse": {
    words: { maxLength: 500 },
  },
  "niches:createProposal": {
    name: { maxLength: 200 },
  },
  "policies:accept": {
    version: { minimum: 0, maximum: 1000000 },
  },
  "policies:getVersion": {
    version: { minimum: 0, maximum: 1000000 },
  },
  "policies:preview": {
    text: { maxLength: 50000 },
  },
  "policies:publish": {
    text: { maxLength: 50000 },
    after: { minimum: 0, maximum: 1000000 },
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
    furtherFotos: {
      items: {
        filter: { maxLength: 32 },
        adjustments: {
          brightness: { minimum: 0, maximum: 200 },
          contrast: { minimum: 0, maximum: 200 },
          saturation: { minimum: 0, maximum: 200 },
        },
        altText: { maxLength: 1500 },
      },
      maxLength: 9,
    },
  },
  "posts:edit": {
    caption: { maxLength: 300 },
    altText: { maxLength: 1500 },
    furtherAltTexts: {
      items: { maxLength: 1500 },
      maxLength: 9,
    },
  },
  "posts:editCaption": {
    caption: { maxLength: 300 },
  },
  "posts:editLook": {
    filter: { maxLength: 32 },
    adjustments: {
      brightness: { minimum: 0, maximum: 200 },
      contrast: { minimum: 0, maximum: 200 },
      saturation: { minimum: 0, maximum: 200 },
    },
    place: { minimum: 0, exclusiveMaximum: 10 },
  },
  "posts:getCut": {
    place: { minimum: 0, exclusiveMaximum: 10 },
  },
  "posts:getStrips": {
    userIds: { maxLength: 30 },
  },
  "posts:setFullSize": {
    place: { minimum: 0, exclusiveMaximum: 10 },
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
  "safety:filterWord": {
    word: { maxLength: 1000 },
  },
  "safety:unfilterWord": {
    word: { maxLength: 1000 },
  },
  "saves:createCollection": {
    name: { maxLength: 1000 },
  },
  "saves:renameCollection": {
    name: { maxLength: 1000 },
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
