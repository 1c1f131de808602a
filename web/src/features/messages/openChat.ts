import type { ConversationId } from "../../api";
import { navigate } from "../../lib/history";
import { useLocation } from "../../ui/Router";

const NAME = "chat";
const OVER = { isOver: true };

/** The chat that is open over this page; it is in the address, as an open post is. */
export function useOpenChat() {
  const { pathname, search, state } = useLocation();
  const params = new URLSearchParams(search);
  const withChat = (id: ConversationId | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set(NAME, id);
    else next.delete(NAME);
    const text = next.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
  const isOver = Boolean((state as { isOver?: boolean } | null)?.isOver);
  const openId = params.get(NAME) as ConversationId | null;
  return {
    openId,
    // Beside the inbox, one chat takes the place of another: a step back closes it.
    link: (id: ConversationId) => ({ to: withChat(id), state: OVER, replace: openId !== null }),
    close: () => (isOver ? navigate(-1) : navigate(withChat(null), { replace: true, state: OVER })),
  };
}
