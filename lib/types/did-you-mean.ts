import { editsBetween, mostEdits } from './edits-between.ts';

/** The closest match for a mistyped name, as ` (did you mean "default"?)`; empty if none is close. */
export const didYouMean = (asked: string, names: readonly string[]): string => {
  const typed = wordsOf(asked.slice(0, longest));
  const [nearest] = names
    .map((name) => ({ name, edits: distance(typed, wordsOf(name.slice(0, longest))) }))
    .filter(({ edits }) => edits <= mostEdits(typed.join('_').length))
    .sort((one, other) => one.edits - other.edits);
  return nearest ? ` (did you mean "${nearest.name}"?)` : '';
};

const longest = 64;

/** `successUrl`, `success-url` and `success_url` have the same words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\s.-]+/);

/** In letters. 1 if one name contains all words of the other, like `email` and `customer_email`. */
const distance = (one: readonly string[], other: readonly string[]): number => {
  const edits = editsBetween(one.join('_'), other.join('_'));
  const includes = (all: readonly string[], some: readonly string[]) =>
    some.every((word) => all.includes(word));
  return includes(one, other) || includes(other, one) ? Math.min(edits, 1) : edits;
};
