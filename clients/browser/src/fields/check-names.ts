import { hintOf } from '../hint-of.ts';

/** Throws a `TypeError` for a name that is none of these: a misspelled option would have no effect, a misspelled event no listener. */
export const checkName = (what: string, name: unknown, known: readonly string[]): void => {
  if (known.includes(name as string)) return;
  throw new TypeError(`Unknown ${what} "${name}"${hintOf(`${name}`, known)}: expected ${known.join(', ')}`);
};

/** The same for every option of an object. */
export const checkNames = (what: string, given: unknown, known: readonly string[]): void => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`Expected the ${what}s in an object`);
  for (const name of Object.keys(given)) checkName(what, name, known);
};
