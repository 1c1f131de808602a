import { limits } from "../../callLimits";

const { caption, altText } = limits["posts:createPost"];

export const CAPTION_MAX = caption.maxLength;
export const ALT_TEXT_MAX = altText.maxLength;
export const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif";
