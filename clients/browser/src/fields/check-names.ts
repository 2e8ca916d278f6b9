import { didYouMean } from '../../../../lib/types/did-you-mean.ts';

/** Throws a `TypeError` for a name that is none of these: a misspelled option would have no effect, a misspelled event no listener. */
export const checkName = (what: string, name: unknown, known: readonly string[]): void => {
  if (!known.includes(name as string))
    throw new TypeError(
      `Unknown ${what} "${name}"${didYouMean(String(name), known)}: expected ${known.join(', ')}`,
    );
};

/** The same for every option of an object. */
export const checkNames = (what: string, given: unknown, known: readonly string[]): void => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`Expected the ${what}s in an object`);
  for (const name of Object.keys(given)) checkName(what, name, known);
};
