import type { PostId } from "../../api";
import { navigate } from "../../lib/history";
import { useLocation } from "../../ui/Router";

const NAME = "post";
/** The state of a history step that opens a post: the page below stays as it is, and is one step back. */
interface Laid {
  isOver: true;
  hasPageBelow: boolean;
}

/** The post that is open over this page: it is in the address, so that it can be shared, reloaded and left by back. */
export function useOpenPost() {
  const { pathname, search, state } = useLocation();
  const params = new URLSearchParams(search);
  const withPost = (id: PostId | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set(NAME, id);
    else next.delete(NAME);
    const text = next.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
  const hasPageBelow = Boolean((state as Laid | null)?.hasPageBelow);
  const laid = (over: boolean): Laid => ({ isOver: true, hasPageBelow: over });
  return {
    openId: params.get(NAME) as PostId | null,
    link: (id: PostId) => ({ to: withPost(id), state: laid(true) }),
    turnTo: (id: PostId) => navigate(withPost(id), { replace: true, state: laid(hasPageBelow) }),
    close: () =>
      hasPageBelow ? navigate(-1) : navigate(withPost(null), { replace: true, state: laid(false) }),
  };
}
