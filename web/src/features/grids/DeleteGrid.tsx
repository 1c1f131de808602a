import { useMutation } from "convex/react";
import { api, type Grid } from "../../api";
import * as words from "../../locales/grid";
import { DeleteButton } from "../../ui/DeleteButton";

/** Deletes a grid of the member's own, after a question. */
export function DeleteGrid({ grid, onDeleted }: { grid: Grid; onDeleted: () => void }) {
  const deleteGrid = useMutation(api.grids.deleteGrid);
  return (
    <DeleteButton
      thing="grid"
      consequence={words.fotosStay()}
      remove={() => deleteGrid({ gridId: grid._id })}
      onDone={onDeleted}
    />
  );
}
