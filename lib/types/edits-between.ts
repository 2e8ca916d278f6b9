/** Levenshtein distance: letters to insert, delete or replace. Time grows with the product of the lengths. */
export const editsBetween = (one: string, other: string): number => {
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

/** The most edits that still count as a typing mistake in a name of this length. Two swapped letters are two edits. */
export const mostEdits = (length: number): number => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));
