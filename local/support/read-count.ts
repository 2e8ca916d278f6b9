import { refuse } from './refuse.ts';

/** The whole number above 0 that a command was given as `name`; `otherwise` if it was given none. Any other text ends the command. */
export const readCount = (name: string, given: string | undefined, otherwise: number): number => {
  if (!given) return otherwise;
  return /^[1-9]\d*$/.test(given)
    ? Number(given)
    : refuse(`${name}: expected a whole number above 0, received ${given}.`);
};
