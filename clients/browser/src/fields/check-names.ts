import { editsBetween, mostEdits } from '../../../../lib/types/edits-between.ts';

/** Throws a `TypeError` for a name that is none of these: a misspelled option would have no effect, a misspelled event no listener. */
export const checkName = (what: string, name: unknown, known: readonly string[]): void => {
  if (known.includes(name as string)) return;
  const edits = (other: string) => editsBetween(other, `${name}`);
  const [nearest] = [...known].sort((one, other) => edits(one) - edits(other));
  const hint =
    nearest && edits(nearest) <= mostEdits(`${name}`.length) ? ` (did you mean "${nearest}"?)` : '';
  throw new TypeError(`Unknown ${what} "${name}"${hint}: expected ${known.join(', ')}`);
};

/** The same for every option of an object. */
export const checkNames = (what: string, given: unknown, known: readonly string[]): void => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`Expected the ${what}s in an object`);
  for (const name of Object.keys(given)) checkName(what, name, known);
};
