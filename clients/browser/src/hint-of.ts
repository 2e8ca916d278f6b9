import { editsBetween, mostEdits } from '../../../lib/types/edits-between.ts';

/** The nearest of the known names to a misspelled one, as ` (did you mean "style"?)`; empty if none is near. */
export const hintOf = (name: string, known: readonly string[]): string => {
  const edits = (other: string) => editsBetween(other, name);
  const [nearest] = [...known].sort((one, other) => edits(one) - edits(other));
  return nearest && edits(nearest) <= mostEdits(name.length) ? ` (did you mean "${nearest}"?)` : '';
};
