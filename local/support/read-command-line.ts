import { type ParseArgsConfig, parseArgs } from 'node:util';
import { refuse } from './refuse.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

const help = { type: 'boolean', short: 'h' } as const;

type Given<Own extends Options> = ReturnType<
  typeof parseArgs<{ readonly allowPositionals: true; readonly options: Own }>
>;

export type CommandLine<Own extends Options> = {
  readonly values: Given<Own>['values'];
  readonly words: readonly string[];
};

/** The options and operands of a command. Ends it for `--help`, which shows how to use it, and for what it does not know. */
export const readCommandLine = <const Own extends Options>(usage: string, options: Own): CommandLine<Own> => {
  const args = process.argv.slice(2);
  const all = { ...options, help };
  refuseUnknownOptions(args, all);
  const { values, positionals } = parsed(args, all);
  if ((values as { readonly help?: boolean }).help) {
    console.log(usage);
    process.exit();
  }
  return { values: values as Given<Own>['values'], words: positionals };
};

const parsed = <const All extends Options>(args: string[], options: All) => {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
};
