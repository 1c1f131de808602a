import { limits } from "../../callLimits";

const { caption, altText, furtherFotos } = limits["posts:createPost"];

/** The first foto of a post, and those after it. */
export const MOST_FOTOS = 1 + furtherFotos.maxLength;
export const CAPTION_MAX = caption.maxLength;
export const ALT_TEXT_MAX = altText.maxLength;
export const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif";
