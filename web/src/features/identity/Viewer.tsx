import { createContext, type ReactNode, useContext } from "react";
import type { Me } from "../../api";

const Context = createContext<Me | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Me; children: ReactNode }) {
  return <Context value={viewer}>{children}</Context>;
}

/** The signed-in member. Only below the members' part of the route map. */
export function useViewer(): Me {
  const viewer = useContext(Context);
  if (!viewer) throw new Error("useViewer needs the members' part of the route map above it");
  return viewer;
}
