import { local } from "../../lib/storage";

const KEY = "signed-in";

/**
 * Whether a member was signed in on this browser's last page. Only a hint, for pages that do not ask the server: the
 * session is a cookie that scripts cannot read.
 */
export const wasSignedIn = () => local.get(KEY) !== null;

export const noteSignedIn = (isIn: boolean) => (isIn ? local.set(KEY, "") : local.remove(KEY));
