/** The closest match for a mistyped name, as ` Did you mean "default"?`; empty if none is close. */
export const didYouMean = (asked: string, names: readonly string[]): string => {
  const typed = asked.slice(0, longest).toLowerCase();
  // Two swapped letters are two edits.
  const most = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const [nearest] = names
    .map((name) => ({ name, edits: editsBetween(typed, name.slice(0, longest).toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits);
  return nearest ? ` Did you mean "${nearest.name}"?` : '';
};

const longest = 64;

/** The number of letters to insert, delete or replace (Levenshtein). */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + Number(letter !== other[column - 1]),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};
