import { didYouMean } from '../../lib/types/did-you-mean.ts';
import { refuse } from './refuse.ts';

/** Ends the command for an option that there is not, with the nearest one that there is. */
export const refuseUnknownOptions = (parameters: readonly string[], options: object): void => {
  for (const parameter of parameters) {
    const [, name] = /^--([^=]+)/.exec(parameter) ?? [];
    if (name !== undefined && !Object.hasOwn(options, name))
      refuse(`There is no option --${name}${didYouMean(name, Object.keys(options))}.`);
  }
};
