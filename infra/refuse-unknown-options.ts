import { didYouMean } from '../lib/types/did-you-mean.ts';

/** Ends the command for an option that is none of these, nor `--help`. */
export const refuseUnknownOptions = (...options: readonly string[]): void => {
  const names = [...options, 'help'];
  for (const word of process.argv.slice(2)) {
    const [, name] = /^--([^=]+)/.exec(word) ?? [];
    if (name === undefined || names.includes(name)) continue;
    console.error(`There is no option --${name}${didYouMean(name, names)}.`);
    process.exit(2);
  }
};
