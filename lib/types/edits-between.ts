/** The number of letters to insert, delete or replace (Levenshtein). Takes time by the product of the lengths. */
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

/** How many edits a typing mistake in a name of this length has at most. Two swapped letters are two. */
export const mostEdits = (length: number): number => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));
