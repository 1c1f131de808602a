import type { GridId } from "../../api";
import { navigate } from "../../lib/history";
import { useLocation } from "../../ui/Router";

const NAME = "grid";
/** The state of a history step that opens an overlay and leaves the page below as it is. */
const OVER = { isOver: true };

/** The grid that is open over this page: it is in the address, so that it can be shared, reloaded and left by back. */
export function useOpenGrid() {
  const { pathname, search, state } = useLocation();
  const params = new URLSearchParams(search);
  const withGrid = (id: GridId | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set(NAME, id);
    else next.delete(NAME);
    return `${pathname}?${next}`;
  };
  const isOver = Boolean((state as { isOver?: boolean } | null)?.isOver);
  return {
    openId: params.get(NAME) as GridId | null,
    link: (id: GridId) => ({ to: withGrid(id), state: OVER }),
    close: () => (isOver ? navigate(-1) : navigate(withGrid(null), { replace: true, state: OVER })),
  };
}
