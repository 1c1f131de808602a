const ids = new WeakMap<object, number>();
let count = 0;

function idOf(said: object): number {
  const id = ids.get(said) ?? ++count;
  ids.set(said, id);
  return id;
}

/** Announces what is wrong: again for each new object, also when its words are the same as before. */
export function Alert({
  said,
  className,
}: {
  said: { words: string } | null;
  className?: string | undefined;
}) {
  return (
    <p className={className} role="alert">
      {said && <span key={idOf(said)}>{said.words}</span>}
    </p>
  );
}
